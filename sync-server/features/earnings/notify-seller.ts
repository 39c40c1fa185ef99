import type { Transaction } from '#server/database/client.ts'
import { saleMade, saleReversed } from '#server/email/messages/earnings.ts'
import { queueOptionalMail } from '#server/email/optional-mail.ts'
import { wasNoticed, writeNotice } from '#server/features/notices/service.ts'
import type { PaymentSubscriber } from '#server/features/orders/settlement/fulfilment.ts'
import { createReplyLink } from '#server/features/replies/links.ts'
import { findUnlockRequest } from '#server/features/unlocks/requests.ts'
import { fullName } from '#shared/accounts/full-name.ts'
import type { VcId } from '#shared/ids.ts'
import { cents } from '#shared/money.ts'
import type { OrderKind, OrderStatus } from '#shared/orders/contract.ts'
import { UNNAMED_FOUNDER } from './entries.ts'
import { findFounderName, findSellerAddress, hasPayment, isCallOver } from './seller-queries.ts'

const CONTACTS: OrderKind[] = ['vc_unlock', 'vc_contact']
const EARNING: OrderStatus[] = ['paid', 'disputed']
/** A payment that a won dispute brought back for a purchase that was made again is refunded: until then its order is cancelled. */
const DELIVERED: OrderStatus[] = [...EARNING, 'cancelled']
const REVERSED: OrderStatus[] = ['refunded', 'revoked']

/**
 * Notifies the investor when a contact is sold, and when a sale is reversed and the share with it, in the app and by mail; of a
 * dispute in the app alone. Investors without an account get neither, because they have no share.
 *
 * A call has notices and mails of its own: booked, and cancelled with its refund. Only the reversal of a call that is over is
 * among these. The first update of a payment may also be one of its dispute.
 */
export const notifySeller =
  ({ base }: { base: () => string }): PaymentSubscriber =>
  async (tx, { order, intent, status, now }) => {
    const isFirst = order.paidAt === null
    const isSold = isFirst && EARNING.includes(status) && CONTACTS.includes(order.kind)
    const isReversed = !isFirst && DELIVERED.includes(order.status) && REVERSED.includes(status)
    const wasPaid = isFirst || order.status === 'paid'
    const isDisputed = wasPaid && status === 'disputed' && [...CONTACTS, 'meeting'].includes(order.kind)
    if (!isSold && !isDisputed && !(isReversed && (CONTACTS.includes(order.kind) || (await isCallOver(tx, order.id, now)))))
      return false
    // An order that was not fulfilled has no payment, and nothing was earned.
    if (!(await hasPayment(tx, order.id))) return false
    const seller = await findSellerAddress(tx, order.targetId as VcId)
    if (!seller) return false
    const to = { userId: seller.userId }
    // Sellers see the price, without the tax that the buyer paid.
    const amount = cents(order.amount - (order.snapshot.tax?.amount ?? 0))
    const facts = { orderId: order.id, amount }
    const request = isSold ? await findUnlockRequest(tx, order.principalId, order.targetId as VcId) : undefined
    if (request)
      await writeNotice(tx, to, {
        ...{ kind: 'sale', subject: order.id, now },
        facts: { requestId: request.id, amount },
      })
    if (isDisputed)
      await writeNotice(tx, to, { kind: 'sale-disputed', subject: `${order.id}:${intent.cases.length}`, facts, now })
    if (isDisputed && !isSold) return false
    if (isReversed) {
      // A purchase that is refused is refunded until its card accepts it. Its seller read nothing of the payment's return.
      if (order.refusal && (await wasNoticed(tx, to, 'sale-reversed', order.id))) return false
      const subject = `${order.id}:${intent.refunds.length}:${intent.cases.length}`
      if (!(await writeNotice(tx, to, { kind: 'sale-reversed', subject, facts, now }))) return false
    }
    const sale = {
      firstName: seller.firstName,
      founder: await founderName(tx, order.principalId),
      amount,
      charity: order.snapshot.charity ?? null,
      link: `${base()}/earnings`,
    }
    const link = isSold
      ? await createReplyLink(tx, {
          ...{ founder: order.principalId, vcId: order.targetId as VcId, userId: seller.userId },
          ...{ now, base: base() },
        })
      : undefined
    await queueOptionalMail(
      tx,
      { group: isSold ? 'sales' : undefined, base: base() },
      {
        to: seller.email,
        template: isSold ? 'sale' : 'sale-reversed',
        message: isSold
          ? saleMade({ ...sale, replyLink: link?.url, replyDays: order.snapshot.replyDays })
          : saleReversed({ ...sale, isCall: order.kind === 'meeting' }),
        ...(link && { secretUntil: link.expiresAt }),
      },
    )
    return false
  }

async function founderName(tx: Transaction, principalId: Parameters<typeof findFounderName>[1]): Promise<string> {
  const founder = await findFounderName(tx, principalId)
  return (founder && fullName(founder)) || UNNAMED_FOUNDER
}
