import { and, asc, desc, eq, exists, gt, inArray, isNotNull, not, sql } from 'drizzle-orm'
import { alias } from 'drizzle-orm/pg-core'
import { directoryInvestors, replyLinks, vcRequests, vcs } from '#drizzle/schema/index.ts'
import type { Queryable, Transaction } from '#server/database/client.ts'
import { idList } from '#server/database/id-list.ts'
import { type PrincipalKey, preparedQuery } from '#server/database/prepared-query.ts'
import type { PrincipalId, VcId } from '#shared/ids.ts'

/** One request per kind, person, investor and day: the last message is kept. */
export async function upsertRequest(db: Queryable, request: typeof vcRequests.$inferInsert) {
  const { tags, amount, founderScore, founderEmail, userId, message } = request
  const [row] = await db
    .insert(vcRequests)
    .values(request)
    .onConflictDoUpdate({
      target: [vcRequests.principalId, vcRequests.vcId, vcRequests.requestType, vcRequests.day],
      set: { tags, amount, founderScore, founderEmail, userId, ...(message && { message }) },
    })
    .returning({ id: vcRequests.id })
  return row?.id ?? request.id
}

/** The introduction request that the team is working on. */
export async function findStandingIntro(db: Queryable, principalId: PrincipalId, vcId: VcId, since: Date) {
  const { requestType, createdAt } = vcRequests
  const isTheirs = and(eq(vcRequests.principalId, principalId), eq(vcRequests.vcId, vcId), eq(requestType, 'intro'))
  const [row] = await db
    .select({ id: vcRequests.id })
    .from(vcRequests)
    .where(and(isTheirs, gt(createdAt, since)))
    .orderBy(desc(createdAt))
    .limit(1)
  return row
}

/** The latest request for an unlock. */
export async function findUnlockRequest(db: Queryable, principalId: PrincipalId, vcId: VcId) {
  const { requestType, createdAt } = vcRequests
  const [row] = await db
    .select({ id: vcRequests.id, repliedAt: vcRequests.repliedAt })
    .from(vcRequests)
    .where(and(eq(vcRequests.principalId, principalId), eq(vcRequests.vcId, vcId), eq(requestType, 'unlock')))
    .orderBy(desc(createdAt))
    .limit(1)
  return row
}

/** A new message reopens an answered request; the same message changes nothing. */
export async function setRequestMessage(db: Queryable, id: string, message: string) {
  const differs = sql`${vcRequests.message} is distinct from ${message}`
  await db
    .update(vcRequests)
    .set({ message, answer: 'new', answerNote: null })
    .where(and(eq(vcRequests.id, id), differs))
}

const merged = alias(directoryInvestors, 'merged')

/** Requests that a user's devices store. Older ones stay on the server. */
export const MAX_REQUESTS = 2000

/** The latest request per kind and investor, latest first. After a merge the investor is the record that stays. */
export const listRequests = preparedQuery((db, principalId: PrincipalKey) => {
  const vcId = sql<VcId>`coalesce(${merged.mergedInto}, ${vcRequests.vcId})`.as('staying_id')
  const { requestType, message, answer, answerNote, replyChoice, replyText, repliedAt, createdAt } = vcRequests
  const vcName = sql<string | null>`coalesce(nullif(${vcs.partnerName}, ''), ${vcs.fundName}, ${directoryInvestors.name})`.as(
    'vc_name',
  )
  const latest = db
    .selectDistinctOn([requestType, vcId], {
      ...{ vcId, vcName, requestType, message, answer, answerNote, createdAt },
      ...{ replyChoice, replyText, repliedAt },
    })
    .from(vcRequests)
    .leftJoin(merged, eq(merged.id, vcRequests.vcId))
    .leftJoin(vcs, eq(vcs.id, vcRequests.vcId))
    .leftJoin(directoryInvestors, eq(directoryInvestors.id, sql`coalesce(${merged.mergedInto}, ${vcRequests.vcId})`))
    .where(eq(vcRequests.principalId, principalId))
    .orderBy(requestType, vcId, desc(createdAt))
    .as('latest')
  return db.select().from(latest).orderBy(desc(latest.createdAt), latest.requestType, latest.vcId).limit(MAX_REQUESTS)
})

export type RequestRow = typeof vcRequests.$inferSelect

/** Maximum number of requests that a guest transfers to an account. */
export const MAX_MOVED_REQUESTS = 2000
/** Maximum number of requests per account that guests may add to. A reset and a deletion write all of them in one statement. */
export const MAX_OWNED_REQUESTS = 10_000

const own = alias(vcRequests, 'own')
const hasItsPlace = and(eq(own.vcId, vcRequests.vcId), eq(own.requestType, vcRequests.requestType), eq(own.day, vcRequests.day))

/** The requests that move with a principal, or only those of the sold contacts that do. */
const areMoved = (from: PrincipalId, sold?: VcId[]) =>
  and(eq(vcRequests.principalId, from), sold && and(eq(vcRequests.requestType, 'unlock'), inArray(vcRequests.vcId, idList(sold))))

/**
 * Requests of one principal, each with another principal's request for the same kind, investor and day. The latest ones, up to
 * the transfer limit. Both are locked.
 */
export function lockClashingRequests(tx: Transaction, from: PrincipalId, to: PrincipalId, sold?: VcId[]) {
  return tx
    .select({ guest: vcRequests, own })
    .from(vcRequests)
    .innerJoin(own, and(eq(own.principalId, to), hasItsPlace))
    .where(areMoved(from, sold))
    .orderBy(desc(vcRequests.createdAt), asc(own.id))
    .limit(MAX_MOVED_REQUESTS)
    .for('update')
}

export async function setRequest(tx: Transaction, id: string, change: Partial<typeof vcRequests.$inferInsert>) {
  await tx.update(vcRequests).set(change).where(eq(vcRequests.id, id))
}

/** Links that were mailed for requests of one principal lead to another principal's requests in the same place. */
export async function moveReplyLinks(tx: Transaction, from: PrincipalId, to: PrincipalId, sold?: VcId[]) {
  const places = tx
    .select({ id: own.id })
    .from(vcRequests)
    .innerJoin(own, and(eq(own.principalId, to), hasItsPlace))
    .where(and(areMoved(from, sold), eq(vcRequests.id, replyLinks.requestId)))
  await tx
    .update(replyLinks)
    .set({ requestId: sql`(${places})` })
    .where(exists(places))
}

export async function deleteRequest(tx: Transaction, id: string) {
  await tx.delete(vcRequests).where(eq(vcRequests.id, id))
}

/** The latest earlier day on which neither principal has such a request. */
export async function findFreeDay(tx: Transaction, { vcId, requestType, day }: RequestRow, owners: PrincipalId[]) {
  const isLike = and(eq(vcRequests.vcId, vcId), eq(vcRequests.requestType, requestType), inArray(vcRequests.principalId, owners))
  const rows = await tx.select({ day: vcRequests.day }).from(vcRequests).where(isLike)
  const taken = new Set(rows.map((row) => row.day))
  let free = day
  while (taken.has(free)) free = dayBefore(free)
  return free
}

const DAY_MS = 24 * 60 * 60 * 1000
const dayBefore = (day: string) => new Date(Date.parse(day) - DAY_MS).toISOString().slice(0, 10)

/**
 * Transfers the latest requests to another owner, up to the limit; the others stay. Those that conflict with a request of the
 * other owner stay as well.
 */
export async function moveRequests(tx: Transaction, from: PrincipalId, to: PrincipalId, sold?: VcId[]) {
  const existing = await tx.$count(vcRequests, eq(vcRequests.principalId, to))
  const room = Math.max(0, Math.min(MAX_MOVED_REQUESTS, MAX_OWNED_REQUESTS - existing))
  const isTaken = exists(
    tx
      .select({ id: own.id })
      .from(own)
      .where(and(eq(own.principalId, to), hasItsPlace)),
  )
  const latest = tx
    .select({ id: vcRequests.id })
    .from(vcRequests)
    .where(and(areMoved(from, sold), not(isTaken)))
    .orderBy(desc(vcRequests.createdAt), desc(vcRequests.id))
    .limit(room)
  await tx.update(vcRequests).set({ principalId: to }).where(inArray(vcRequests.id, latest))
}

/** Deletes what departed investors replied. That they did, and when, is kept. */
export async function forgetRepliesOf(tx: Transaction, investors: VcId[]) {
  if (investors.length === 0) return
  await tx
    .update(vcRequests)
    .set({ replyText: '' })
    .where(and(inArray(vcRequests.vcId, investors), isNotNull(vcRequests.replyText)))
}
