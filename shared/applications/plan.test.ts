import { expect, test } from 'vitest'
import type { VcId } from '#shared/ids.ts'
import type { ReviewStatus } from './contract.ts'
import { type ApplicationPlan, planApplication } from './plan.ts'

const refused = (because: 'pending' | 'not-approved'): ApplicationPlan => ({ kind: 'refused', because })
const again = (id: string): ApplicationPlan => ({ kind: 'again', id: id as VcId })

test.each<[own: ReviewStatus[], isApprovedInvestor: boolean, ApplicationPlan]>([
  [[], false, { kind: 'new' }],
  [['pending'], false, refused('pending')],
  [['rejected'], false, again('vc_0')],
  [['revoked'], false, again('vc_0')],
  [['approved'], true, { kind: 'new' }],
  [['approved'], false, refused('not-approved')],
  // One at a time, also for applicants with an approved listing.
  [['approved', 'pending'], true, refused('pending')],
  [['approved', 'rejected'], true, again('vc_1')],
])('beside %j, approved %j: %j', (statuses, isApprovedInvestor, plan) => {
  const own = statuses.map((reviewStatus, at) => ({ id: `vc_${at}` as VcId, reviewStatus }))
  expect(planApplication(own, isApprovedInvestor)).toEqual(plan)
})
