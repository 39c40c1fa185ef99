import type { EarningsBalance } from '#shared/earnings/contract.ts'
import { MINIMUM_PAYOUT } from '#shared/earnings/payout.ts'
import { type Cents, formatCents, formatPrice } from '#shared/money.ts'
import { GUARANTEE_DAYS } from '#shared/refunds/guarantee.ts'

/** The four parts of a balance. The payable part is styled as the total. */
export function BalanceStrip({ balance, needsDetails = false }: { balance: EarningsBalance; needsDetails?: boolean }) {
  const { inWindow, held, payable, onItsWay, paidOut } = balance
  return (
    <dl aria-label="Your balance" className="grid grid-cols-2 gap-y-6 border-y border-rule py-6 lg:grid-cols-[1.2fr_1fr_1fr_1fr]">
      <div className="col-span-2 lg:col-span-1">
        <dt className="column-head">Payable</dt>
        <dd
          className={`rule-double mt-1 inline-block min-w-32 pb-0.5 font-serif text-5xl leading-12 ${payable < 0 ? 'text-red' : 'text-brass'}`}
        >
          {formatCents(payable)}
        </dd>
        <dd className="mt-1.5 max-w-52 text-xs text-soft">{aboutPayable(payable, needsDetails)}</dd>
      </div>
      <Part label="Pending (7-day guarantee)" amount={inWindow} note={`${GUARANTEE_DAYS} days after a sale, and after a call`} />
      <Part label="On hold" amount={held} note="until a dispute, a refund or a cancelled call is settled" />
      <Part
        label="Paid out"
        amount={paidOut}
        note={onItsWay > 0 ? `and ${formatCents(onItsWay)} in transfer` : 'to your account so far'}
      />
    </dl>
  )
}

function aboutPayable(payable: Cents, needsDetails: boolean): string {
  if (payable < 0) return 'A sale was refunded after its payout. The amount is deducted from your next sales.'
  if (payable < MINIMUM_PAYOUT) return `Minimum payout: ${formatPrice(MINIMUM_PAYOUT)}.`
  return needsDetails ? 'Enter your payout details to be paid.' : 'Included in the next payout.'
}

const Part = ({ label, amount, note }: { label: string; amount: Cents; note: string }) => (
  <div className="border-rule pr-3 last:col-span-2 last:border-0 lg:border-l lg:pl-5 lg:last:col-span-1 lg:last:border-l">
    <dt className="column-head">{label}</dt>
    <dd className="mt-1 font-serif text-4xl leading-10">{formatCents(amount)}</dd>
    <dd className="mt-1 text-xs text-soft">{note}</dd>
  </div>
)
