import type { ConversationStage } from '#shared/contacts/conversation.ts'
import type { Deal } from './contract.ts'

/** Sums of a round in US cents. Each amount is in one of `asked`, `soft` and `committed`. */
export type RaiseTotals = { asked: number; soft: number; committed: number; weighted: number }

type Counted = Pick<Deal, 'amount' | 'probability' | 'commitment'>

/**
 * The firmness of an amount: the commitment that the user set, or `committed` for an investor who has invested. An amount without a
 * commitment was asked for. A contact who has passed invests nothing.
 */
export function firmness({ commitment }: Pick<Deal, 'commitment'>, stage: ConversationStage | null) {
  if (stage === 'passed') return undefined
  return stage === 'invested' ? 'committed' : (commitment ?? 'asked')
}

/** The expected amount in cents: the amount by its probability; a committed one counts in full, one without a probability not at all. */
export function weightedAmount(deal: Counted, stage: ConversationStage | null): number {
  const firm = firmness(deal, stage)
  if (firm === undefined || deal.amount === null) return 0
  return firm === 'committed' ? deal.amount : Math.round((deal.amount * (deal.probability ?? 0)) / 100)
}

/** @param deals  each deal with the stage of its conversation */
export function raiseTotals(deals: Iterable<{ deal: Counted; stage: ConversationStage | null }>): RaiseTotals {
  const totals: RaiseTotals = { asked: 0, soft: 0, committed: 0, weighted: 0 }
  for (const { deal, stage } of deals) {
    const firm = firmness(deal, stage)
    if (firm === undefined || deal.amount === null) continue
    totals[firm] += deal.amount
    totals.weighted += weightedAmount(deal, stage)
  }
  return totals
}
