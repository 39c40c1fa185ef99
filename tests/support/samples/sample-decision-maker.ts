import type { DecisionMaker } from '#shared/cold-scout/contract.ts'
import type { ColdInvestorId, DecisionMakerId, OrderId } from '#shared/ids.ts'
import { cents } from '#shared/money.ts'

/** An unlocked decision maker for tests, with overrides. */
export const sampleDecisionMaker = (over: Partial<DecisionMaker> = {}): DecisionMaker => ({
  id: 'dm_sample' as DecisionMakerId,
  fundId: 'cold_sample' as ColdInvestorId,
  fundName: 'Quiet Capital',
  fundSlug: 'quiet-capital',
  role: 'Managing Partner',
  fullName: 'Greta Quietwater',
  linkedinUrl: 'https://www.linkedin.example/in/greta-quietwater',
  twitterUrl: null,
  orderId: 'ord_sample' as OrderId,
  amount: cents(100),
  unlockedAt: '2026-11-20T10:00:00.000Z',
  ...over,
})
