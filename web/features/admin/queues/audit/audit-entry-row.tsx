import type { AuditEntry } from '#shared/admin/audit.ts'
import { Button } from '#web/ui/button.tsx'
import { formatDateTime } from '#web/ui/dates.ts'
import { actorOf, changesOf, kindOf, targetOf, verbOf } from './audit-labels.ts'

type Props = { entry: AuditEntry; isBusy: boolean; onUndo: () => void; onFilter: () => void }

export const AuditEntryRow = ({ entry, isBusy, onUndo, onFilter }: Props) => (
  <li className="flex flex-wrap items-center gap-x-6 gap-y-2 border-b border-rule py-4">
    <div className="min-w-0 flex-[1_1_20rem]">
      <p className="break-words">
        <span className="font-medium">{actorOf(entry)}</span> {verbOf(entry)}{' '}
        <button
          type="button"
          aria-label={`Show only decisions about ${targetOf(entry)}`}
          onClick={onFilter}
          className="link max-w-full min-h-6 cursor-pointer text-left font-serif text-lg break-words decoration-rule hover:decoration-ink"
        >
          <bdi>{targetOf(entry)}</bdi>
        </button>
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
        <Button variant="outline" isBusy={isBusy} aria-label={`Undo: ${verbOf(entry)} ${targetOf(entry)}`} onClick={onUndo}>
          Undo
        </Button>
      )}
    </span>
  </li>
)
