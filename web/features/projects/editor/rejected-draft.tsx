import { projectFieldNames } from '#shared/projects/fields.ts'
import type { OutboxEntry } from '#web/db/outbox-entry.ts'
import { discardEntry, retryRefused } from '#web/sync/engine/sync-port.ts'
import { Button } from '#web/ui/button.tsx'
import { CopyButton } from '#web/ui/copy-button.tsx'
import { Notice } from '#web/ui/notice.tsx'

/** Text that the server rejected. It remains in full until its author sends it again or discards it. */
export function RejectedDraft({ entries }: { entries: OutboxEntry[] }) {
  return entries.map((entry) => {
    const text = textOf(entry)
    return (
      <Notice key={entry.id} tone="red" title="Some changes were not accepted">
        <p>{entry.refusal?.message}</p>
        <p
          className="mt-2 max-h-48 overflow-y-auto border-l-2 border-rule pl-3 break-words whitespace-pre-wrap text-ink"
          dir="auto"
        >
          {text}
        </p>
        <div className="mt-3 flex flex-wrap gap-2">
          <Button variant="outline" onClick={() => void retryRefused(entry.id)}>
            Try again
          </Button>
          <CopyButton text={text} thing="Text" />
          <Button variant="danger" onClick={() => void discardEntry(entry.id)}>
            Discard
          </Button>
        </div>
      </Notice>
    )
  })
}

/** The typed values without the field names, to be read and copied. */
function textOf({ args }: OutboxEntry): string {
  const { changes } = args as { changes?: Record<string, unknown> }
  const texts = projectFieldNames.flatMap((field) => {
    const value = changes?.[field]
    return typeof value === 'string' || typeof value === 'number' ? [String(value)] : []
  })
  return texts.filter(Boolean).join('\n\n')
}
