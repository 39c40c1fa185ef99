import type { OrderEntry } from '#shared/orders/contract.ts'
import { REFUND_PROMISE } from '#shared/refunds/guarantee.ts'
import { complaintTexts } from './complaint-texts.ts'
import { RefundArea } from './refund-area.tsx'
import { refundStateOf } from './refund-state.ts'

/** The guarantee below a receipt; it is not printed. */
export function RefundSheet({ order }: { order: OrderEntry }) {
  if (refundStateOf(order, new Date()).kind === 'silent') return null
  return (
    <section aria-labelledby="guarantee" className="mt-6 rounded-box border border-rule bg-sheet p-6 sm:p-8 print:hidden">
      <h2 id="guarantee" className="text-2xl">
        7-day money-back guarantee
      </h2>
      <p className="mt-2 mb-4 text-soft">
        {complaintTexts[order.kind].question} Tell us. {REFUND_PROMISE}
      </p>
      <RefundArea order={order} />
      {order.refund?.reason && (
        <p className="mt-4 border-l-2 border-edge pl-4 text-sm whitespace-pre-line" dir="auto">
          <span className="column-head block">Your message</span>
          {order.refund.reason}
        </p>
      )}
    </section>
  )
}
