import { describe, expect, test } from 'vitest'
import { restored, reviewed, type VcReview } from './applications.ts'

const pending: VcReview = { isVerified: false, reviewStatus: 'pending', reviewReason: null, isClaimRevoked: false }
const approved: VcReview = { ...pending, isVerified: true, reviewStatus: 'approved' }
const rejected: VcReview = { ...pending, reviewStatus: 'rejected', reviewReason: 'No fund of that name.' }
const revoked: VcReview = { ...pending, reviewStatus: 'revoked', reviewReason: 'Never answers.' }
/** Made by hand in psql: verified, though its status was never set. */
const byHand: VcReview = { ...pending, isVerified: true }

const NEW = { wasApproved: false, hasClaim: false }
const KNOWN = { wasApproved: true, hasClaim: false }
const CLAIMANT = { wasApproved: true, hasClaim: true }
const without = (review: VcReview): VcReview => ({ ...review, isClaimRevoked: true })

test.each([
  ['a yes approves', pending, NEW, true, null, approved],
  ['a no rejects, with its reason', pending, NEW, false, 'No fund of that name.', rejected],
  ['a no revokes what was verified', approved, KNOWN, false, 'Never answers.', revoked],
  ['a no revokes what was verified by hand', byHand, NEW, false, 'Never answers.', revoked],
  ['a no revokes what was approved, and waits with an edit', pending, KNOWN, false, 'Never answers.', revoked],
  ['a yes takes a rejected one in, and its old reason is gone', rejected, NEW, true, null, approved],
  ['a yes takes a revoked one back in', revoked, KNOWN, true, null, approved],
  ['a second no changes nothing, not even the reason', rejected, NEW, false, 'Another one.', rejected],
  ['a no to a revoked one changes nothing', revoked, KNOWN, false, 'Another one.', revoked],
  ['a second yes changes nothing', approved, KNOWN, true, null, approved],
  ['a no revokes the claim as well', approved, CLAIMANT, false, 'Never answers.', without(revoked)],
  ['and while the claimant has edited it', pending, CLAIMANT, false, 'Never answers.', without(revoked)],
  ['a no to a new claim rejects it', pending, { wasApproved: false, hasClaim: true }, false, 'No fund of that name.', rejected],
  ['a yes gives no revoked claim back', without(revoked), CLAIMANT, true, null, without(approved)],
  ['nor does a no', without(pending), { wasApproved: false, hasClaim: true }, false, rejected.reviewReason, without(rejected)],
] as const)('%s', (_, before, known, isVerified, reason, after) => {
  expect(reviewed(before, { isVerified, reason }, known)).toEqual(after)
})

describe('taking a decision back', () => {
  const since = { hasUnreviewedEdits: false, isFirstOfClaim: false }

  test('restores what stood before', () => {
    for (const before of [pending, approved, rejected, without(revoked)]) expect(restored(before, since)).toEqual(before)
  })

  test('puts nothing online that its owner has edited since: it waits for the review', () => {
    const edited = { ...since, hasUnreviewedEdits: true }
    expect(restored(approved, edited)).toEqual(pending)
    expect(restored(rejected, edited)).toEqual(rejected)
  })

  test('revokes a claim whose first approval it was', () => {
    const first = { ...since, isFirstOfClaim: true }
    for (const before of [pending, rejected]) expect(restored(before, first)).toEqual({ ...without(revoked), reviewReason: null })
    expect(restored(approved, first)).toEqual(approved)
  })
})
