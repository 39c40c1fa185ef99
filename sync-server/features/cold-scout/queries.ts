import { and, asc, eq, inArray, ne, type SQL, sql } from 'drizzle-orm'
import { coldInvestors, decisionMakers, decisionMakerUnlocks } from '#drizzle/schema/index.ts'
import type { Queryable, Transaction } from '#server/database/client.ts'
import { type PrincipalKey, preparedQuery } from '#server/database/prepared-query.ts'
import type { ColdInvestorId, DecisionMakerId, OrderId, PrincipalId } from '#shared/ids.ts'

export type FundRow = Awaited<ReturnType<typeof listFunds>>[number]
export type DecisionMakerRow = Awaited<ReturnType<typeof listDecisionMakers>>[number]
export type OwnedRow = Awaited<ReturnType<typeof listOwned>>[number]

export async function listFunds(db: Queryable, where?: SQL) {
  const { id, fundName, fundSlug, website, investmentFocus } = coldInvestors
  return db
    .select({ id, fundName, fundSlug, website, investmentFocus })
    .from(coldInvestors)
    .where(where)
    .orderBy(asc(fundName), asc(id))
}

/** Changes with each change of a fund or one of its people: a trigger stamps the fund for them. */
export async function findFundsVersion(db: Queryable): Promise<string> {
  const [row] = await db.execute<{ version: string }>(
    sql`select count(*) || '-' || coalesce(sum(${coldInvestors.changedXid}::text::bigint), 0) as version from ${coldInvestors}`,
  )
  return row?.version ?? ''
}

export const listFundsOfSlug = (db: Queryable, slug: string) => listFunds(db, eq(coldInvestors.fundSlug, slug))

/** The people of some funds, in order. Of the links only their existence is read. */
export async function listDecisionMakers(db: Queryable, funds: ColdInvestorId[]) {
  return db
    .select({
      id: decisionMakers.id,
      fundId: decisionMakers.coldInvestorId,
      role: decisionMakers.role,
      fullName: decisionMakers.fullName,
      hasLinkedin: sql<boolean>`${decisionMakers.linkedinUrl} is not null`,
      hasTwitter: sql<boolean>`${decisionMakers.twitterUrl} is not null`,
    })
    .from(decisionMakers)
    .where(inArray(decisionMakers.coldInvestorId, funds))
    .orderBy(asc(decisionMakers.position), asc(decisionMakers.id))
}

/** The data for a receipt before the purchase: never the name. */
export async function findForSale(db: Queryable, id: DecisionMakerId) {
  const [found] = await db
    .select({ id: decisionMakers.id, role: decisionMakers.role, fundName: coldInvestors.fundName })
    .from(decisionMakers)
    .innerJoin(coldInvestors, eq(coldInvestors.id, decisionMakers.coldInvestorId))
    .where(eq(decisionMakers.id, id))
  return found
}

/** The stored person, locked until the transaction ends. */
export async function lockPerson(tx: Transaction, id: DecisionMakerId) {
  const [row] = await tx.select().from(decisionMakers).where(eq(decisionMakers.id, id)).for('update')
  return row
}

export async function deletePerson(tx: Transaction, id: DecisionMakerId) {
  await tx.delete(decisionMakers).where(eq(decisionMakers.id, id))
}

const ownedDecisionMakers = (db: Queryable, isMeant: SQL | undefined) =>
  db
    .selectDistinctOn([decisionMakerUnlocks.decisionMakerId], {
      grant: decisionMakerUnlocks,
      person: decisionMakers,
      fund: { id: coldInvestors.id, fundName: coldInvestors.fundName, fundSlug: coldInvestors.fundSlug },
    })
    .from(decisionMakerUnlocks)
    .innerJoin(decisionMakers, eq(decisionMakers.id, decisionMakerUnlocks.decisionMakerId))
    .innerJoin(coldInvestors, eq(coldInvestors.id, decisionMakers.coldInvestorId))
    .where(and(isMeant, eq(decisionMakerUnlocks.status, 'completed')))
    .orderBy(decisionMakerUnlocks.decisionMakerId, asc(decisionMakerUnlocks.createdAt), asc(decisionMakerUnlocks.id))

/** Active grants, each with the person it unlocks; the oldest when there are several for one person. */
export const listOwned = preparedQuery((db, principalId: PrincipalKey) =>
  ownedDecisionMakers(db, eq(decisionMakerUnlocks.principalId, principalId)),
)

export async function findOwned(db: Queryable, principalId: PrincipalId, id: DecisionMakerId): Promise<OwnedRow | undefined> {
  const [row] = await ownedDecisionMakers(
    db,
    and(eq(decisionMakerUnlocks.principalId, principalId), eq(decisionMakerUnlocks.decisionMakerId, id)),
  )
  return row
}

export async function hasGrant(db: Queryable, principalId: PrincipalId, id: DecisionMakerId): Promise<boolean> {
  const { principalId: owner, decisionMakerId, status } = decisionMakerUnlocks
  const owned = and(eq(owner, principalId), eq(decisionMakerId, id), eq(status, 'completed'))
  return (await db.$count(decisionMakerUnlocks, owned)) > 0
}

/** Serialises the grants of one person to one buyer. */
export async function lockPurchase(tx: Transaction, principalId: PrincipalId, id: DecisionMakerId) {
  await tx.execute(sql`select pg_advisory_xact_lock(hashtextextended(${`decision-maker:${principalId}:${id}`}, 0))`)
}

export async function insertGrant(tx: Transaction, grant: typeof decisionMakerUnlocks.$inferInsert) {
  await tx.insert(decisionMakerUnlocks).values(grant).onConflictDoNothing()
}

export async function setGrantState(
  tx: Transaction,
  orderId: OrderId,
  status: (typeof decisionMakerUnlocks.$inferSelect)['status'],
) {
  const isOther = and(eq(decisionMakerUnlocks.orderId, orderId), ne(decisionMakerUnlocks.status, status))
  await tx.update(decisionMakerUnlocks).set({ status }).where(isOther)
}
