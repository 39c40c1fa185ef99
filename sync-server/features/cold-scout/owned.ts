import type { Queryable } from '#server/database/client.ts'
import { recordFirstViews } from '#server/features/refunds/first-views.ts'
import type { DecisionMaker } from '#shared/cold-scout/contract.ts'
import type { DecisionMakerId, PrincipalId } from '#shared/ids.ts'
import { safeUrl } from '#shared/url.ts'
import { findOwned, listOwned, type OwnedRow } from './queries.ts'

type OwnedDeps = { db: Queryable; now: () => Date }

/**
 * A decision maker that a principal has unlocked, recorded as seen. A decision maker's name and profiles are only accessible
 * through `findDecisionMaker`, `listDecisionMakersAt` and `peekDecisionMakers`.
 */
export async function findDecisionMaker({ db, now }: OwnedDeps, principalId: PrincipalId, id: DecisionMakerId) {
  const owned = await findOwned(db, principalId, id)
  if (owned) await recordFirstViews(db, [owned.grant.orderId], now())
  return owned && presentOwned(owned)
}

/** Decision makers that a principal has unlocked at some funds, recorded as seen. */
export async function listDecisionMakersAt({ db, now }: OwnedDeps, principalId: PrincipalId, fundIds: string[]) {
  const owned = (await peekDecisionMakers(db, principalId)).filter(({ fundId }) => fundIds.includes(fundId))
  await recordFirstViews(
    db,
    owned.map(({ orderId }) => orderId),
    now(),
  )
  return owned
}

/** For the private lane, which records what it delivers to a device. */
export async function peekDecisionMakers(db: Queryable, principalId: PrincipalId): Promise<DecisionMaker[]> {
  return (await listOwned(db, principalId)).map(presentOwned)
}

const presentOwned = ({ grant, person, fund }: OwnedRow): DecisionMaker => ({
  id: person.id,
  fundId: fund.id,
  fundName: fund.fundName,
  fundSlug: fund.fundSlug,
  role: person.role,
  fullName: person.fullName,
  linkedinUrl: safeUrl(person.linkedinUrl) ?? null,
  twitterUrl: safeUrl(person.twitterUrl) ?? null,
  orderId: grant.orderId,
  amount: grant.amount,
  unlockedAt: grant.createdAt.toISOString(),
})
