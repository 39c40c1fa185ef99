import type { MailMessage, Paragraph } from '#server/email/mail-message.ts'
import { dayOf, hello } from '#server/email/mail-parts.ts'
import { type Cents, formatCents } from '#shared/money.ts'
import type { OrderKind } from '#shared/orders/contract.ts'
import { receiptLabel } from '#shared/orders/receipt.ts'
import { BANK_TIME, GUARANTEE_DAYS, REFUND_PROMISE } from '#shared/refunds/guarantee.ts'

type Bought = { id: string; kind: OrderKind; targetId: string; amount: Cents; currency: string; snapshot: { title: string } }

const CONTACTS = 'Find your purchase under Contacts in the app, also offline.'
const CALL =
  'Find your call and its calendar entry in the app. You get the contact when free cancellation ends. The call shows when.'
const MARKETPLACE = 'Your project is now public on the Scout marketplace.'

const WHERE_IT_IS: Record<OrderKind, string> = {
  vc_unlock: CONTACTS,
  vc_contact: CONTACTS,
  decision_maker: CONTACTS,
  meeting: CALL,
  scout_publish: MARKETPLACE,
  project_visibility: MARKETPLACE,
}

/** Where the buyer's devices show the purchase. */
function pageOf({ kind, targetId }: Bought): string {
  if (kind === 'meeting') return '/calls'
  if (kind === 'decision_maker') return '/contacts'
  return kind === 'vc_unlock' || kind === 'vc_contact' ? `/contacts/${targetId}` : `/project/${targetId}`
}

/** A guest's purchase is on one device. The receipt's address brings it to others. */
const claimLink = (base: string): Paragraph => ({ label: 'Restore it on another device with this address', url: `${base}/claim` })

/** `invoice`: the number of the attached invoice. */
export type Issued = { name: string | null; number: number; invoice?: string; paidAt: Date; isGuest: boolean; base: string }

/** To the address that a buyer gave for the receipt. */
export const receipt = (bought: Bought, { name, number, invoice, paidAt, isGuest, base }: Issued): MailMessage => ({
  subject: `Your receipt: ${bought.snapshot.title}`,
  paragraphs: [
    hello(name),
    'Thank you for your purchase.',
    `${bought.snapshot.title}: ${formatCents(bought.amount)} (${bought.currency.toUpperCase()}), paid on ${dayOf(paidAt)}.`,
    `Receipt ${receiptLabel(number)}, order ${bought.id}`,
    ...(invoice ? [`Invoice ${invoice} is attached. To add a company or a VAT ID, open the receipt in the app.`] : []),
    WHERE_IT_IS[bought.kind],
    { label: 'Open your purchase', url: `${base}${pageOf(bought)}` },
    `Something wrong? Tell us within ${GUARANTEE_DAYS} days, below the receipt in the app. ${REFUND_PROMISE}`,
    { label: 'Open the receipt', url: `${base}/receipt/${bought.id}` },
    ...(isGuest ? [claimLink(base)] : []),
  ],
})

/** To the buyer, about an automatic refund and its reason. */
export const paymentReturned = (name: string | null, { id, amount, snapshot }: Bought, reason: string): MailMessage => ({
  subject: 'Your payment is being refunded',
  paragraphs: [
    hello(name),
    `Your payment of ${formatCents(amount)} for ${snapshot.title} is being refunded in full. ${BANK_TIME}`,
    reason,
    `Order ${id}`,
  ],
})
