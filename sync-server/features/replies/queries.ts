import { and, eq, gt, isNull, lte, sql } from 'drizzle-orm'
import { principals, replyLinks, vcRequests } from '#drizzle/schema/index.ts'
import type { OrderSnapshot } from '#drizzle/schema/orders.ts'
import type { Queryable, Transaction } from '#server/database/client.ts'
import { recordOf, soldListings } from '#server/features/listings/sold-listings.ts'
import type { PrincipalId, UserId, VcId } from '#shared/ids.ts'
import type { OrderStatus } from '#shared/orders/contract.ts'
import type { Reply, ReplyChoice } from '#shared/replies/contract.ts'

export type RequestToReplyTo = {
  id: string
  /** The founder. */
  principal_id: PrincipalId
  vc_id: VcId
  /** The name of the listing. */
  investor: string
  request_type: 'unlock' | 'intro'
  reply_choice: ReplyChoice | null
  reply_text: string | null
  /** The last order of an unlock that was paid. */
  status: OrderStatus | null
  snapshot: OrderSnapshot | null
  /** The founder has an account with a proved address. */
  is_proved: boolean
}

/**
 * A request for one of the principal's own listings, locked. An unlock that was never paid was not sent, and is not found. Requests of
 * the sample data have no orders.
 */
export async function lockRequest(tx: Transaction, principalId: PrincipalId, id: string): Promise<RequestToReplyTo | undefined> {
  const [row] = await tx.execute<RequestToReplyTo>(sql`
    with ${soldListings(principalId)}
    select r.id, r.principal_id, r.vc_id, coalesce(nullif(v.partner_name, ''), v.fund_name) as investor, r.request_type,
      r.reply_choice, r.reply_text, bought.status, bought.snapshot,
      exists (select from principals p join users u on u.id = p.user_id
        where p.id = r.principal_id and u.email_verified_at is not null) as is_proved
    from vc_requests r join shown using (vc_id) join vcs v on v.id = shown.listing
    left join lateral (
      select status, snapshot from orders
      where orders.principal_id = r.principal_id and target_id = r.vc_id and kind in ('vc_unlock', 'vc_contact')
        and paid_at is not null and r.request_type = 'unlock'
      order by orders.created_at desc limit 1
    ) bought on true
    where r.id = ${id} and (r.request_type = 'intro' or bought.status is not null or r.id like 'req\\_demo\\_%')
    for update of r`)
  return row
}

export async function setReply(tx: Transaction, requestId: string, { choice, text, repliedAt }: Reply) {
  const reply = { replyChoice: choice, replyText: text, repliedAt: new Date(repliedAt) }
  await tx.update(vcRequests).set(reply).where(eq(vcRequests.id, requestId))
}

export async function insertLink(tx: Transaction, link: typeof replyLinks.$inferInsert) {
  await tx.insert(replyLinks).values(link)
}

/** The account that owns a listing, or that has taken over the record. */
export async function findHost(db: Queryable, vcId: VcId): Promise<UserId | undefined> {
  const [host] = await db.execute<{ user_id: UserId | null }>(sql`
    select user_id from vcs where id = ${vcId} or (replaces_id = ${recordOf(vcId)} and is_verified and claim_revoked_at is null)
    order by (id = ${vcId}) desc limit 1`)
  return host?.user_id ?? undefined
}

/** An unexpired link, with the principal of the account that it was mailed to. */
export async function findLink(db: Queryable, tokenHash: string, now: Date) {
  const [link] = await db
    .select({ requestId: replyLinks.requestId, bookingId: replyLinks.bookingId, principalId: principals.id })
    .from(replyLinks)
    .innerJoin(principals, and(eq(principals.userId, replyLinks.userId), isNull(principals.mergedInto)))
    .where(and(eq(replyLinks.tokenHash, tokenHash), gt(replyLinks.expiresAt, now)))
  return link
}

export async function deleteExpiredLinks(db: Queryable, now: Date) {
  await db.delete(replyLinks).where(lte(replyLinks.expiresAt, now))
}
