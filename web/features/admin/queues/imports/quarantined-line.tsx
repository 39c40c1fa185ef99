import type { QuarantinedRecord } from '#shared/admin/imports.ts'
import { QueueRow } from '#web/features/admin/queue-row.tsx'
import { Badge } from '#web/ui/badge.tsx'
import { formatDateTime } from '#web/ui/dates.ts'

type Props = { record: QuarantinedRecord; isOpen: boolean; toggle: () => void; panelId: string }

/** A record that could not be listed: the reason and the exact input. It is fixed at its source. */
export function QuarantinedLine({ record, ...line }: Props) {
  return (
    <QueueRow
      {...line}
      name={record.id}
      portrait={null}
      detail={record.reason}
      badges={
        <>
          <Badge>{record.source}</Badge>
          <Badge>{formatDateTime(record.createdAt)}</Badge>
        </>
      }
    >
      <pre className="mt-5 rounded-box border border-rule bg-sheet p-5 text-sm whitespace-pre-wrap break-words">{record.raw}</pre>
    </QueueRow>
  )
}
