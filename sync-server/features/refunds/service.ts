import * as v from 'valibot'
import type { Database, Transaction } from '#server/database/client.ts'
import { newId } from '#server/database/new-id.ts'
import { refundRequested } from '#server/email/messages/refunds.ts'
import { queueMail } from '#server/email/outbox.ts'
import { lockCaller } from '#server/features/accounts/sessions/lock-caller.ts'
import type { CallerRef } from '#server/http/session.ts'
import type { FraudWarning } from '#server/payments/payments-port.ts'
import type { OrderId } from '#shared/ids.ts'
import { Problem } from '#shared/problem.ts'
import { AskRefund, MAX_REASON_LENGTH, type RefundEntry } from '#shared/refunds/contract.ts'
import { refundRefusal } from '#shared/refunds/eligibility.ts'
import { clocksOf } from '#shared/refunds/guarantee.ts'
import { cut } from '#shared/text.ts'
import { findRecipient } from './find-recipient.ts'
import { presentRefund, takesComplaint } from './present.ts'
import { findRequestOf, insertRequest, lockOrder, type OrderRow, type RequestRow, saveWarning, updateRequest } from './queries.ts'

/** The buyer's text together with later no-show reports. */
const MAX_JOINED_LENGTH = 3 * MAX_REASON_LENGTH

/** The job's payload. Entries written by the previous release have no origin. */
const RefundJobPayload = v.object({ ...AskRefund.entries, origin: v.optional(v.picklist(['buyer', 'team']), 'buyer') })

/** A rejected request, open for an admin again. The previous answer stays until the next decision. */
const reopened = (requestedAt: Date) =>
  ({ status: 'requested', requestedAt, ...clocksOf(requestedAt), decidedAt: null, decidedBy: null }) as const

const joined = (existing: string, added: string) =>
  existing.includes(added) ? existing : cut([existing, added].filter(Boolean).join('\n\n'), MAX_JOINED_LENGTH)

/** A request once it is the buyer's: the earlier text of a rule is kept beside the buyer's text. */
const asBuyers = ({ origin, reason, ruleReason }: RequestRow, added: string) =>
  origin === 'team' && reason !== ''
    ? ({ origin: 'buyer', reason: added, ruleReason: joined(ruleReason ?? '', reason) } as const)
    : ({ origin: 'buyer', reason: joined(reason, added) } as const)

export type AskDeps = { db: Database; now: () => Date }

/**
 * Creates the buyer's refund request for an order, once: repeating it returns the same request in its current state. A request
 * that a rule or an admin has created is not the buyer's: the buyer's text is added to it, and it is reopened if it was rejected.
 * It counts towards the cap only where no rule had created it: a complaint must not cost a buyer what others get without one.
 *
 * @throws Problem `not-found`, also for an order of another principal; `refunds.*`
 */
export const askRefund = (
  { db, now }: AskDeps,
  caller: Partial<CallerRef>,
  { orderId, reason }: AskRefund,
): Promise<RefundEntry> =>
  db.transaction(async (tx) => {
    const order = await lockOrder(tx, orderId)
    const { principalId, account } = caller
    if (!order || order.principalId !== principalId) throw new Problem('not-found')
    // After the order, in the order of an erasure.
    await lockCaller(tx, { principalId, account })
    const existing = await findRequestOf(tx, orderId)
    if (existing && !takesComplaint(existing)) return presentRefund(existing)
    const requestedAt = now()
    const refusal = refundRefusal(order, requestedAt)
    if (refusal) throw new Problem(refusal)
    if (existing) {
      const isOpen = existing.status === 'requested'
      const requester = { principalId, ...asBuyers(existing, reason) }
      return confirm(tx, order, await updateRequest(tx, existing.id, { ...requester, ...(!isOpen && reopened(requestedAt)) }))
    }
    const request = { id: newId<string>('rfd'), orderId, principalId, status: 'requested', origin: 'buyer' } as const
    return confirm(tx, order, await insertRequest(tx, { ...request, reason, requestedAt, ...clocksOf(requestedAt) }))
  })

/** Mails the buyer that the request has arrived. A repeated request changes nothing and sends no mail. */
async function confirm(tx: Transaction, order: OrderRow, request: RequestRow): Promise<RefundEntry> {
  const to = await findRecipient(tx, order)
  const template = 'refund-requested'
  if (to) await queueMail(tx, { to: to.email, template, message: refundRequested(to.name, order, request) })
  return presentRefund(request)
}

/**
 * Creates a refund request for an admin: for a call to which the investor did not come, or of which each side claims that it
 * came, for a call that its buyer cancelled above the cap, for a duplicate purchase, or for a sale that was paid out to an
 * investor who has left. The seven days of the guarantee may have passed: a call is up to two weeks ahead. An earlier rejection
 * does not cover later events, so the request is reopened. To a request that is still open the reason is added, and it keeps its
 * due dates and its origin. A refund in progress or completed stays unchanged.
 *
 * Duplicate purchases and departed sellers involve no complaint of a buyer. Such a request has the origin `team`: the cap does
 * not reject it, and it does not count towards the cap, also where the buyer complains before or after.
 */
export const askForMoney =
  ({ db, now }: AskDeps) =>
  (payload: unknown): Promise<void> =>
    db.transaction(async (tx) => {
      const { orderId, reason, origin } = v.parse(RefundJobPayload, payload)
      const order = await lockOrder(tx, orderId)
      // A dispute may be won: then the request is still relevant.
      if (order?.status !== 'paid' && order?.status !== 'disputed') return
      const requestedAt = now()
      const { principalId } = order
      const requester = { principalId, origin }
      const existing = await findRequestOf(tx, orderId)
      if (existing?.status === 'rejected') {
        const both = origin === 'buyer' ? asBuyers(existing, reason) : { reason: joined(existing.reason, reason) }
        await updateRequest(tx, existing.id, { ...requester, ...both, ...reopened(requestedAt) })
        return
      }
      const isOpen = existing?.status === 'requested' || existing?.status === 'failed'
      // A job may run twice: a text that is already included is not added again.
      if (isOpen && origin === 'team' && existing.origin === 'buyer') {
        await updateRequest(tx, existing.id, { ruleReason: joined(existing.ruleReason ?? '', reason) })
      } else if (isOpen) {
        await updateRequest(tx, existing.id, { reason: joined(existing.reason, reason) })
      }
      const request = { ...requester, status: 'requested', reason, requestedAt, ...clocksOf(requestedAt) } as const
      if (!existing) await insertRequest(tx, { id: newId<string>('rfd'), orderId, ...request })
    })

/** Stores fraud warnings of the card network for a payment, once each. They flag the order for admins and change nothing. */
export async function recordWarnings(db: Database, orderId: OrderId, warnings: FraudWarning[]) {
  for (const warning of warnings) await saveWarning(db, { ...warning, orderId })
}
