import type { OrderEntry } from '#shared/orders/contract.ts'
import { refundRefusal } from '#shared/refunds/eligibility.ts'
import { BANK_TIME, guaranteeEnds } from '#shared/refunds/guarantee.ts'
import { formatUtcDay } from '#web/ui/dates.ts'

export type RefundState =
  /** Nothing to show: not paid, too late, or refunded without a request. */
  | { kind: 'silent' }
  | { kind: 'may-ask'; until: Date }
  /** `until`: a complaint can be added. */
  | { kind: 'told'; word: string; detail: string; tone: 'plain' | 'brass' | 'red'; until?: Date }

/** Due dates are days in UTC, regardless of the reader's time zone. */
export const dayOf = (instant: string | Date) => formatUtcDay(instant)

/** Refund status of a purchase, from local data; it works offline and years later. */
export function refundStateOf(order: OrderEntry, now: Date): RefundState {
  const { status, paidAt, refund } = order
  const paid = paidAt ? new Date(paidAt) : null
  const until = paid && !refundRefusal({ status, paidAt: paid }, now) ? guaranteeEnds(paid) : undefined
  if (refund) return { ...statusOf(refund, now), ...(refund.mayAdd && until && { until }) }
  if (status === 'disputed')
    return toState('In dispute', 'Your bank is reviewing a dispute. We can’t refund until it decides.', 'red')
  return until ? { kind: 'may-ask', until } : { kind: 'silent' }
}

const toState = (word: string, detail: string, tone: 'plain' | 'brass' | 'red' = 'plain'): RefundState => ({
  kind: 'told',
  word,
  detail,
  tone,
})

function statusOf(refund: NonNullable<OrderEntry['refund']>, now: Date): RefundState {
  const { status, note, replyDueAt, refundDueAt, refundedAt } = refund
  switch (status) {
    case 'requested':
      return toState('Refund requested', by('Reply', replyDueAt, now), 'brass')
    case 'approved':
      return toState('Refund approved', by('Refund', refundDueAt, now), 'brass')
    case 'refunded':
      return toState('Refunded', `Refunded on ${dayOf(refundedAt ?? refundDueAt)}. ${BANK_TIME}`)
    case 'rejected':
      return toState('Refund declined', note ?? 'We emailed you the reason.', 'red')
    case 'failed':
      return toState(
        'Refund delayed',
        `Your bank rejected the refund. We are working on it. ${by('Refund', refundDueAt, now)}`,
        'red',
      )
  }
}

const by = (what: string, due: string, now: Date) =>
  now > new Date(due) ? `${what} was due by ${dayOf(due)}. We are late. Sorry.` : `${what} by ${dayOf(due)}.`
