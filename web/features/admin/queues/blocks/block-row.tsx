import type { Block } from '#shared/admin/blocks.ts'
import { count } from '#web/features/admin/format-figures.ts'
import { Badge } from '#web/ui/badge.tsx'
import { Button } from '#web/ui/button.tsx'
import { formatDateTime } from '#web/ui/dates.ts'
import { blockLabels, nameOf } from './block-labels.ts'

type Props = { block: Block; isBusy: boolean; onEnd: () => void }

/** One entry of the block list, with what it has refused. */
export function BlockRow({ block, isBusy, onEnd }: Props) {
  const { kind, reason, creator, createdAt, endsAt, isInForce, hits, lastHitAt } = block
  return (
    <li className="flex flex-wrap items-center gap-x-6 gap-y-3 py-4">
      <div className="min-w-0 flex-[1_1_14rem]">
        <p className="font-medium break-all">{nameOf(block)}</p>
        <p className="mt-1 flex flex-wrap gap-2">
          <Badge>{blockLabels[kind]}</Badge>
          {!isInForce && <Badge>Ended</Badge>}
        </p>
        <p className="mt-2 break-words whitespace-pre-line">{reason}</p>
        <p className="mt-2 text-sm text-soft">
          Added by {creator ?? 'a former admin'} on {formatDateTime(createdAt)}.{' '}
          {endsAt ? `${isInForce ? 'Ends' : 'Ended'} on ${formatDateTime(endsAt)}.` : 'No end.'}
        </p>
        <p className="text-sm text-soft">
          {count(hits, 'refused request')}
          {lastHitAt && `, the last one on ${formatDateTime(lastHitAt)}`}
        </p>
      </div>
      {isInForce && (
        <Button variant="outline" isBusy={isBusy} aria-label={`End the block of ${nameOf(block)}`} onClick={onEnd}>
          End
        </Button>
      )}
    </li>
  )
}
