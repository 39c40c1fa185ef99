import { and, count, desc, eq, inArray, isNotNull, max, type SQL, sql } from 'drizzle-orm'
import {
  auditLog,
  mailOutbox,
  principals,
  processedMutations,
  projects,
  pushSubscriptions,
  sessions,
  tickets,
  users,
  vcs,
} from '#drizzle/schema/index.ts'
import type { Queryable, Transaction } from '#server/database/client.ts'
import type { PrincipalId, UserId } from '#shared/ids.ts'

export type CustomerRow = NonNullable<Awaited<ReturnType<typeof findCustomer>>>

export async function findCustomer(db: Queryable, id: PrincipalId) {
  const [row] = await db
    .select({ principal: principals, user: users })
    .from(principals)
    .leftJoin(users, eq(users.id, principals.userId))
    .where(eq(principals.id, id))
  return row
}

export async function readSessions(db: Queryable, userId: UserId) {
  const [row] = await db
    .select({ sessions: count(sessions.sid), pushDevices: count(pushSubscriptions.id), lastSeenAt: max(sessions.seenAt) })
    .from(sessions)
    .leftJoin(pushSubscriptions, eq(pushSubscriptions.sid, sessions.sid))
    .where(eq(sessions.userId, userId))
  return row ?? { sessions: 0, pushDevices: 0, lastSeenAt: null }
}

export const listOwnListings = (db: Queryable, userId: UserId, limit: number) =>
  db.select().from(vcs).where(eq(vcs.userId, userId)).orderBy(desc(vcs.submittedAt), desc(vcs.id)).limit(limit)

/** Projects that were published once: a draft is visible to its founder only. */
export const listPublishedOf = (db: Queryable, userId: UserId, limit: number) =>
  db
    .select({
      id: projects.id,
      name: projects.companyName,
      status: projects.status,
      isPublished: projects.isPublished,
      publishedAt: projects.publishedAt,
    })
    .from(projects)
    .where(and(eq(projects.userId, userId), isNotNull(projects.publishedAt)))
    .orderBy(desc(projects.publishedAt), desc(projects.id))
    .limit(limit)

export const listTicketsOf = (db: Queryable, principalId: PrincipalId, limit: number) =>
  db
    .select({
      id: tickets.id,
      number: tickets.number,
      kind: tickets.kind,
      subject: tickets.subject,
      status: tickets.status,
      createdAt: tickets.createdAt,
    })
    .from(tickets)
    .where(eq(tickets.principalId, principalId))
    .orderBy(desc(tickets.createdAt), desc(tickets.id))
    .limit(limit)

/**
 * Mails to the address of an account. For a guest: those about its orders, because any guest may type any address.
 */
export function listMailsOf(db: Queryable, { principal, user }: CustomerRow, limit: number) {
  const isTheirs: SQL = user
    ? eq(sql`lower(${mailOutbox.recipient})`, user.email.toLowerCase())
    : inArray(mailOutbox.orderId, sql`(select id from orders where principal_id = ${principal.id})`)
  return db
    .select({
      id: mailOutbox.id,
      template: mailOutbox.template,
      createdAt: mailOutbox.createdAt,
      sentAt: mailOutbox.sentAt,
      failedAt: mailOutbox.failedAt,
    })
    .from(mailOutbox)
    .where(isTheirs)
    .orderBy(desc(mailOutbox.createdAt), desc(mailOutbox.id))
    .limit(limit)
}

/** The latest mutations of a principal, counted by their outcome. */
export async function countMutations(db: Queryable, principalId: PrincipalId, limit: number) {
  const { id, status, createdAt } = processedMutations
  const latest = db
    .select({ status, createdAt })
    .from(processedMutations)
    .where(eq(processedMutations.principalId, principalId))
    .orderBy(desc(id))
    .limit(limit)
    .as('latest')
  const ofStatus = (outcome: 'applied' | 'refused') => sql<number>`count(*) filter (where ${latest.status} = ${outcome})::int`
  const [row] = await db
    .select({ applied: ofStatus('applied'), refused: ofStatus('refused'), lastAt: max(latest.createdAt) })
    .from(latest)
  return row ?? { applied: 0, refused: 0, lastAt: null }
}

export async function lockAccess(tx: Transaction, id: PrincipalId) {
  await tx.execute(sql`select pg_advisory_xact_lock(hashtextextended(${`access:${id}`}, 0))`)
}

type View = { adminId: UserId; targetType: string; targetId: string }

/** Serialises the views of one customer by one admin: of two at the same time, one is recorded. */
export async function lockViews(tx: Transaction, { adminId, targetId }: View) {
  await tx.execute(sql`select pg_advisory_xact_lock(hashtextextended(${`viewed:${adminId}:${targetId}`}, 0))`)
}

export async function hasViewedSince(tx: Transaction, { adminId, targetType, targetId }: View, action: string, since: Date) {
  const { id, actorId, createdAt } = auditLog
  const isTarget = and(eq(auditLog.targetType, targetType), eq(auditLog.targetId, targetId), eq(auditLog.action, action))
  const isLater = sql`${createdAt} > ${since.toISOString()}::timestamptz`
  return (
    (
      await tx
        .select({ id })
        .from(auditLog)
        .where(and(isTarget, eq(actorId, adminId), isLater))
        .limit(1)
    ).length > 0
  )
}
