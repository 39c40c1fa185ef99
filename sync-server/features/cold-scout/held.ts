import type { Queryable } from '#server/db.ts'
import type { DecisionMaker } from '#shared/cold-scout/contract.ts'
import type { DecisionMakerId, PrincipalId } from '#shared/ids.ts'
import { safeUrl } from '#shared/url.ts'
import { findHeld, type HeldRow, listHeld } from './queries.ts'

/** The only ways to a decision maker's name and profiles are this function and the next. */
export async function findDecisionMaker(db: Queryable, principalId: PrincipalId, id: DecisionMakerId) {
  const held = await findHeld(db, principalId, id)
  return held && presentHeld(held)
}

export async function listDecisionMakersOf(db: Queryable, principalId: PrincipalId): Promise<DecisionMaker[]> {
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
