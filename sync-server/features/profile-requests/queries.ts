import { and, desc, eq, gt, inArray, isNotNull, lte, or, sql } from 'drizzle-orm'
import { coldInvestors, decisionMakers, directoryInvestors, profileRequests, users, vcs } from '#drizzle/schema/index.ts'
import type { Queryable, Transaction } from '#server/database/client.ts'
import { holdsPlace } from '#server/features/listings/sold-listings.ts'
import type { DecisionMakerId, UserId, VcId } from '#shared/ids.ts'

export type RequestRow = typeof profileRequests.$inferSelect
export type ListedRow = typeof directoryInvestors.$inferSelect

/** A public record of the external listing. */
export async function findListed(db: Queryable, id: VcId): Promise<ListedRow | undefined> {
  const [row] = await db
    .select()
    .from(directoryInvestors)
    .where(and(eq(directoryInvestors.id, id), sql`${directoryInvestors.unlistedAt} is null`))
  return row
}

/** The same, also for a record that the source no longer contains: it is kept, and its buyers can read it. */
export async function findRecord(db: Queryable, id: VcId): Promise<ListedRow | undefined> {
  const [row] = await db.select().from(directoryInvestors).where(eq(directoryInvestors.id, id))
  return row
}

/** The mailboxes of a record, and of those that were merged into it. */
export async function listMailboxes(db: Queryable, id: VcId): Promise<string[]> {
  const rows = await db
    .select({ email: directoryInvestors.email })
    .from(directoryInvestors)
    .where(or(eq(directoryInvestors.id, id), eq(directoryInvestors.mergedInto, id)))
  return rows.flatMap(({ email }) => email ?? [])
}

/** A decision maker of Cold Scout, and the fund that lists them. */
export async function findPerson(db: Queryable, id: VcId) {
  const [row] = await db
    .select({ person: decisionMakers, fundName: coldInvestors.fundName })
    .from(decisionMakers)
    .innerJoin(coldInvestors, eq(coldInvestors.id, decisionMakers.coldInvestorId))
    .where(eq(decisionMakers.id, id as string as DecisionMakerId))
  return row
}

/** Whether an id belongs to a profile of an account, or to a record that a profile has replaced. */
export async function hasOwner(db: Queryable, id: VcId): Promise<boolean> {
  return (await db.$count(vcs, or(eq(vcs.id, id), and(eq(vcs.replacesId, id), holdsPlace)))) > 0
}

export async function insertRequest(db: Queryable, request: typeof profileRequests.$inferInsert) {
  await db.insert(profileRequests).values(request)
}

/** The same request of the same person, not reviewed yet. */
export const findOpenRequest = async (db: Queryable, { vcId, kind, email }: Pick<RequestRow, 'vcId' | 'kind' | 'email'>) => {
  const same = and(eq(profileRequests.vcId, vcId), eq(profileRequests.kind, kind), eq(profileRequests.email, email ?? ''))
  const [row] = await db
    .select({ id: profileRequests.id })
    .from(profileRequests)
    .where(and(same, eq(profileRequests.status, 'open')))
  return row
}

export async function findMailed(db: Queryable, tokenHash: string, now: Date) {
  const isLive = and(eq(profileRequests.status, 'mailed'), gt(profileRequests.expiresAt, now))
  const [row] = await db
    .select()
    .from(profileRequests)
    .where(and(eq(profileRequests.tokenHash, tokenHash), isLive))
  return row
}

/** The same, locked until the transaction ends, so that one link is applied once. */
export async function lockMailed(tx: Transaction, tokenHash: string, now: Date) {
  const found = await findMailed(tx, tokenHash, now)
  const row = found && (await lockRequest(tx, found.id))
  return row?.status === 'mailed' ? row : undefined
}

/**
 * The address to which the link of a request was mailed: the mailbox of its record, if unchanged since, or that of the requester.
 */
export async function findMailbox(db: Queryable, { vcId, email, createdAt }: RequestRow): Promise<string | undefined> {
  if (email) return email
  const listed = await findListed(db, vcId)
  return listed?.email && listed.updatedAt <= createdAt ? listed.email : undefined
}

export async function findRequest(db: Queryable, id: string): Promise<RequestRow | undefined> {
  const [row] = await db.select().from(profileRequests).where(eq(profileRequests.id, id))
  return row
}

export async function lockRequest(tx: Transaction, id: string) {
  const [row] = await tx.select().from(profileRequests).where(eq(profileRequests.id, id)).for('update')
  return row
}

export async function updateRequest(tx: Transaction, id: string, change: Partial<typeof profileRequests.$inferInsert>) {
  await tx.update(profileRequests).set(change).where(eq(profileRequests.id, id))
}

/** Closes every request about a removed profile, and deletes its personal data. */
export async function settleRequests(tx: Transaction, vcId: VcId, now: Date) {
  await tx
    .update(profileRequests)
    .set({ status: 'done', decidedAt: now, email: null, message: null, tokenHash: null })
    .where(and(eq(profileRequests.vcId, vcId), inArray(profileRequests.status, ['mailed', 'open'])))
}

/** Requests about a record are about another one from now on. */
export async function moveRequestsAbout(tx: Transaction, from: VcId, into: VcId) {
  await tx.update(profileRequests).set({ vcId: into }).where(eq(profileRequests.vcId, from))
}

/** Deletes the personal data of requests whose link has expired. */
export async function forgetExpired(db: Queryable, now: Date) {
  const { status, email, message, tokenHash, expiresAt } = profileRequests
  await db
    .update(profileRequests)
    .set({ email: null, message: null, tokenHash: null })
    .where(and(eq(status, 'mailed'), lte(expiresAt, now), or(isNotNull(email), isNotNull(message), isNotNull(tokenHash))))
}

const MAX_LISTED = 500

/** Open requests, oldest on top, so that no later flood hides them; then decided ones, latest on top. */
export const listRequests = (db: Queryable) =>
  db
    .select({
      request: profileRequests,
      name: sql<string | null>`coalesce(${directoryInvestors.name}, ${decisionMakers.fullName})`,
      fund: sql<string | null>`coalesce(${directoryInvestors.fund}, ${coldInvestors.fundName})`,
    })
    .from(profileRequests)
    .leftJoin(directoryInvestors, eq(directoryInvestors.id, profileRequests.vcId))
    .leftJoin(decisionMakers, sql`${decisionMakers.id} = ${profileRequests.vcId}`)
    .leftJoin(coldInvestors, eq(coldInvestors.id, decisionMakers.coldInvestorId))
    .orderBy(
      sql`${profileRequests.status} <> 'open'`,
      sql`case when ${profileRequests.status} = 'open' then ${profileRequests.createdAt} end`,
      desc(profileRequests.createdAt),
      profileRequests.id,
    )
    .limit(MAX_LISTED)

/** The listings of an account. Claims of one account run one after the other: the second one sees what the first one has inserted. */
export async function lockOwnStanding(tx: Transaction, userId: UserId) {
  // Not `update`: both claims hold the row against its deletion already, and each would wait for the other.
  await tx.select({ id: users.id }).from(users).where(eq(users.id, userId)).for('no key update')
  return tx
    .select({ reviewStatus: vcs.reviewStatus, replacesId: vcs.replacesId })
    .from(vcs)
    .where(eq(vcs.userId, userId))
    .for('update')
}

export async function insertProfile(tx: Transaction, profile: typeof vcs.$inferInsert) {
  await tx.insert(vcs).values(profile)
}
