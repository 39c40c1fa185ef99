import { formatCents } from '#shared/money.ts'
import type { OrderKind } from '#shared/orders/contract.ts'
import type { AdminWarning } from '#shared/refunds/admin.ts'
import { Facts } from '#web/features/admin/facts.tsx'
import { formatDateTime } from '#web/ui/dates.ts'

type Purchase = Omit<AdminWarning, 'id' | 'fraudType' | 'warnedAt' | 'isOpen'>

const kinds: Record<OrderKind, string> = {
  vc_unlock: 'Contact',
  vc_contact: 'Contact',
  meeting: 'Call',
  decision_maker: 'Decision maker',
  scout_publish: 'Scout listing',
  project_visibility: 'Project visibility',
}

export const orderKindLabel = (kind: OrderKind): string => kinds[kind]

export const buyerLabel = ({ buyer }: Pick<Purchase, 'buyer'>) => buyer.name ?? buyer.email ?? 'A guest'

/** The purchase behind a decision about money, and whether the buyer has seen what was bought. */
export const PurchaseFacts = (purchase: Purchase) => (
  <Facts
    title="Purchase"
    facts={[
      { label: 'What', value: `${kinds[purchase.kind]}: ${purchase.title}` },
      { label: 'Amount', value: <span className="text-brass tabular-nums">{formatCents(purchase.amount)}</span> },
      { label: 'Paid', value: purchase.paidAt && formatDateTime(purchase.paidAt) },
      { label: 'Order', value: `${purchase.orderId} (${purchase.orderStatus})` },
      {
        label: 'Buyer',
        value: `${buyerLabel(purchase)}${purchase.buyer.hasAccount || !purchase.buyer.email ? '' : ' (a guest)'}`,
      },
      { label: 'Email', value: purchase.buyer.email },
      { label: 'First seen', value: purchase.firstViewedAt && formatDateTime(purchase.firstViewedAt) },
    ]}
  />
)
