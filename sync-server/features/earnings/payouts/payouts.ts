import type { Database, Transaction } from '#server/database/client.ts'
import { newId } from '#server/database/new-id.ts'
import { payoutSent } from '#server/email/messages/earnings.ts'
import { queueMail } from '#server/email/outbox.ts'
import { writeAuditEntry } from '#server/features/admin/write-audit-entry.ts'
import { type FourEyesDeps, preparerKey, refuseAlone } from '#server/features/earnings/four-eyes.ts'
import { writeNotice } from '#server/features/notices/service.ts'
import { enqueueJob, runJobSoon } from '#server/jobs/queue.ts'
import type { AdminPayouts, PayoutBatch, PayoutLine } from '#shared/earnings/admin.ts'
import { MINIMUM_PAYOUT } from '#shared/earnings/payout.ts'
import type { UserId } from '#shared/ids.ts'
import type { AccountKey } from '#shared/ledger/account.ts'
import { cents } from '#shared/money.ts'
import { Problem } from '#shared/problem.ts'
import { isCovered, listPayable, type Payable } from './payable.ts'
import { lockPayouts } from './payable-queries.ts'
import { listPayeeDetails, requirePaidTo } from './payee-details.ts'
import { listDestinations } from './payout-account.ts'
import { listDetails, notePaidTo } from './payout-details-queries.ts'
import {
  type BatchRow,
  closeBatch,
  closeLines,
  findOpenBatch,
  insertBatch,
  insertPayoutLegs,
  listBatches,
  listLines,
  listOpenLines,
  lockBatch,
  lockLine,
  settleLine,
} from './queries.ts'
import { SEND_PAYOUT, type SendWork } from './send-payout.ts'

/** `isConnect`: the provider transfers where it can; otherwise an admin pays everything manually. */
export type PayoutDeps = FourEyesDeps & { db: Database; isConnect: boolean }
export type Payer = { adminId: UserId; email: string; base: string }

export const listPayouts = ({ db, now, isConnect, payoutAlone }: PayoutDeps): Promise<AdminPayouts> =>
  db.transaction(
    async (tx) => {
      const payable = await listPayable(tx, now())
      const about = { now: now(), isConnect }
      const batches = await present(tx, await listBatches(tx), payable, about)
      const accounts = payable.filter(({ amount }) => amount !== 0)
      const details = await detailsOf(
        tx,
        accounts.map(({ userId }) => userId),
        about,
      )
      return {
        minimum: MINIMUM_PAYOUT,
        alone: payoutAlone,
        accounts: accounts.map(({ account, payee, email, userId, amount, payable: ready, standing }) => ({
          account,
          payee,
          email,
          amount,
          payable: ready,
          standing,
          ...details(userId),
        })),
        batches,
      }
    },
    { isolationLevel: 'repeatable read', accessMode: 'read only' },
  )

/**
 * Reserves everything that is ready, except for investors whom an admin would pay and who have no payout details yet. While a
 * batch is open, every request returns that batch.
 *
 * @throws Problem `payouts.nothing`
 */
export const makeBatch = (deps: PayoutDeps, { adminId, email }: Payer): Promise<PayoutBatch> =>
  deps.db.transaction(async (tx) => {
    const { now, isConnect, keyring } = deps
    await lockPayouts(tx)
    const open = await findOpenBatch(tx)
    if (open) return presentOne(tx, open, deps)
    const { ready, stored } = await listReady(tx, deps)
    if (ready.length === 0) throw new Problem('payouts.nothing')
    const destinations = isConnect ? await listDestinations(tx, ready, now()) : undefined
    const batch = {
      id: newId<string>('pay'),
      createdBy: adminId,
      preparerKey: await preparerKey(keyring, email),
      createdAt: now(),
    }
    const lines = ready.map(({ account, payee, vcId, userId, payable: amount }) => ({
      id: newId<string>('pol'),
      batchId: batch.id,
      account,
      amount,
      payee,
      vcId,
      userId,
      destination: destinations?.get(account) ?? null,
      paidTo: (userId && stored?.get(userId)?.masked) ?? null,
      createdAt: now(),
    }))
    await insertBatch(tx, batch, lines)
    const total = lines.reduce((sum, { amount }) => sum + amount, 0)
    await audit(tx, adminId, batch.id, 'prepared', null, { status: 'open', lines: lines.length, total })
    return presentOne(tx, { ...batch, status: 'open', reference: null, closedAt: null, paidBy: null }, deps)
  })

/** What can be paid now, and the payout details of its payees where an admin pays them. */
async function listReady(tx: Transaction, { now, isConnect }: PayoutDeps) {
  const ready = (await listPayable(tx, now())).filter(({ standing }) => standing === 'ready')
  if (isConnect) return { ready, stored: undefined }
  const payees = ready.flatMap(({ userId }) => userId ?? [])
  const stored = await listDetails(tx, payees)
  return { ready: ready.filter(({ userId }) => userId === null || stored.has(userId)), stored }
}

/**
 * Marks a batch as paid: posts the legs of each line, once, and mails each investor. Provider transfers are sent by one job per
 * line, which does both once the transfer is made. The payable amounts are computed again under the lock, so that nothing is paid
 * that a refund or dispute has taken in between.
 *
 * @throws Problem `payouts.closed`, `payouts.not-covered`, `payouts.no-details`, `payouts.details-changed`,
 *   `payouts.needs-second-admin`
 */
export const payBatch = (
  deps: PayoutDeps,
  { adminId, email: own, base }: Payer,
  id: string,
  reference: string,
): Promise<PayoutBatch> =>
  deps.db.transaction(async (tx) => {
    const { now } = deps
    const batch = await lockOpen(tx, id, (locked) => locked.status === 'paid' && locked.reference === reference)
    if (batch.status === 'paid') return presentOne(tx, batch, deps)
    const { lines } = await presentOne(tx, batch, deps)
    const leaving = lines.filter(({ status }) => status === 'open')
    if (leaving.some(({ isCovered }) => !isCovered)) throw new Problem('payouts.not-covered')
    if (leaving.length === 0) throw new Problem('payouts.nothing')
    const by = { id: adminId, key: await preparerKey(deps.keyring, own) }
    await refuseAlone(tx, deps, batch, by, cents(leaving.reduce((sum, { amount }) => sum + amount, 0)))
    const byHand = leaving.filter(({ goes }) => goes === 'by-hand')
    const open = await listOpenLines(tx, id)
    const paidTo = deps.isConnect ? new Map() : await requirePaidTo(tx, open, batch.createdAt)
    for (const [line, destination] of paidTo) await notePaidTo(tx, line, destination)
    await insertPayoutLegs(tx, byHand, now())
    await closeLines(tx, { batchId: id, goes: 'by-hand' }, { status: 'paid', paidAt: now() })
    await closeLines(tx, { batchId: id, goes: 'by-transfer' }, { status: 'sending' })
    await closeBatch(tx, id, { status: 'paid', reference, closedAt: now(), paidBy: adminId })
    for (const { id: lineId } of leaving.filter(({ goes }) => goes === 'by-transfer')) {
      await enqueueJob(tx, { kind: SEND_PAYOUT, key: lineId, payload: { lineId, base } satisfies SendWork })
    }
    for (const { id: lineId, email, payee, amount } of byHand) {
      const message = payoutSent({ payee, amount, reference, base, paidTo: paidTo.get(lineId) })
      if (email) await queueMail(tx, { to: email, template: 'payout', message })
    }
    for (const { id: lineId, userId, amount, destination } of open) {
      const kind = destination === null ? 'payout-paid' : 'payout-sending'
      if (userId) await writeNotice(tx, { userId }, { kind, subject: lineId, facts: { amount }, now: now() })
    }
    await audit(tx, adminId, id, 'paid', { status: 'open' }, { status: 'paid', reference })
    return presentOne(tx, { ...batch, status: 'paid', reference, closedAt: now() }, deps)
  })

/**
 * Releases the amounts that a batch has reserved, or those of one line. A line whose transfer is not made yet, for example
 * because it waits for balance, is withdrawn by its job, which alone knows whether the transfer is made.
 *
 * @throws Problem `payouts.closed`, `not-found`
 */
export const withdraw = (deps: PayoutDeps, { adminId, base }: Payer, id: string, lineId?: string): Promise<PayoutBatch> =>
  deps.db.transaction(async (tx) => {
    const { now } = deps
    const batch = await lockOpen(tx, id, (locked) => locked.status === (lineId === undefined ? 'withdrawn' : 'paid'))
    if (batch.status === 'paid' && lineId !== undefined) {
      if (await stopSending(tx, { id, lineId, base }, now())) {
        await audit(tx, adminId, id, 'removed a line from', { line: lineId, status: 'sending' }, { line: lineId })
      }
      return presentOne(tx, batch, deps)
    }
    if (batch.status === 'withdrawn') return presentOne(tx, batch, deps)
    const closed = await closeLines(tx, { batchId: id, ...(lineId !== undefined && { id: lineId }) }, { status: 'withdrawn' })
    if (lineId !== undefined) {
      if (closed === 0) throw new Problem('not-found')
      await audit(tx, adminId, id, 'removed a line from', { lines: closed }, { lines: 0 })
      return presentOne(tx, batch, deps)
    }
    await closeBatch(tx, id, { status: 'withdrawn', reference: null, closedAt: now(), paidBy: null })
    await audit(tx, adminId, id, 'withdrew', { status: 'open' }, { status: 'withdrawn' })
    return presentOne(tx, { ...batch, status: 'withdrawn', closedAt: now() }, deps)
  })

/** @returns whether this call requested it; false when an earlier one has, or the line is already withdrawn */
async function stopSending(tx: Transaction, { id, lineId, base }: { id: string; lineId: string; base: string }, now: Date) {
  const line = await lockLine(tx, lineId)
  if (line?.batchId !== id) throw new Problem('not-found')
  if (line.status === 'withdrawn' || (line.status === 'sending' && line.withdrawAskedAt !== null)) return false
  if (line.status !== 'sending') throw new Problem('payouts.closed')
  await settleLine(tx, lineId, { withdrawAskedAt: now })
  const work = { kind: SEND_PAYOUT, key: lineId }
  await enqueueJob(tx, { ...work, payload: { lineId, base } satisfies SendWork })
  await runJobSoon(tx, work)
  return true
}

/**
 * Locks an open batch together with the payout lock; or returns a batch already in the requested state, when a call is repeated.
 */
async function lockOpen(tx: Transaction, id: string, isRepeat: (batch: BatchRow) => boolean): Promise<BatchRow> {
  await lockPayouts(tx)
  const batch = await lockBatch(tx, id)
  if (!batch) throw new Problem('not-found')
  if (batch.status !== 'open' && !isRepeat(batch)) throw new Problem('payouts.closed')
  return batch
}

/** As the contract, whose accounts are texts. */
type PresentedBatch = Omit<PayoutBatch, 'lines'> & { lines: PresentedLine[] }
type PresentedLine = PayoutLine & { account: AccountKey }

type About = { now: Date; isConnect: boolean }

async function presentOne(tx: Transaction, batch: BatchRow, { now, isConnect }: PayoutDeps): Promise<PresentedBatch> {
  const [one] = await present(tx, [batch], await listPayable(tx, now()), { now: now(), isConnect })
  if (!one) throw new Error(`The batch ${batch.id} disappeared within its own transaction`)
  return one
}

async function present(tx: Transaction, batches: BatchRow[], payable: Payable[], about: About): Promise<PresentedBatch[]> {
  const lines = await listLines(
    tx,
    batches.map(({ id }) => id),
  )
  const byAccount = new Map(payable.map((one) => [one.account, one]))
  const isToPay = ({ status, destination }: (typeof lines)[number]) => status === 'open' && destination === null
  const details = await detailsOf(
    tx,
    lines.filter(isToPay).map(({ userId }) => userId),
    about,
  )
  const detailsOfLine = ({ userId, paidTo }: (typeof lines)[number]) => {
    const found = details(userId)
    // A line of the previous release: the team knows where to pay it, as it does for a charity.
    return found?.details.masked === null && paidTo === null ? undefined : found
  }
  return batches.map((batch) => {
    const own = lines.filter(({ batchId }) => batchId === batch.id)
    return {
      id: batch.id,
      status: batch.status,
      reference: batch.reference,
      createdAt: batch.createdAt.toISOString(),
      closedAt: batch.closedAt?.toISOString() ?? null,
      total: cents(own.reduce((sum, { status, amount }) => sum + (status === 'withdrawn' ? 0 : amount), 0)),
      lines: own.map(
        (line): PresentedLine => ({
          id: line.id,
          account: line.account,
          payee: line.payee,
          email: line.email,
          amount: line.amount,
          status: line.status,
          goes: line.destination === null ? 'by-hand' : 'by-transfer',
          transferId: line.transferId,
          failure: line.failure,
          waitsSince: line.status === 'sending' ? (line.waitsSince?.toISOString() ?? null) : null,
          isStopping: line.status === 'sending' && line.withdrawAskedAt !== null,
          isCovered: line.status !== 'open' || isCovered(line, byAccount.get(line.account)),
          ...(isToPay(line) && detailsOfLine(line)),
          ...(line.paidTo && (line.status === 'paid' || line.detailsSeenAt) && { paidTo: line.paidTo }),
        }),
      ),
    }
  })
}

/** The details of payees, where an admin pays them. */
async function detailsOf(tx: Transaction, userIds: (UserId | null)[], { now, isConnect }: About) {
  const found = isConnect ? undefined : await listPayeeDetails(tx, userIds, now)
  return (userId: UserId | null) => {
    const details = userId === null ? undefined : found?.get(userId)
    return details && { details }
  }
}

const audit = (tx: Transaction, actorId: UserId, targetId: string, action: string, before: object | null, after: object) =>
  writeAuditEntry(tx, { actorId, action, targetType: 'payout', targetId, before, after })
