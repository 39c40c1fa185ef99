import type { Database, Transaction } from '#server/database/client.ts'
import { newId } from '#server/database/new-id.ts'
import type { MailMessage } from '#server/email/mail-message.ts'
import { refundApproved, refundDeclined } from '#server/email/messages/refunds.ts'
import { type Mail, queueMail, withdrawMail } from '#server/email/outbox.ts'
import { versionConflict } from '#server/features/admin/decision.ts'
import { writeAuditEntry } from '#server/features/admin/write-audit-entry.ts'
import type { NotifyDeps } from '#server/features/bookings/calls/notify-participants.ts'
import { noteDecision } from '#server/features/bookings/calls/report-decided.ts'
import { writeNotice } from '#server/features/notices/service.ts'
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
  approvalMailId,
  dismissWarning,
  findRequest,
  findRequestOf,
  insertRequest,
  lockOrder,
  type OrderRow,
  type RequestRow,
  sumReturned,
  updateRequest,
} from './queries.ts'

export type DecideDeps = NotifyDeps & {
  db: Database
  /** How long the mail about an approval waits for the refund, which is mailed instead. 0: both are mailed. */
  mailDelaySeconds: number
}

/** Statuses from which a refund may be approved: a rejection may be reversed in the buyer's favour, and a failure retried. */
const APPROVABLE: RefundStatus[] = ['requested', 'rejected', 'failed']

/**
 * Approves a refund, once: the decision, its audit entry, the mail and the job commit together.
 *
 * @throws Problem `not-found`; `review.moved-on` when it is already decided, or is not what the admin saw;
 *   `refunds.dispute-open`, `refunds.not-refundable`, `refunds.over-cap`, `refunds.needs-second-admin`
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
 * Refunds an order without a complaint, or approves the existing complaint.
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
    const existing = await findRequestOf(tx, orderId)
    await refuseUnseen(tx, deps, existing, version)
    if (existing && !APPROVABLE.includes(existing.status)) throw new Problem('review.moved-on')
    await refuseWhatCannotGo(tx, order)
    if (existing && countsTowardCap(existing) && !overCap) await refuseOverCap(tx, requestedAt, order, existing)
    const request = existing ?? (await insertRequest(tx, { ...fresh, ...clocksOf(requestedAt) }))
    await send(tx, deps, { admin, order, request, note: note ?? null, action: 'refunded proactively' })
    return request.id
  })
  return readRefund(deps, id)
}

/** Statuses from which a refund may be rejected: a request, and a failed refund whose money is still here. */
const REJECTABLE: RefundStatus[] = ['requested', 'failed']

/**
 * Rejects a refund. A failed one can be rejected only while the order is paid: then no refund is in progress at the provider, and
 * it no longer counts towards the buyer's cap.
 *
 * @throws Problem `not-found`; `review.moved-on` when it is already decided, or is not what the admin saw;
 *   `refunds.dispute-open`, `refunds.not-refundable`
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
      // A refund owed without a request was counted for a cancelled call and will still be sent.
      if (order.owedBackSince === null) await takeBackGiven(tx, order.id)
    }
    await withdrawMail(tx, approvalMailId(request))
    const decided = { status: 'rejected', note: reason, alert: null, decidedAt: deps.now(), decidedBy: admin.id } as const
    await updateRequest(tx, id, decided)
    await record(tx, admin, request, { action: 'declined', after: { status: 'rejected', note: reason } })
    await notice(tx, 'refund-declined', { order, occasion: occasionOf(request, decided.decidedAt), now: decided.decidedAt })
    await noteDecision(tx, deps, order.id, { isReturned: false, occasion: occasionOf(request, decided.decidedAt) })
    await sendMail(tx, order, 'refund-declined', (name) => refundDeclined(name, order, reason))
  })
  return readRefund(deps, id)
}

/** The provider rejected the refund: a dispute is open, or nothing is left to refund. */
export const refundRefused = ({ db }: Pick<DecideDeps, 'db'>, orderId: OrderRow['id']) =>
  db.transaction(async (tx) => {
    await lockOrder(tx, orderId)
    const request = await findRequestOf(tx, orderId)
    if (request?.status === 'approved') await updateRequest(tx, request.id, { status: 'failed', alert: NOT_TAKEN })
  })

const NOT_TAKEN = 'The card provider rejected the refund: a dispute may be open. Once it is over, approve it again.'

/** Locks the order first, then its request: the order in which payment updates lock them. */
async function hold(tx: Transaction, id: string) {
  const found = await findRequest(tx, id)
  const order = found && (await lockOrder(tx, found.orderId))
  const request = found && (await findRequest(tx, id))
  if (!order || !request) throw new Problem('not-found')
  return { order, request }
}

/**
 * Text may have been added to a request since the admin read it. Nothing is compared when the page sends no version, as pages of
 * the previous release do.
 */
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

/** A refund that a rule has requested as well would have been given without a complaint. */
const countsTowardCap = ({ origin, ruleReason }: RequestRow) => origin === 'buyer' && ruleReason === null

async function refuseOverCap(tx: Transaction, now: Date, order: OrderRow, request: RequestRow) {
  if (await hasHadRefunds(tx, requesterOf(order, request), now)) throw new Problem('refunds.over-cap')
}

/** The order may have moved to another buyer since, who did not request the refund. */
const requesterOf = ({ id: orderId, principalId }: OrderRow, request: RequestRow) => ({
  orderId,
  principalId: request.principalId ?? principalId,
})

/** P13, checked again while the order is locked, regardless of the state when the admin read it. */
async function refuseWhatCannotGo(tx: Transaction, order: OrderRow) {
  if (order.status === 'disputed') throw new Problem('refunds.dispute-open')
  if (order.status !== 'paid' || (await sumReturned(tx, order.id)) >= order.amount) throw new Problem('refunds.not-refundable')
}

type Sending = { admin: Account; order: OrderRow; request: RequestRow; note: string | null; action: string }

async function send(tx: Transaction, deps: DecideDeps, { admin, order, request, note, action }: Sending) {
  const { now, mailDelaySeconds } = deps
  await refuseWhatCannotGo(tx, order)
  // No request is open: the refund is the admin's initiative, or the request was rejected before.
  const isOwnIdea = request.origin === 'team' && request.principalId === null
  if (isOwnIdea || request.status === 'rejected') await refuseAlone(tx, admin.id, order, now())
  const attempt = request.attempt + 1
  const decided = { status: 'approved', note, alert: null, attempt, decidedAt: now(), decidedBy: admin.id } as const
  await withdrawMail(tx, approvalMailId(request))
  await updateRequest(tx, request.id, decided)
  if (countsTowardCap(request)) await noteGiven(tx, requesterOf(order, request), now())
  await record(tx, admin, request, { action, after: { status: 'approved', note } })
  const key = `${request.id}:${attempt}`
  await enqueueJob(tx, { kind: REFUND_JOB, key, payload: { orderId: order.id, key } })
  const { refundDueAt } = request
  const held = mailDelaySeconds > 0 ? { id: approvalMailId({ id: request.id, attempt }), seconds: mailDelaySeconds } : undefined
  await notice(tx, 'refund-approved', { order, occasion: key, now: decided.decidedAt })
  await noteDecision(tx, deps, order.id, { isReturned: true, occasion: key })
  await sendMail(tx, order, 'refund-approved', (name) => refundApproved(name, order, { note, refundDueAt }), held)
}

type Recorded = { action: string; after: Pick<RequestRow, 'status' | 'note'> }

const record = (tx: Transaction, admin: Account, { id, status, note }: RequestRow, { action, after }: Recorded) =>
  writeAuditEntry(tx, { actorId: admin.id, action, targetType: 'refund', targetId: id, before: { status, note }, after })

/** A request that was rejected may be reopened, and rejected again with the same attempt. */
const occasionOf = ({ id, attempt }: RequestRow, decidedAt: Date) => `${id}:${attempt}:${decidedAt.getTime()}`

type Decided = { order: OrderRow; occasion: string; now: Date }

const notice = (tx: Transaction, kind: 'refund-approved' | 'refund-declined', { order, occasion, now }: Decided) =>
  writeNotice(
    tx,
    { principalId: order.principalId },
    {
      ...{ kind, subject: occasion, now },
      facts: { orderId: order.id, amount: order.amount },
    },
  )

async function sendMail(
  tx: Transaction,
  order: OrderRow,
  template: string,
  message: (name: string | null) => MailMessage,
  held?: Mail['held'],
) {
  const to = await findRecipient(tx, order)
  if (to) await queueMail(tx, { to: to.email, template, message: message(to.name), ...(held && { held }) })
}

/**
 * Marks a fraud warning as reviewed without a refund. @throws Problem `review.moved-on` when it was dismissed before or does not
 * exist
 */
export const dismissFraudWarning = ({ db, now }: DecideDeps, admin: Account, id: string) =>
  db.transaction(async (tx) => {
    const orderId = await dismissWarning(tx, id, now())
    if (!orderId) throw new Problem('review.moved-on')
    await writeAuditEntry(tx, { actorId: admin.id, action: 'dismissed', targetType: 'fraud-warning', targetId: id })
  })
