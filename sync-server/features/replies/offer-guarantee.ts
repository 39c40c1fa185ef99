import { sql } from 'drizzle-orm'
import type { OrderSnapshot } from '#drizzle/schema/orders.ts'
import type { Transaction } from '#server/database/client.ts'
import { noReply } from '#server/email/messages/replies.ts'
import { queueMail } from '#server/email/outbox.ts'
import { writeNotice } from '#server/features/notices/service.ts'
import { findRecipient } from '#server/features/refunds/find-recipient.ts'
import type { OrderId, PrincipalId, VcId } from '#shared/ids.ts'
import { replyDue } from '#shared/replies/contract.ts'
import { REPLY_DAYS, replyDays } from '#shared/replies/reply-days.ts'
import type { ReplyDeps } from './service.ts'

const DAY_MS = 24 * 60 * 60 * 1000
const BATCH_SIZE = 100
const TEMPLATE = 'no-reply'
/** The guarantee of an older purchase has ended. */
const OLDEST_DAYS = 9

type Overdue = { id: OrderId; principal_id: PrincipalId; vc_id: VcId; snapshot: OrderSnapshot; investor: string; paid_at: string }

/**
 * Notifies founders whose purchase has no reply after the days that it was bought with, once per purchase, while the guarantee lasts. Investors who
 * did not apply have no account to reply with.
 */
export async function offerGuarantee({ db, now, base }: ReplyDeps): Promise<void> {
  const at = now()
  const mailSome = async (tx: Transaction, last: Overdue | undefined) => {
    const overdue = await lockOverdue(tx, at, last)
    for (const { id, principal_id: principalId, vc_id: vcId, snapshot, investor, paid_at: paidAt } of overdue) {
      const { kind, until } = replyDue(new Date(paidAt), snapshot.replyDays, at)
      if (kind !== 'due') continue
      const facts = { vcId, orderId: id, until: until.toISOString() }
      await writeNotice(tx, { principalId }, { kind: 'no-reply', subject: id, facts, now: at })
      const to = await findRecipient(tx, { principalId, snapshot })
      if (!to) continue
      const message = noReply({
        name: to.name,
        investor,
        days: replyDays(snapshot.replyDays),
        until,
        link: `${base()}/receipt/${id}`,
      })
      await queueMail(tx, { to: to.email, template: TEMPLATE, message, orderId: id })
    }
    return overdue.at(-1)
  }
  for (let last: Overdue | undefined; ; ) {
    last = await db.transaction((tx) => mailSome(tx, last))
    if (!last) return
  }
}

/** Purchases that are due for this mail, a page of them, locked against a refund that begins now. */
const lockOverdue = (tx: Transaction, now: Date, last: Overdue | undefined) =>
  tx.execute<Overdue>(sql`
    select o.id, o.principal_id, o.target_id as vc_id, o.snapshot, o.paid_at, coalesce(nullif(v.partner_name, ''), v.fund_name) as investor
    from orders o join vcs v on v.id = o.target_id
    where o.kind in ('vc_unlock', 'vc_contact') and o.status = 'paid'
      and o.paid_at <= ${now.toISOString()}::timestamptz - coalesce((o.snapshot->>'replyDays')::int, ${REPLY_DAYS}) * interval '24 hours'
      and o.paid_at > ${daysBefore(now, OLDEST_DAYS)}
      and not exists (select from refund_requests where order_id = o.id)
      and not exists (select from vc_requests r
        where r.principal_id = o.principal_id and r.vc_id = o.target_id and r.replied_at is not null)
      and not exists (select from mail_outbox where order_id = o.id and template = ${TEMPLATE})
      ${last ? sql`and (o.paid_at, o.id) > (${last.paid_at}::timestamptz, ${last.id})` : sql``}
    order by o.paid_at, o.id limit ${BATCH_SIZE} for update of o skip locked`)

const daysBefore = (now: Date, days: number) => new Date(now.getTime() - days * DAY_MS).toISOString()
