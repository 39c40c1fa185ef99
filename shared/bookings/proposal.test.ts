import { expect, test } from 'vitest'
import type { BookingStatus, CallProposal } from './contract.ts'
import { canProposeTimes, openProposalOf, type ProposalStep, proposalRefusal } from './proposal.ts'

const start = '2026-12-03T15:00:00.000Z'
const [time, at] = ['2026-12-04T15:00:00.000Z', '2026-12-01T09:00:00.000Z']
const other = '2026-12-05T15:00:00.000Z'
const BEFORE = new Date(Date.parse(start) - 1)
const BEGUN = new Date(start)
const of = (by: CallProposal['by']): CallProposal => ({ by, times: [time], note: null, at })
const open = { status: 'confirmed' as BookingStatus, start, canPropose: true }

test.each<[ProposalStep, 'founder' | 'investor', CallProposal | undefined, string | undefined]>([
  [{ step: 'propose' }, 'investor', undefined, undefined],
  [{ step: 'propose' }, 'founder', of('investor'), undefined],
  [{ step: 'accept', time }, 'founder', of('investor'), undefined],
  [{ step: 'accept', time }, 'investor', of('founder'), undefined],
  [{ step: 'accept', time }, 'investor', of('investor'), 'not-found'],
  [{ step: 'accept', time: other }, 'founder', of('investor'), 'bookings.proposal-ended'],
  [{ step: 'accept', time }, 'founder', undefined, 'bookings.proposal-ended'],
  [{ step: 'decline', at }, 'founder', of('investor'), undefined],
  [{ step: 'decline', at }, 'investor', of('investor'), 'not-found'],
  [{ step: 'decline', at: other }, 'founder', of('investor'), 'bookings.proposal-ended'],
  [{ step: 'withdraw', at }, 'investor', of('investor'), undefined],
  [{ step: 'withdraw', at }, 'founder', of('investor'), 'not-found'],
])('%j by the %s while %j is open: %s', (step, role, proposal, refused) => {
  expect(proposalRefusal(step, { ...open, role, proposal }, BEFORE)).toBe(refused)
  expect(proposalRefusal(step, { ...open, role, proposal }, BEGUN)).toBe('bookings.begun')
  expect(proposalRefusal(step, { ...open, status: 'cancelled', role, proposal }, BEFORE)).toBe('bookings.ended')
})

test('nothing is proposed to a side that cannot answer', () => {
  const facts = { ...open, canPropose: false, role: 'founder', proposal: undefined } as const
  expect(proposalRefusal({ step: 'propose' }, facts, BEFORE)).toBe('bookings.cannot-answer')
})

test('a proposal is open until the call begins, and while the call is confirmed', () => {
  const call = { ...open, proposal: of('founder') }
  expect(openProposalOf(call, BEFORE.getTime())).toEqual(of('founder'))
  expect(openProposalOf(call, BEGUN.getTime())).toBeUndefined()
  expect(openProposalOf({ ...call, status: 'disputed' }, BEFORE.getTime())).toBeUndefined()
  expect([BEFORE, BEGUN].map((now) => canProposeTimes(call, now.getTime()))).toEqual([true, false])
  // A server of the previous release takes no proposals, and sends no field.
  expect(canProposeTimes({ status: 'confirmed', start }, BEFORE.getTime())).toBe(false)
})
