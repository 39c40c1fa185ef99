import { useCallback, useEffect, useState } from 'react'
import type { AuditEntry } from '#shared/admin/audit.ts'
import { listAudit, undo } from '#web/features/admin/api.ts'
import type { QueueProps } from '#web/features/admin/queue-props.ts'
import { Button } from '#web/ui/button.tsx'
import { formatDateTime } from '#web/ui/dates.ts'
import { Skeleton } from '#web/ui/skeleton.tsx'
import { actorOf, changesOf, kindOf, verbOf } from './audit-labels.ts'

type Loaded = { entries: AuditEntry[]; next: string | null }

/** Every decision, the latest first. An entry can be undone while it is the latest for its subject. */
export function AuditLog({ decide, busyWith }: Omit<QueueProps, 'ask'>) {
  const [log, setLog] = useState<Loaded>()
  const [isFailed, setFailed] = useState(false)

  const load = useCallback(async (before?: string) => {
    setFailed(false)
    await listAudit(before).then(
      (page) => setLog((known) => ({ ...page, entries: [...(before && known ? known.entries : []), ...page.entries] })),
      () => setFailed(true),
    )
  }, [])
  useEffect(() => void load(), [load])

  const takeBack = async (entry: AuditEntry) => {
    const about = { targetId: entry.targetId, version: 0, title: 'Undone', sentence: 'See the audit log for the current state.' }
    await decide(about, () => undo(entry.id))
    await load()
  }

  if (!log)
    return isFailed ? (
      <p className="py-5 text-soft">
        Couldn’t load the log.{' '}
        <Button variant="outline" onClick={() => load()}>
          Try again
        </Button>
      </p>
    ) : (
      <Skeleton className="h-40 w-full" />
    )
  if (log.entries.length === 0) return <p className="border-t border-rule py-5 text-soft">No decisions yet.</p>
  return (
    <>
      <h2 className="sr-only">Audit log</h2>
      <ol className="border-t border-rule">
        {log.entries.map((entry) => (
          <li key={entry.id} className="flex flex-wrap items-center gap-x-6 gap-y-2 border-b border-rule py-4">
            <div className="min-w-0 flex-[1_1_20rem]">
              <p className="break-words">
                <span className="font-medium">{actorOf(entry)}</span> {verbOf(entry)}{' '}
                <bdi className="font-serif text-lg">{entry.targetName ?? entry.targetId}</bdi>
                <span className="text-soft"> ({kindOf(entry)})</span>
              </p>
              <ul className="mt-1 text-sm text-soft">
                {changesOf(entry).map(({ field, from, to }) => (
                  <li key={field} className="break-words" dir="auto">
                    {field}: {from} → <span className="text-ink">{to}</span>
                  </li>
                ))}
              </ul>
            </div>
            <time dateTime={entry.createdAt} className="text-sm text-soft">
              {formatDateTime(entry.createdAt)}
            </time>
            <span className="w-24 text-right">
              {entry.canUndo && (
                <Button
                  variant="outline"
                  isBusy={busyWith === entry.targetId}
                  aria-label={`Undo: ${verbOf(entry)} ${entry.targetName ?? entry.targetId}`}
                  onClick={() => takeBack(entry)}
                >
                  Undo
                </Button>
              )}
            </span>
          </li>
        ))}
      </ol>
      {log.next && (
        <Button variant="outline" className="mt-5" onClick={() => load(log.next ?? undefined)}>
          Show earlier decisions
        </Button>
      )}
    </>
  )
}
