import type { Queryable } from '#server/database/client.ts'
import { recordFirstViews } from '#server/features/refunds/first-views.ts'
import type { DecisionMaker } from '#shared/cold-scout/contract.ts'
import type { DecisionMakerId, PrincipalId } from '#shared/ids.ts'
import { safeUrl } from '#shared/url.ts'
import { findHeld, type HeldRow, listHeld } from './queries.ts'

type HeldDeps = { db: Queryable; now: () => Date }

/**
 * A decision maker that a principal has unlocked, recorded as seen. A decision maker's name and profiles are only accessible
 * through this function and the next two.
 */
export async function findDecisionMaker({ db, now }: HeldDeps, principalId: PrincipalId, id: DecisionMakerId) {
  const held = await findHeld(db, principalId, id)
  if (held) await recordFirstViews(db, [held.grant.orderId], now())
  return held && presentHeld(held)
}

/** Decision makers that a principal has unlocked at some funds, recorded as seen. */
export async function listDecisionMakersAt({ db, now }: HeldDeps, principalId: PrincipalId, fundIds: string[]) {
  const held = (await peekDecisionMakers(db, principalId)).filter(({ fundId }) => fundIds.includes(fundId))
  await recordFirstViews(
    db,
    held.map(({ orderId }) => orderId),
    now(),
  )
  return held
}

/** For the private lane, which records what it delivers to a device. */
export async function peekDecisionMakers(db: Queryable, principalId: PrincipalId): Promise<DecisionMaker[]> {
  return (await listHeld(db, principalId)).map(presentHeld)
}

const presentHeld = ({ grant, person, fund }: HeldRow): DecisionMaker => ({
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
