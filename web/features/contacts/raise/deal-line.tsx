import { isDue } from '#shared/contacts/follow-up.ts'
import { shortAmount } from '#shared/raise/amount.ts'
import { commitmentLabels } from '#shared/raise/labels.ts'
import { firmness } from '#shared/raise/totals.ts'
import { dueLabel } from '#web/features/contacts/follow-ups/due.ts'
import { Badge, type BadgeTone } from '#web/ui/badge.tsx'
import type { RaiseRow } from './raise-rows.ts'

const tones: Record<'asked' | 'soft' | 'committed', BadgeTone> = { asked: 'plain', soft: 'brass', committed: 'green' }

/** The amount of a deal, how firm it is and how likely; nothing for a contact without an amount. */
export function DealLine({ row: { deal, stage } }: { row: RaiseRow }) {
  const { amount, probability } = deal
  const firm = firmness(deal, stage)
  if (amount === null && !deal.commitment) return null
  return (
    <span className="flex flex-wrap items-center gap-x-2 gap-y-1">
      {amount !== null && (
        <span className={`tabular-nums ${stage === 'passed' ? 'text-soft line-through' : 'font-medium'}`}>
          {shortAmount(amount)}
        </span>
      )}
      {firm && <Badge tone={tones[firm]}>{commitmentLabels[firm]}</Badge>}
      {probability !== null && firm !== undefined && firm !== 'committed' && (
        <span className="text-sm text-soft tabular-nums">{probability} %</span>
      )}
    </span>
  )
}

export const DueBadge = ({ dueAt, now }: { dueAt: string; now: number }) => (
  <Badge tone={isDue({ dueAt }, now) ? 'red' : 'plain'}>{dueLabel(dueAt, now)}</Badge>
)
