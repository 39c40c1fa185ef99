import type { Transaction } from '#server/database/client.ts'
import { saleMade, saleReversed } from '#server/email/messages/earnings.ts'
import { queueMail } from '#server/email/outbox.ts'
import type { PaymentSubscriber } from '#server/features/orders/settlement/fulfilment.ts'
import { createReplyLink } from '#server/features/replies/service.ts'
import { fullName } from '#shared/accounts/full-name.ts'
import type { VcId } from '#shared/ids.ts'
import type { OrderKind, OrderStatus } from '#shared/orders/contract.ts'
import { UNNAMED_FOUNDER } from './entries.ts'
import { findFounderName, findSellerAddress, hasPayment, isCallOver } from './seller-queries.ts'

const CONTACTS: OrderKind[] = ['vc_unlock', 'vc_contact']
const EARNING: OrderStatus[] = ['paid', 'disputed']
const REVERSED: OrderStatus[] = ['refunded', 'revoked']

/**
 * Mails the investor when a contact is sold, and when a sale is reversed and the share with it. Investors without an account get
 * no mail, because they have no share.
 *
 * A call has mails of its own: booked, and cancelled with its refund. Only the reversal of a call that is over is mailed here.
 */
export const notifySeller =
  ({ base }: { base: () => string }): PaymentSubscriber =>
  async (tx, { order, status, now }) => {
    const isSold = order.paidAt === null && status === 'paid' && CONTACTS.includes(order.kind)
    const isReversed = EARNING.includes(order.status) && REVERSED.includes(status)
    if (!isSold && !(isReversed && (CONTACTS.includes(order.kind) || (await isCallOver(tx, order.id, now))))) return false
    // An order that was not fulfilled has no payment, and nothing was earned.
    if (!(await hasPayment(tx, order.id))) return false
    const seller = await findSellerAddress(tx, order.targetId as VcId)
    if (!seller) return false
    const sale = {
      firstName: seller.firstName,
      founder: await founderName(tx, order.principalId),
      amount: order.amount,
      charity: order.snapshot.charity ?? null,
      link: `${base()}/earnings`,
    }
    const link = isSold
      ? await createReplyLink(tx, {
          ...{ founder: order.principalId, vcId: order.targetId as VcId, userId: seller.userId },
          ...{ now, base: base() },
        })
      : undefined
    await queueMail(tx, {
      to: seller.email,
      template: isSold ? 'sale' : 'sale-reversed',
      message: isSold ? saleMade({ ...sale, replyLink: link?.url }) : saleReversed({ ...sale, isCall: order.kind === 'meeting' }),
      ...(link && { secretUntil: link.expiresAt }),
    })
    return false
  }

async function founderName(tx: Transaction, principalId: Parameters<typeof findFounderName>[1]): Promise<string> {
  const founder = await findFounderName(tx, principalId)
  return (founder && fullName(founder)) || UNNAMED_FOUNDER
}
