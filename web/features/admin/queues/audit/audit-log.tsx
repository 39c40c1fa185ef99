import { useCallback, useEffect, useRef, useState } from 'react'
import { type AuditEntry, type AuditFilter, MAX_EXPORTED } from '#shared/admin/audit.ts'
import { type AdminRole, mayCall } from '#shared/admin/rights.ts'
import { formatCount } from '#shared/format/count.ts'
import { exportAudit, listAudit, undo } from '#web/features/admin/api.ts'
import type { Decide, Settle } from '#web/features/admin/decisions/use-decision.ts'
import { Button } from '#web/ui/button.tsx'
import { saveFile } from '#web/ui/save-file.ts'
import { Skeleton } from '#web/ui/skeleton.tsx'
import { toast } from '#web/ui/toast.ts'
import { AuditEntryRow } from './audit-entry-row.tsx'
import { AuditFilterForm } from './audit-filter.tsx'

type Loaded = { entries: AuditEntry[]; next: string | null }
type Props = { roles: readonly AdminRole[]; decide: Decide; settle: Settle; busyWith: string | undefined }

/** Every decision that these roles may read, the latest first. An entry can be undone while it is the latest for its subject. */
export function AuditLog({ roles, decide, settle, busyWith }: Props) {
  const [filter, setFilter] = useState<AuditFilter>({})
  const [log, setLog] = useState<Loaded>()
  const [isFailed, setFailed] = useState(false)
  const latest = useRef(0)

  const load = useCallback(
    async (before?: string) => {
      setFailed(false)
      latest.current += 1
      const requestNumber = latest.current
      // A response that a later request has superseded is ignored: its filter is another one.
      const isCurrent = () => requestNumber === latest.current
      await listAudit({ ...filter, ...(before && { before }) }).then(
        (page) =>
          isCurrent() && setLog((known) => ({ ...page, entries: [...(before && known ? known.entries : []), ...page.entries] })),
        () => isCurrent() && setFailed(true),
      )
    },
    [filter],
  )
  useEffect(() => void load(), [load])

  const takeBack = async (entry: AuditEntry) => {
    const about = { targetId: entry.targetId, version: 0, title: 'Undone', sentence: 'See the audit log for the current state.' }
    await decide(about, () => undo(entry.id))
    await load()
  }

  const save = async () => {
    const about = { targetId: 'audit-export', title: 'Exported', sentence: 'The export is recorded in this log.' }
    await settle(about, async () => {
      const { csv, isCut } = await exportAudit(filter)
      saveFile('latchkey-audit-log.csv', csv, 'text/csv')
      if (isCut) {
        const description = `The file has the latest ${formatCount(MAX_EXPORTED)} entries. Choose dates for the others.`
        toast({ title: 'Not all entries', description })
      }
    })
    await load()
  }

  return (
    <>
      <h2 className="sr-only">Audit log</h2>
      <AuditFilterForm
        filter={filter}
        onChange={setFilter}
        {...(mayCall(roles, 'POST /api/admin/audit/export') && { onExport: save, isExporting: busyWith === 'audit-export' })}
      />
      {isFailed && (
        <p role="alert" className="py-5 text-soft">
          Couldn’t load the log.{' '}
          <Button variant="outline" onClick={() => load()}>
            Try again
          </Button>
        </p>
      )}
      {!log && !isFailed && <Skeleton className="h-40 w-full" />}
      {log && log.entries.length === 0 && (
        <p role="status" className="border-t border-rule py-5 text-soft">
          {Object.keys(filter).length > 0 ? 'No decisions match.' : 'No decisions yet.'}
        </p>
      )}
      {log && log.entries.length > 0 && (
        <ol className="border-t border-rule">
          {log.entries.map((entry) => (
            <AuditEntryRow
              key={entry.id}
              entry={entry}
              isBusy={busyWith === entry.targetId}
              onUndo={() => takeBack(entry)}
              onFilter={() => setFilter({ targetType: entry.targetType, targetId: entry.targetId })}
            />
          ))}
        </ol>
      )}
      {log?.next && (
        <Button variant="outline" className="mt-5" onClick={() => load(log.next ?? undefined)}>
          Show earlier decisions
        </Button>
      )}
    </>
  )
}
