import type { VcId } from '#shared/ids.ts'
import { type Deal, noDeal } from '#shared/raise/contract.ts'

/** The deal with a contact, for tests, with overrides. */
export const sampleDeal = (id: VcId, over: Partial<Deal> = {}): Deal => ({
  ...noDeal,
  id,
  amount: 25_000_000,
  probability: 50,
  updatedAt: '2026-11-20T10:00:00.000Z',
  ...over,
})
