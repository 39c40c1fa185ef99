import { and, eq, inArray, or, sql } from 'drizzle-orm'
import { pushDeliveries, pushSubscriptions, sessions } from '#drizzle/schema/index.ts'
import type { Queryable, Transaction } from '#server/database/client.ts'
import type { PrincipalId, UserId } from '#shared/ids.ts'
import type { Notice } from '#shared/notices/contract.ts'

export const hasSubscription = async (db: Queryable, sid: string): Promise<boolean> =>
  (await db.$count(pushSubscriptions, eq(pushSubscriptions.sid, sid))) > 0

/** When pushes were turned on, for each browser of an account that receives them. */
export const listTurnedOn = (db: Queryable, userId: UserId) =>
  db
    .select({ turnedOnAt: pushSubscriptions.createdAt })
    .from(pushSubscriptions)
    .innerJoin(sessions, eq(sessions.sid, pushSubscriptions.sid))
    .where(eq(sessions.userId, userId))

/** Replaces the subscription of the session, and that of an earlier session of the same browser. */
export async function replaceSubscription(tx: Transaction, added: typeof pushSubscriptions.$inferInsert) {
  const { sid, endpointHash } = pushSubscriptions
  await tx.delete(pushSubscriptions).where(or(eq(sid, added.sid), eq(endpointHash, added.endpointHash)))
  // Another tab of the same browser may have been faster.
  await tx.insert(pushSubscriptions).values(added).onConflictDoNothing()
}

/** Removes the subscription of a session, if the session is of this account. */
export async function takeSubscription(tx: Transaction, sid: string, userId: UserId) {
  const own = tx
    .select({ sid: sessions.sid })
    .from(sessions)
    .where(and(eq(sessions.sid, sid), eq(sessions.userId, userId)))
  const [taken] = await tx.delete(pushSubscriptions).where(inArray(pushSubscriptions.sid, own)).returning()
  return taken
}

export async function insertSubscription(tx: Transaction, subscription: typeof pushSubscriptions.$inferInsert) {
  await tx.insert(pushSubscriptions).values(subscription)
}

export async function deleteOldestSubscriptions(tx: Transaction, userId: UserId, left: number) {
  await tx.execute(sql`
    delete from push_subscriptions where id in (
      select p.id from push_subscriptions p join sessions s on s.sid = p.sid where s.user_id = ${userId}
      order by p.created_at desc, p.id desc offset ${left})`)
}

export async function deleteSubscription(db: Queryable, which: { sid: string } | { id: string }) {
  const isIt = 'sid' in which ? eq(pushSubscriptions.sid, which.sid) : eq(pushSubscriptions.id, which.id)
  await db.delete(pushSubscriptions).where(isIt)
}

/** @returns whether the receiver has a subscription */
export async function insertDeliveries(tx: Queryable, to: PrincipalId, noticeId: string): Promise<boolean> {
  const added = await tx.execute(sql`
    insert into push_deliveries (subscription_id, notice_id)
    select p.id, ${noticeId} from push_subscriptions p join sessions s on s.sid = p.sid
    join principals o on o.user_id = s.user_id where o.id = ${to}
    on conflict do nothing`)
  return added.count > 0
}

export type Claimed = { subscriptionId: string; noticeId: string; attempts: number }

/**
 * Claims due deliveries; other nodes skip them. Those that failed before come last, so that they do not delay the others.
 *
 * Stored instants are rounded to milliseconds, so now is rounded as well: a delivery of the current millisecond is due.
 */
export async function claimDeliveries(db: Queryable, most: number, leaseSeconds: number): Promise<Claimed[]> {
  const claimed = await db.execute<Claimed>(sql`
    update push_deliveries set locked_until = now() + make_interval(secs => ${leaseSeconds}), attempts = attempts + 1
    where (subscription_id, notice_id) in (
      select subscription_id, notice_id from push_deliveries
      where send_at <= now()::timestamptz(3) and (locked_until is null or locked_until < now())
      order by least(attempts, 1), send_at limit ${most} for update skip locked)
    returning subscription_id as "subscriptionId", notice_id as "noticeId", attempts`)
  return [...claimed]
}

export type Due = {
  sealed: Uint8Array
  to: PrincipalId
  notice: Pick<Notice, 'id' | 'kind' | 'facts' | 'isRead'> & { createdAt: Date }
  unread: number
  /** The switches of the account that are off. */
  off: string[]
}

/** What is to be sent; undefined once the notice was read or withdrawn, or the subscription or its session has ended. */
export async function findDue(
  db: Queryable,
  { subscriptionId, noticeId }: Claimed,
  { now, idleSince }: { now: Date; idleSince: Date },
): Promise<Due | undefined> {
  const [row] = await db.execute<Omit<Due, 'notice'> & Omit<Due['notice'], 'createdAt'> & { createdAt: string }>(sql`
    select p.sealed, o.id as "to", n.id, n.kind, n.facts, n.is_read as "isRead", n.created_at as "createdAt", a.notices_off as off,
      (select count(*)::int from notices u where u.principal_id = o.id and not u.is_read and u.subject is not null) as unread
    from push_subscriptions p join sessions s on s.sid = p.sid join users a on a.id = s.user_id
    join principals o on o.user_id = s.user_id join notices n on n.principal_id = o.id
    where p.id = ${subscriptionId} and n.id = ${noticeId} and not n.is_read
      and s.expire > ${now.toISOString()}::timestamptz and s.seen_at >= ${idleSince.toISOString()}::timestamptz`)
  if (!row) return undefined
  const { sealed, to, unread, off, createdAt, ...notice } = row
  return { sealed, to, unread, off, notice: { ...notice, createdAt: new Date(createdAt) } }
}

const isIt = ({ subscriptionId, noticeId }: Claimed) =>
  and(eq(pushDeliveries.subscriptionId, subscriptionId), eq(pushDeliveries.noticeId, noticeId))

export async function deleteDelivery(db: Queryable, delivery: Claimed) {
  await db.delete(pushDeliveries).where(isIt(delivery))
}

/** @param isAttempt  false for a delivery that was not tried */
export async function postponeDelivery(db: Queryable, delivery: Claimed, seconds: number, isAttempt: boolean) {
  await db
    .update(pushDeliveries)
    .set({
      sendAt: sql`now() + make_interval(secs => ${seconds})`,
      lockedUntil: null,
      attempts: isAttempt ? delivery.attempts : delivery.attempts - 1,
    })
    .where(isIt(delivery))
}
