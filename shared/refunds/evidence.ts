import { type Cents, formatCents } from '#shared/money.ts'
import type { OrderKind } from '#shared/orders/contract.ts'
import { receiptLabel } from '#shared/orders/receipt.ts'
import type { RefundEntry } from './contract.ts'

export type Evidence = {
  orderId: string
  kind: OrderKind
  title: string
  amount: Cents
  paidAt: string | null
  buyer: { name: string | null; email: string | null }
  receiptNumber: number | null
  firstViewedAt: string | null
  withdrawal: { words: string; shownAt: string } | null
  /** `origin`: with `team` no buyer requested it, or the buyer was refunded before. */
  refund: (RefundEntry & { origin: 'buyer' | 'team'; ruleReason?: string | null }) | null
}

const CONTACT = 'direct contact details of one person, delivered online at once'
const PROJECT = "publication of the buyer's project on a public marketplace"
const PRODUCTS: Record<OrderKind, string> = {
  vc_unlock: CONTACT,
  vc_contact: CONTACT,
  decision_maker: CONTACT,
  meeting: 'a 30-minute call with one person, at a time that the buyer chose',
  scout_publish: PROJECT,
  project_visibility: PROJECT,
}

/** `2026-11-22 09:30 UTC` */
const at = (instant: string) => `${instant.slice(0, 10)} ${instant.slice(11, 16)} UTC`

/** The recorded facts of a purchase, as text for the form of a card's bank. It contains no assumptions. */
export function evidenceOf(known: Evidence): string {
  const { refund } = known
  return [
    `Product: ${known.title} (${PRODUCTS[known.kind]})`,
    `Order: ${known.orderId}${known.receiptNumber === null ? '' : `, receipt ${receiptLabel(known.receiptNumber)}`}`,
    `Amount: ${formatCents(known.amount)}${known.paidAt === null ? '' : `, paid ${at(known.paidAt)}`}`,
    `Buyer: ${[known.buyer.name, known.buyer.email].filter(Boolean).join(', ') || 'a guest who gave no address'}`,
    known.firstViewedAt === null
      ? 'Delivery: no delivery to a device of the buyer is on record.'
      : `Delivery: first delivered to the buyer's device ${at(known.firstViewedAt)}.`,
    known.withdrawal === null
      ? 'Terms: none are on record for this order.'
      : `Terms shown at the pay button ${at(known.withdrawal.shownAt)}: "${known.withdrawal.words}"`,
    refund === null ? 'Refund: the buyer did not ask for one within the 7-day guarantee.' : refundLine(refund),
  ].join('\n')
}

function refundLine({ origin, requestedAt, status, reason, ruleReason }: NonNullable<Evidence['refund']>): string {
  const [began, wrote] = origin === 'buyer' ? ['asked for', 'The buyer wrote'] : ['before our team since', 'On record']
  const rule = ruleReason ? ` On record: "${ruleReason}"` : ''
  return `Refund: ${began} ${at(requestedAt)}; state: ${status}.${reason ? ` ${wrote}: "${reason}"` : ''}${rule}`
}
