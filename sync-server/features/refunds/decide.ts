import type { Database, Transaction } from '#server/database/client.ts'
import { newId } from '#server/database/new-id.ts'
import type { MailMessage } from '#server/email/letter.ts'
import { refundApproved, refundDeclined } from '#server/email/messages/refunds.ts'
import { queueMail } from '#server/email/outbox.ts'
import { versionConflict } from '#server/features/admin/decision.ts'
import { recordDecision } from '#server/features/admin/record-decision.ts'
import { REFUND_JOB } from '#server/features/orders/settlement/refund-jobs.ts'
import type { Account } from '#server/http/session.ts'
import { enqueueJob } from '#server/jobs/queue.ts'
import { Problem } from '#shared/problem.ts'
import type { AdminRefund, ApproveRefund, RefundUnasked, RejectRefund } from '#shared/refunds/admin.ts'
import type { RefundStatus } from '#shared/refunds/contract.ts'
import { clocksOf } from '#shared/refunds/guarantee.ts'
import { readRefund } from './admin.ts'
import { refuseAlone } from './alone.ts'
import { hasHadRefunds, noteGiven, takeBackGiven } from './cap.ts'
import { findRecipient } from './find-recipient.ts'
import {
  findRequest,
  findRequestOf,
  insertRequest,
  lockOrder,
  type OrderRow,
  type RequestRow,
  sumReturned,
  updateRequest,
} from './queries.ts'

export type DecideDeps = { db: Database; now: () => Date }

/** From where the money may be sent: a refusal may be taken back in the buyer's favour, a failure tried again. */
const APPROVABLE: RefundStatus[] = ['requested', 'rejected', 'failed']

/**
 * Sends the money back, once: the decision, its line in the audit log, the mail and the work commit together.
 *
 * @throws Problem `not-found`; `review.moved-on` when it is decided already, or is not what the admin saw; `refunds.dispute-open`,
 *   `refunds.not-refundable`, `refunds.over-cap`, `refunds.needs-second-admin`
 */
export async function approveRefund(deps: DecideDeps, admin: Account, id: string, given: ApproveRefund): Promise<AdminRefund> {
  await deps.db.transaction(async (tx) => {
    const { order, request } = await hold(tx, id)
    await refuseUnseen(tx, deps, request, given.version)
    if (!APPROVABLE.includes(request.status)) throw new Problem('review.moved-on')
    if (countsTowardCap(request) && !given.overCap) await refuseOverCap(tx, deps.now(), order, request)
    await send(tx, deps, { admin, order, request, note: given.note ?? null, action: 'approved' })
  })
  return readRefund(deps, id)
}

/**
 * The team gives back the money of an order that nobody complained of, or approves the complaint there is.
 *
 * @throws Problem as `approveRefund` does
 */
export async function refundByAdmin(
  deps: DecideDeps,
  admin: Account,
  { orderId, note, overCap, version }: RefundUnasked,
): Promise<AdminRefund> {
  const id = await deps.db.transaction(async (tx) => {
    const order = await lockOrder(tx, orderId)
    if (!order) throw new Problem('not-found')
    const requestedAt = deps.now()
    const fresh = { id: newId<string>('rfd'), orderId, status: 'requested', origin: 'team', reason: '', requestedAt } as const
    const standing = await findRequestOf(tx, orderId)
    await refuseUnseen(tx, deps, standing, version)
    if (standing && !APPROVABLE.includes(standing.status)) throw new Problem('review.moved-on')
    await refuseWhatCannotGo(tx, order)
    if (standing && countsTowardCap(standing) && !overCap) await refuseOverCap(tx, requestedAt, order, standing)
    const request = standing ?? (await insertRequest(tx, { ...fresh, ...clocksOf(requestedAt) }))
    await send(tx, deps, { admin, order, request, note: note ?? null, action: 'refunded unasked' })
    return request.id
  })
  return readRefund(deps, id)
}

/** What may be refused: a wish, and a refund that did not go through while its money is still here. */
const REJECTABLE: RefundStatus[] = ['requested', 'failed']

/**
 * Declines a refund. One that failed is declined only while the order is paid: then nothing is on its way at the provider, and it
 * counts toward the buyer's cap no more.
 *
 * @throws Problem `not-found`; `review.moved-on` when it is decided already, or is not what the admin saw; `refunds.dispute-open`,
 *   `refunds.not-refundable`
 */
export async function rejectRefund(
  deps: DecideDeps,
  admin: Account,
  id: string,
  { reason, version }: RejectRefund,
): Promise<AdminRefund> {
  await deps.db.transaction(async (tx) => {
    const { order, request } = await hold(tx, id)
    await refuseUnseen(tx, deps, request, version)
    if (!REJECTABLE.includes(request.status)) throw new Problem('review.moved-on')
    if (request.status === 'failed') {
      await refuseWhatCannotGo(tx, order)
      // Owed without a request, it was counted for a cancelled call and still comes.
      if (order.owedBackSince === null) await takeBackGiven(tx, order.id)
    }
    const decided = { status: 'rejected', note: reason, alert: null, decidedAt: deps.now(), decidedBy: admin.id } as const
    await updateRequest(tx, id, decided)
    await record(tx, admin, request, { action: 'declined', after: { status: 'rejected', note: reason } })
    await tell(tx, order, 'refund-declined', (name) => refundDeclined(name, order, reason))
  })
  return readRefund(deps, id)
}

/** The provider would not take the refund: a dispute is open, or there is nothing left to send. */
export const refundRefused = ({ db }: Pick<DecideDeps, 'db'>, orderId: OrderRow['id']) =>
  db.transaction(async (tx) => {
    await lockOrder(tx, orderId)
    const request = await findRequestOf(tx, orderId)
    if (request?.status === 'approved') await updateRequest(tx, request.id, { status: 'failed', alert: NOT_TAKEN })
  })

const NOT_TAKEN = 'The card provider did not take the refund: a dispute may be open. Once it is over, approve it again.'

/** The order first, then its request: the order in which news of the money hold them. */
async function hold(tx: Transaction, id: string) {
  const found = await findRequest(tx, id)
  const order = found && (await lockOrder(tx, found.orderId))
  const request = found && (await findRequest(tx, id))
  if (!order || !request) throw new Problem('not-found')
  return { order, request }
}

/** Words may have joined a request since the admin read it. Nothing is compared where the page names no version, as those of the last release. */
async function refuseUnseen(
  tx: Transaction,
  { now }: Pick<DecideDeps, 'now'>,
  request: RequestRow | undefined,
  version: number | null | undefined,
) {
  if (version === undefined) return
  const current = request && (await readRefund({ db: tx, now }, request.id))
  if ((current?.version ?? null) !== version) throw current ? versionConflict(current) : new Problem('review.moved-on')
}

/** What a rule has asked as well, the buyer would have got without a complaint. */
const countsTowardCap = ({ origin, ruleReason }: RequestRow) => origin === 'buyer' && ruleReason === null

async function refuseOverCap(tx: Transaction, now: Date, order: OrderRow, request: RequestRow) {
  if (await hasHadRefunds(tx, askedBy(order, request), now)) throw new Problem('refunds.over-cap')
}

/** The order may have come to another buyer since, who did not ask. */
const askedBy = ({ id: orderId, principalId }: OrderRow, request: RequestRow) => ({
  orderId,
  principalId: request.principalId ?? principalId,
})

/** P13, asked again while the order is held: whatever was true when the admin looked. */
async function refuseWhatCannotGo(tx: Transaction, order: OrderRow) {
  if (order.status === 'disputed') throw new Problem('refunds.dispute-open')
  if (order.status !== 'paid' || (await sumReturned(tx, order.id)) >= order.amount) throw new Problem('refunds.not-refundable')
}

type Sending = { admin: Account; order: OrderRow; request: RequestRow; note: string | null; action: string }

async function send(tx: Transaction, { now }: DecideDeps, { admin, order, request, note, action }: Sending) {
  await refuseWhatCannotGo(tx, order)
  // No request is open: it is the admin's own idea, or a request that was refused before.
  const isOwnIdea = request.origin === 'team' && request.principalId === null
  if (isOwnIdea || request.status === 'rejected') await refuseAlone(tx, admin.id, order, now())
  const attempt = request.attempt + 1
  const decided = { status: 'approved', note, alert: null, attempt, decidedAt: now(), decidedBy: admin.id } as const
  await updateRequest(tx, request.id, decided)
  if (countsTowardCap(request)) await noteGiven(tx, askedBy(order, request), now())
  await record(tx, admin, request, { action, after: { status: 'approved', note } })
  const key = `${request.id}:${attempt}`
  await enqueueJob(tx, { kind: REFUND_JOB, key, payload: { orderId: order.id, key } })
  const { refundDueAt } = request
  await tell(tx, order, 'refund-approved', (name) => refundApproved(name, order, { note, refundDueAt }))
}

type Recorded = { action: string; after: Pick<RequestRow, 'status' | 'note'> }

const record = (tx: Transaction, admin: Account, { id, status, note }: RequestRow, { action, after }: Recorded) =>
  recordDecision(tx, { actorId: admin.id, action, targetType: 'refund', targetId: id, before: { status, note }, after })

async function tell(tx: Transaction, order: OrderRow, template: string, letter: (name: string | null) => MailMessage) {
  const to = await findRecipient(tx, order)
  if (to) await queueMail(tx, { to: to.email, template, letter: letter(to.name) })
}
