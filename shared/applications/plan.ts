import type { VcId } from '#shared/ids.ts'
import type { ReviewStatus } from './contract.ts'

type Own = { id: VcId; reviewStatus: ReviewStatus }

export type ApplicationPlan =
  | { kind: 'new' }
  /** Replaces one that was rejected or revoked. */
  | { kind: 'again'; id: VcId }
  | { kind: 'refused'; because: 'pending' | 'not-approved' }

/**
 * The result of an application, given its owner's earlier ones.
 *
 * ```
 * (none) ──► pending ──► approved ──► revoked
 *               ▲  └───► rejected        │
 *               └───────────┴────────────┘  applied again
 * ```
 *
 * The first application is open to every account; a second profile requires an approved investor.
 */
export function planApplication(own: readonly Own[], isApprovedInvestor: boolean): ApplicationPlan {
  if (own.some(({ reviewStatus }) => reviewStatus === 'pending')) return { kind: 'refused', because: 'pending' }
  const past = own.find(({ reviewStatus }) => reviewStatus === 'rejected' || reviewStatus === 'revoked')
  if (past) return { kind: 'again', id: past.id }
  if (own.length === 0 || isApprovedInvestor) return { kind: 'new' }
  return { kind: 'refused', because: 'not-approved' }
}
