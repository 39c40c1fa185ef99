import type { AdminBooks } from '#shared/earnings/admin.ts'
import { formatCents } from '#shared/money.ts'
import type { OrderAlert } from '#shared/orders/alert.ts'
import { count } from '#web/features/admin/format-figures.ts'
import { formatDateTime } from '#web/ui/dates.ts'

const accounts: Record<string, string> = {
  cash: 'Cash',
  stripe_fees: 'Card fees',
  dispute_losses: 'Lost to disputes beyond what was left',
  investor_payable: 'Owed to investors',
  charity_payable: 'Owed to charities',
  platform_revenue: 'Our own part',
  returned_payments: 'Second payments, sent back',
}

const rules: Record<string, string> = {
  'legs-balance': 'Legs do not sum to zero',
  share: 'A share is not 85%',
  capture: 'A payment is not booked as it was made',
  'refunds-within-paid': 'More went back than was paid',
  returned: 'Money that went back still stands in the books',
  'paid-cash': 'The cash of a payment is not its amount less what went back',
  'dispute-losses': 'What disputes took is not booked as a loss, or not all of it is one',
  'returned-payments': 'Second payments did not come to nothing',
  'paid-mode': 'Paid with keys of another mode',
  'booked-unpaid': 'Booked, and never paid',
  'held-without-reason': 'Money that must go back is still here',
  'refund-unsent': 'An approved refund was not sent',
  'dispute-status': 'A payment and its disputes say different things',
  'payout-waiting': 'The balance does not cover a payout',
  receipt: 'A purchase without payment or receipt',
  grant: 'Paid, and nothing handed over',
  'grant-unpaid': 'Handed over, and not paid',
  'payout-legs': 'A payout is not booked as it was made',
  'payout-payee': 'A payout is for somebody else than its account belongs to',
  'payout-withheld': 'A payout was made of a revoked listing',
  'payouts-within-matured': 'More was paid out than had matured',
  'overlapping-calls': 'Two calls overlap',
  'hold-past-due': 'An hour is held too long',
  'order-undecided': 'An order is undecided for a day',
  'event-unprocessed': 'News of a payment waits for a day',
  'provider-books': 'The card provider says something else',
}

const alertLabels: Record<OrderAlert, string> = {
  'payment-unknown': 'The card provider does not know its payment.',
  'payment-mismatch': 'Its payment is not what was agreed.',
  unresolved: 'It is not known for a day whether it is paid.',
  'paid-back-twice': 'It was refunded, and a dispute takes the money again. Send the refund as evidence while that is possible.',
  'return-failed': 'Its money must go back, and the refund did not succeed. Please return it another way.',
}

/** An amount in the smallest unit of another currency. */
function formatMinor(amount: number, currency: string): string {
  const format = new Intl.NumberFormat('en', { style: 'currency', currency })
  return format.format(amount / 10 ** (format.resolvedOptions().maximumFractionDigits ?? 2))
}

/** Result of the ledger check, entries that need an admin, and the balances. */
export function BooksQueue({ violations, alerts, balances, checkedAt, balanceReadAt }: AdminBooks) {
  const formatCheck = (at: string | null) => (at ? formatDateTime(at) : 'not yet')
  return (
    <>
      <section aria-labelledby="violations" className="mb-12">
        <h2 id="violations" className="border-b border-edge pb-2 text-2xl">
          {violations.length === 0
            ? 'The books are whole'
            : count(violations.length, 'thing does not hold', 'things do not hold')}
        </h2>
        <p className="py-3 text-sm text-soft">
          Checked {formatCheck(checkedAt)}; held against the card provider’s account {formatCheck(balanceReadAt)}.
        </p>
        <ul className="divide-y divide-rule">
          {violations.map(({ rule, subject, detail, foundAt }) => (
            <li key={`${rule} ${subject}`} className="py-3">
              <p className="font-medium text-red">{rules[rule] ?? rule}</p>
              <p className="text-sm break-all">{subject}</p>
              <p className="text-sm break-words text-soft">
                {detail}, since {formatDateTime(foundAt)}
              </p>
            </li>
          ))}
        </ul>
      </section>
      <section aria-labelledby="order-alerts" className="mb-12">
        <h2 id="order-alerts" className="border-b border-edge pb-2 text-2xl">
          Orders that need a person
        </h2>
        {alerts.length === 0 && <p className="py-5 text-soft">None does.</p>}
        <ul className="divide-y divide-rule">
          {alerts.map(({ orderId, title, alert, detail, createdAt }) => (
            <li key={orderId} className="py-3">
              <p className="font-medium break-words" dir="auto">
                {title}
              </p>
              <p className="text-sm break-words text-red">
                {alertLabels[alert]}
                {detail && ` (${detail})`}
              </p>
              <p className="text-sm break-all text-soft">
                {orderId}, {formatDateTime(createdAt)}
              </p>
            </li>
          ))}
        </ul>
      </section>
      <section aria-labelledby="balances" className="mb-12">
        <h2 id="balances" className="border-b border-edge pb-2 text-2xl">
          What stands in them
        </h2>
        <dl>
          {balances.map(({ account, amount, currency = 'usd' }) => (
            <div key={`${account} ${currency}`} className="flex items-baseline justify-between gap-4 border-b border-rule py-3">
              <dt className="text-soft">{accounts[account] ?? account}</dt>
              <dd className="font-serif text-xl">{currency === 'usd' ? formatCents(amount) : formatMinor(amount, currency)}</dd>
            </div>
          ))}
        </dl>
      </section>
    </>
  )
}
