import { and, eq, inArray, isNotNull, isNull, ne, notInArray, sql } from 'drizzle-orm'
import { orders, principals, projects, vcs } from '#drizzle/schema/index.ts'
import type { Queryable, Transaction } from '#server/database/client.ts'
import { listMergedInto } from '#server/features/directory/import/suppressions.ts'
import { isResponsibleFor } from '#server/features/listings/sold-listings.ts'
import { REFUND_JOB } from '#server/features/orders/settlement/refund-jobs.ts'
import { ASK_FOR_MONEY } from '#server/features/refunds/job-kinds.ts'
import type { OrderId, PrincipalId, ProjectId, UserId, VcId } from '#shared/ids.ts'
import type { OrderStatus } from '#shared/orders/contract.ts'

/** Orders in these states are not final: money may still move, and the buyer may have to be contacted. */
const UNSETTLED: OrderStatus[] = ['pending', 'processing', 'failed', 'disputed']

const CAN_STILL_BE_PAID: OrderStatus[] = ['pending', 'processing', 'failed']

/** Locks orders before everything else: payment updates also lock orders first, and then the purchased rows. */
export async function lockOrdersOf(tx: Transaction, principalId: PrincipalId) {
  await tx.select({ id: orders.id }).from(orders).where(eq(orders.principalId, principalId)).orderBy(orders.id).for('update')
}

export async function listOwnListings(tx: Transaction, userId: UserId): Promise<VcId[]> {
  const rows = await tx.select({ id: vcs.id }).from(vcs).where(eq(vcs.userId, userId)).for('update')
  return rows.map(({ id }) => id)
}

export async function listOwnProjects(tx: Transaction, userId: UserId): Promise<ProjectId[]> {
  return (await tx.select({ id: projects.id }).from(projects).where(eq(projects.userId, userId))).map(({ id }) => id)
}

/**
 * Imported records that the account's own listings replaced: an import would publish them again. A listing that is in review
 * again replaced its record earlier. A listing that was never approved replaced none, and its claim may be an impostor's. A
 * record for which another account is responsible, or which is online for another account, is not included, nor one whose listing
 * or claim an admin has revoked. The records that were merged into one of them are included.
 */
export async function listReplacedRecords(tx: Transaction, userId: UserId): Promise<VcId[]> {
  const isOthers = sql`exists (select from vcs other where other.replaces_id = ${vcs.replacesId}
    and other.is_verified and other.user_id is distinct from ${userId})`
  const rows = await tx
    .selectDistinct({ id: vcs.replacesId })
    .from(vcs)
    .where(
      and(
        eq(vcs.userId, userId),
        isNotNull(vcs.replacesId),
        isNotNull(vcs.replacedAt),
        ne(vcs.reviewStatus, 'revoked'),
        isNull(vcs.revokedAt),
        isNull(vcs.claimRevokedAt),
        sql`exists (select from vcs v where v.id = ${vcs.id} and ${isResponsibleFor(sql`${vcs.replacesId}`)})`,
        sql`not ${isOthers}`,
      ),
    )
  const records = rows.flatMap(({ id }) => id ?? [])
  return [...records, ...(await listMergedInto(tx, records))]
}

export async function listOpenOrdersOf(tx: Transaction, principalId: PrincipalId): Promise<OrderId[]> {
  const rows = await tx
    .select({ id: orders.id })
    .from(orders)
    .where(and(eq(orders.principalId, principalId), inArray(orders.status, CAN_STILL_BE_PAID)))
  return rows.map(({ id }) => id)
}

/** Deleted accounts with at least one order that still contains an address. */
export async function listLeftWithNames(db: Queryable): Promise<PrincipalId[]> {
  const hasLeft = and(eq(principals.kind, 'account'), isNull(principals.userId))
  const rows = await db
    .selectDistinct({ id: principals.id })
    .from(principals)
    .innerJoin(orders, eq(orders.principalId, principals.id))
    .where(and(hasLeft, sql`${orders.snapshot} ? 'receiptEmail'`))
  return rows.map(({ id }) => id)
}

/** The addresses stored in the clear on the orders of a principal; null for orders without an address. */
export async function listTypedAddresses(db: Queryable, principalId: PrincipalId): Promise<(string | null)[]> {
  const rows = await db
    .selectDistinct({ typed: typedAddress })
    .from(orders)
    .where(and(eq(orders.principalId, principalId), isInClear))
  return rows.map(({ typed }) => typed)
}

const typedAddress = sql<string | null>`${orders.snapshot} ->> 'receiptEmail'`
const isInClear = sql`not ${orders.snapshot} ? 'receiptKey'`

type Pseudonym = { typed: string | null; email: string; key: string }

/**
 * Replaces the addresses on the orders of a principal by pseudonyms, in one statement. Until an order is settled, the address
 * stays beside its pseudonym, also the account's own.
 */
export async function pseudonymise(db: Queryable, principalId: PrincipalId, pseudonyms: Pseudonym[]) {
  const named = ({ email, key }: Pseudonym) => ({ receiptKey: key, receiptEmail: email })
  const byAddress = Object.fromEntries(pseudonyms.flatMap((one) => (one.typed === null ? [] : [[one.typed, named(one)]])))
  const nameless = pseudonyms.find(({ typed }) => typed === null)
  // Addresses are looked up in a JSON object and not in a list per order: strangers may have typed thousands.
  const becomes = sql`coalesce(${JSON.stringify(byAddress)}::jsonb -> (${typedAddress}),
    case when ${typedAddress} is null then ${nameless ? JSON.stringify(named(nameless)) : null}::jsonb end)`
  await db.execute(sql`
    update orders set snapshot = orders.snapshot || named.becomes
    from (select id, ${becomes} as becomes from orders where principal_id = ${principalId} and ${isInClear}) named
    where orders.id = named.id and named.becomes is not null`)
}

/**
 * A refund is promised or about to start, or the provider refused it and the money is still here: a card may charge it back
 * permanently.
 */
const isGoingBack = sql`(case ${orders.status} when 'refunded' then false when 'revoked' then false
  else ${orders.owedBackSince} is not null or (${orders.status} = 'cancelled' and ${orders.paidAt} is not null)
    or exists (select from jobs j where j.kind in (${REFUND_JOB}, ${ASK_FOR_MONEY}) and j.key = ${orders.id} and j.done_at is null) end)`

/** @returns the number of orders that keep their address because they are not settled */
export async function forgetAddresses(db: Queryable, principalId: PrincipalId): Promise<number> {
  const isNamed = and(eq(orders.principalId, principalId), sql`${orders.snapshot} ? 'receiptEmail'`)
  const isAnswered = sql`not exists (
    select from refund_requests r where r.order_id = ${orders.id} and r.status in ('requested', 'approved', 'failed'))`
  await db
    .update(orders)
    .set({ snapshot: sql`${orders.snapshot} - 'receiptEmail'` })
    .where(and(isNamed, isAnswered, notInArray(orders.status, UNSETTLED), sql`not ${isGoingBack}`))
  return db.$count(orders, isNamed)
}
