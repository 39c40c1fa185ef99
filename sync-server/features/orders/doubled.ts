import { sql } from 'drizzle-orm'
import { isOfPerson } from '#server/answered-for.ts'
import type { Transaction } from '#server/db.ts'
import { ASK_FOR_MONEY } from '#server/features/refunds/job-kinds.ts'
import { enqueueJob } from '#server/jobs/queue.ts'
import type { OrderId, PrincipalId } from '#shared/ids.ts'

const REASON =
  'The buyer has paid twice for the same thing: once signed in and once as a guest. Both purchases are in one account now.'

/**
 * Puts the money of a purchase before the team that its new owner, or another of the orders that come over, has paid for
 * already: the later of two. The orders may have changed their owner already. Two calls with one investor are two things.
 */
export async function askForDoubled(tx: Transaction, coming: OrderId[], to: PrincipalId) {
  for (const orderId of await listDoubled(tx, coming, to)) {
    await enqueueJob(tx, { kind: ASK_FOR_MONEY, key: orderId, payload: { orderId, reason: REASON } })
  }
}

async function listDoubled(tx: Transaction, coming: OrderId[], to: PrincipalId): Promise<OrderId[]> {
  if (coming.length === 0) return []
  const ids = sql`(${sql.join(
    coming.map((id) => sql`${id}`),
    sql`, `,
  )})`
  const instant = (order: 'one' | 'other') => sql.raw(`(coalesce(${order}.paid_at, ${order}.created_at), ${order}.id)`)
  const rows = await tx.execute<{ id: OrderId }>(sql`
    select distinct case when ${instant('one')} > ${instant('other')} then one.id else other.id end as id
    from orders one join orders other on other.id <> one.id and ${isOfPerson(sql`other.target_id`, sql`one.target_id`)}
      and (other.principal_id = ${to} or other.id in ${ids})
    where one.id in ${ids} and one.status = 'paid' and other.status = 'paid'
      and ((one.kind in ('vc_unlock', 'vc_contact') and other.kind in ('vc_unlock', 'vc_contact'))
        or (one.kind = 'decision_maker' and other.kind = 'decision_maker'))`)
  return rows.map(({ id }) => id)
}
