import { describe, expect, test } from 'vitest'
import { applyVcReview, restoreVcReview, type VcReview } from './applications.ts'

const pending: VcReview = { isVerified: false, reviewStatus: 'pending', reviewReason: null, isClaimRevoked: false }
const approved: VcReview = { ...pending, isVerified: true, reviewStatus: 'approved' }
const rejected: VcReview = { ...pending, reviewStatus: 'rejected', reviewReason: 'No fund of that name.' }
const revoked: VcReview = { ...pending, reviewStatus: 'revoked', reviewReason: 'Never answers.' }
/** Created by hand in psql: verified, but its status was never set. */
const byHand: VcReview = { ...pending, isVerified: true }

const NEW = { wasApproved: false, hasClaim: false }
const KNOWN = { wasApproved: true, hasClaim: false }
const CLAIMANT = { wasApproved: true, hasClaim: true }
const without = (review: VcReview): VcReview => ({ ...review, isClaimRevoked: true })

test.each([
  ['an approval approves', pending, NEW, true, null, approved],
  ['a rejection rejects, with its reason', pending, NEW, false, 'No fund of that name.', rejected],
  ['a rejection revokes a verified profile', approved, KNOWN, false, 'Never answers.', revoked],
  ['a rejection revokes a profile verified by hand', byHand, NEW, false, 'Never answers.', revoked],
  ['a rejection revokes an approved profile with a pending edit', pending, KNOWN, false, 'Never answers.', revoked],
  ['an approval accepts a rejected profile and clears its reason', rejected, NEW, true, null, approved],
  ['an approval reinstates a revoked profile', revoked, KNOWN, true, null, approved],
  ['a second rejection changes nothing, not even the reason', rejected, NEW, false, 'Another one.', rejected],
  ['a rejection of a revoked profile changes nothing', revoked, KNOWN, false, 'Another one.', revoked],
  ['a second approval changes nothing', approved, KNOWN, true, null, approved],
  ['a rejection also revokes the claim', approved, CLAIMANT, false, 'Never answers.', without(revoked)],
  ['a rejection also revokes the claim of an edited profile', pending, CLAIMANT, false, 'Never answers.', without(revoked)],
  [
    'a rejection of a new claim rejects it',
    pending,
    { wasApproved: false, hasClaim: true },
    false,
    'No fund of that name.',
    rejected,
  ],
  ['an approval does not restore a revoked claim', without(revoked), CLAIMANT, true, null, without(approved)],
  [
    'a rejection does not restore a revoked claim',
    without(pending),
    { wasApproved: false, hasClaim: true },
    false,
    rejected.reviewReason,
    without(rejected),
  ],
] as const)('%s', (_, before, known, isVerified, reason, after) => {
  expect(applyVcReview(before, { isVerified, reason }, known)).toEqual(after)
})

describe('undoing a decision', () => {
  const since = { hasUnreviewedEdits: false, isFirstOfClaim: false }

  test('restores the previous state', () => {
    for (const before of [pending, approved, rejected, without(revoked)]) expect(restoreVcReview(before, since)).toEqual(before)
  })

  test('does not publish a profile that its owner has edited since: it waits for review', () => {
    const edited = { ...since, hasUnreviewedEdits: true }
    expect(restoreVcReview(approved, edited)).toEqual(pending)
    expect(restoreVcReview(rejected, edited)).toEqual(rejected)
  })

  test('revokes a claim whose first approval it was', () => {
    const first = { ...since, isFirstOfClaim: true }
    for (const before of [pending, rejected])
      expect(restoreVcReview(before, first)).toEqual({ ...without(revoked), reviewReason: null })
    expect(restoreVcReview(approved, first)).toEqual(approved)
  })
})
