import { accountLabels } from '#shared/accounting/accounts.ts'
import type { AdminLedgerChecks } from '#shared/earnings/admin.ts'
import { formatCents } from '#shared/money.ts'
import type { OrderAlert } from '#shared/orders/alert.ts'
import { count } from '#web/features/admin/format-figures.ts'
import { formatDateTime } from '#web/ui/dates.ts'

const accounts: Record<string, string> = accountLabels

const rules: Record<string, string> = {
  'legs-balance': 'A transaction does not sum to zero',
  share: 'A share is not 85%',
  tax: 'The tax owed differs from the tax of the sale',
  capture: 'A payment differs from its ledger entry',
  'refunds-within-paid': 'Refunds exceed the payment',
  returned: 'A refund is not in the ledger',
  'paid-cash': 'Cash of a payment is not its amount minus refunds',
  'dispute-losses': 'A dispute loss does not match its ledger entry',
  'returned-payments': 'A duplicate payment does not balance to zero',
  'paid-mode': 'Paid in another Stripe mode',
  'booked-unpaid': 'A ledger entry has no payment',
  'held-without-reason': 'A due refund was not sent',
  'refund-unsent': 'An approved refund was not sent',
  'dispute-status': 'A payment and its disputes disagree',
  'payout-waiting': 'The balance does not cover a payout',
  receipt: 'A purchase has no payment or receipt',
  'document-missing': 'A payment or refund has no invoice or credit note',
  'document-amount': 'An invoice or credit note differs from the ledger',
  'document-numbers': 'The numbers of invoices or credit notes have a gap',
  grant: 'Paid but not delivered',
  'grant-unpaid': 'Delivered but not paid',
  'payout-legs': 'A payout differs from its ledger entry',
  'payout-payee': 'A payout went to another account’s owner',
  'payout-withheld': 'A payout includes a revoked listing',
  'payouts-within-matured': 'Payouts exceed matured earnings',
  'overlapping-calls': 'Two calls overlap',
  'hold-past-due': 'A slot is held too long',
  'order-undecided': 'An order has been pending for a day',
  'event-unprocessed': 'A payment event has been unprocessed for a day',
  'provider-books': 'The card provider’s records differ',
}

const alertLabels: Record<OrderAlert, string> = {
  'payment-unknown': 'The card provider has no such payment.',
  'payment-mismatch': 'The payment does not match the order.',
  unresolved: 'Payment status unknown for a day.',
  'paid-back-twice': 'Refunded and also disputed. Submit the refund as evidence before the deadline.',
  'return-failed': 'The refund failed. Return the money another way.',
}

/** An amount in the smallest unit of another currency. */
function formatMinor(amount: number, currency: string): string {
  const format = new Intl.NumberFormat('en', { style: 'currency', currency })
  return format.format(amount / 10 ** (format.resolvedOptions().maximumFractionDigits ?? 2))
}

/** Result of the ledger check, entries that need an admin, and the balances. */
export function LedgerChecks({ violations, alerts, balances, checkedAt, balanceReadAt }: AdminLedgerChecks) {
  const formatCheck = (at: string | null) => (at ? formatDateTime(at) : 'not yet')
  return (
    <>
      <section aria-labelledby="violations" className="mb-12">
        <h2 id="violations" className="border-b border-edge pb-2 text-2xl">
          {violations.length === 0 ? 'Ledger balanced' : count(violations.length, 'failed check', 'failed checks')}
        </h2>
        <p className="py-3 text-sm text-soft">
          Checked {formatCheck(checkedAt)}; reconciled with the card provider {formatCheck(balanceReadAt)}.
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
          Orders needing attention
        </h2>
        {alerts.length === 0 && <p className="py-5 text-soft">None.</p>}
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
          Balances
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
