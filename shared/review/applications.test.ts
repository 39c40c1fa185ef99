import { expect, test } from 'vitest'
import { reviewed, type VcReview } from './applications.ts'

const pending: VcReview = { isVerified: false, reviewStatus: 'pending', reviewReason: null }
const approved: VcReview = { isVerified: true, reviewStatus: 'approved', reviewReason: null }
const rejected: VcReview = { isVerified: false, reviewStatus: 'rejected', reviewReason: 'No fund of that name.' }
const revoked: VcReview = { isVerified: false, reviewStatus: 'revoked', reviewReason: 'Never answers.' }
/** Made by hand in psql: verified, though its status was never set. */
const byHand: VcReview = { ...pending, isVerified: true }

test.each([
  ['a yes approves', pending, true, null, approved],
  ['a no rejects, with its reason', pending, false, 'No fund of that name.', rejected],
  ['a no revokes what was verified', approved, false, 'Never answers.', revoked],
  ['a no revokes what was verified by hand', byHand, false, 'Never answers.', revoked],
  ['a yes takes a rejected one in, and its old reason is gone', rejected, true, null, approved],
  ['a yes takes a revoked one back in', revoked, true, null, approved],
  ['a second no changes nothing, not even the reason', rejected, false, 'Another one.', rejected],
  ['a second yes changes nothing', approved, true, null, approved],
] as const)('%s', (_, before, isVerified, reason, after) => {
  expect(reviewed(before, { isVerified, reason })).toEqual(after)
})
