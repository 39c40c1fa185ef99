import { sql } from 'drizzle-orm'
import type { Transaction } from '#server/database/client.ts'
import { idList } from '#server/database/id-list.ts'
import { idsOfPerson } from '#server/features/listings/sold-listings.ts'
import { ASK_FOR_MONEY } from '#server/features/refunds/job-kinds.ts'
import { enqueueJob } from '#server/jobs/queue.ts'
import type { OrderId, PrincipalId } from '#shared/ids.ts'

const REASON =
  'The buyer has paid twice for the same thing: once signed in and once as a guest. Both purchases are in one account now.'

/**
 * Creates refund requests for an admin where the new owner has paid for the same target twice, with an earlier order or another
 * transferred one: for the later of the two. The orders may already have changed their owner. Two calls with one investor are two
 * targets. The new owner requests nothing, and may have paid for neither, because any address can be entered at a purchase: so it
 * counts towards no cap.
 */
export async function askForDoubled(tx: Transaction, coming: OrderId[], to: PrincipalId) {
  for (const orderId of await listDoubled(tx, coming, to)) {
    await enqueueJob(tx, { kind: ASK_FOR_MONEY, key: orderId, payload: { orderId, reason: REASON, origin: 'team' } })
  }
}

async function listDoubled(tx: Transaction, coming: OrderId[], to: PrincipalId): Promise<OrderId[]> {
  if (coming.length === 0) return []
  const instant = (order: 'one' | 'other') => sql.raw(`(coalesce(${order}.paid_at, ${order}.created_at), ${order}.id)`)
  const rows = await tx.execute<{ id: OrderId }>(sql`
    with coming as materialized (select id, kind, target_id, paid_at, created_at from orders where id in ${idList(coming)} and status = 'paid'),
      theirs as materialized (
        select * from coming
        union select id, kind, target_id, paid_at, created_at from orders where principal_id = ${to} and status = 'paid')
    select distinct case when ${instant('one')} > ${instant('other')} then one.id else other.id end as id
    from coming one cross join lateral ${idsOfPerson(sql`one.target_id`)} person
      join theirs other on other.id <> one.id and other.target_id = person.id
    where (one.kind in ('vc_unlock', 'vc_contact') and other.kind in ('vc_unlock', 'vc_contact'))
      or (one.kind = 'decision_maker' and other.kind = 'decision_maker')`)
  return rows.map(({ id }) => id)
}
