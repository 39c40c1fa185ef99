import type { OrderEntry, OrderKind, OrderStatus } from '#shared/orders/contract.ts'
import type { OwnHistory } from './queries.ts'

/** One row of a user's history: time, kind, link target, amount. */
export type LedgerLine = {
  id: string
  /** ISO instant. */
  at: string
  what: string
  title: string
  href: string | undefined
  amount: OrderEntry['amount'] | undefined
  standing: { word: string; tone: 'plain' | 'green' | 'red' }
  hasReceipt: boolean
  /** The order behind it, for a purchase. */
  order?: OrderEntry
}

export const kindLabel: Record<OrderKind, string> = {
  vc_unlock: 'Contact',
  vc_contact: 'Contact',
  meeting: 'Call',
  decision_maker: 'Decision maker',
  scout_publish: 'Scout listing',
  project_visibility: 'Project visibility',
}

export const standings: Record<OrderStatus, LedgerLine['standing']> = {
  pending: { word: 'Not paid', tone: 'plain' },
  processing: { word: 'Processing', tone: 'plain' },
  failed: { word: 'Not paid', tone: 'plain' },
  paid: { word: 'Paid', tone: 'plain' },
  refunded: { word: 'Refunded', tone: 'plain' },
  disputed: { word: 'In dispute', tone: 'red' },
  revoked: { word: 'Revoked', tone: 'red' },
  cancelled: { word: 'Cancelled', tone: 'plain' },
  expired: { word: 'Expired', tone: 'plain' },
}

const answers = { new: 'Requested', forwarded: 'Forwarded', declined: 'Declined' } as const

/** Requests and purchases in one list, the latest first. A request that became a purchase is one row: the purchase. */
export function historyRows({ orders, requests }: OwnHistory): LedgerLine[] {
  const purchases = orders.map(
    (order): LedgerLine => ({
      id: order.id,
      at: order.createdAt,
      what: kindLabel[order.kind],
      title: order.title,
      href: hrefOf(order),
      amount: order.amount,
      hasReceipt: order.receiptNumber !== null,
      order,
      standing: isUnlocked(order) ? { word: 'Unlocked', tone: 'green' } : standings[order.status],
    }),
  )
  const requested = requests
    .filter(({ requestType }) => requestType === 'intro')
    .map(
      ({ id, vcId, vcName, createdAt, answer }): LedgerLine => ({
        id,
        at: createdAt,
        what: 'Introduction requested',
        title: vcName ?? 'An investor',
        href: `/vc/${vcId}`,
        amount: undefined,
        hasReceipt: false,
        standing: { word: answers[answer], tone: 'plain' },
      }),
    )
  return [...purchases, ...requested].sort((a, b) => b.at.localeCompare(a.at))
}

const isUnlocked = ({ kind, status }: OrderEntry) =>
  status === 'paid' && (kind === 'vc_unlock' || kind === 'vc_contact' || kind === 'decision_maker')

/** Page of the purchased item. An unlock that is still valid links to the contact. */
function hrefOf({ kind, targetId, status }: OrderEntry): string | undefined {
  if (kind === 'scout_publish' || kind === 'project_visibility') return `/project/${targetId}`
  if (kind === 'meeting') return '/calls'
  if (kind === 'decision_maker') return status === 'paid' ? '/contacts' : undefined
  return status === 'paid' ? `/contacts/${targetId}` : `/vc/${targetId}`
}
