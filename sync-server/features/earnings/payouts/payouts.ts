import type { Database, Transaction } from '#server/database/client.ts'
import { newId } from '#server/database/new-id.ts'
import { payoutSent } from '#server/email/messages/earnings.ts'
import { queueMail } from '#server/email/outbox.ts'
import { type FourEyesDeps, preparerKey, refuseAlone } from '#server/features/earnings/four-eyes.ts'
import { enqueueJob, runJobSoon } from '#server/jobs/queue.ts'
import type { AdminPayouts, PayoutBatch, PayoutLine } from '#shared/earnings/admin.ts'
import { MINIMUM_PAYOUT } from '#shared/earnings/payout.ts'
import type { UserId } from '#shared/ids.ts'
import type { AccountKey } from '#shared/ledger/account.ts'
import { cents } from '#shared/money.ts'
import { Problem } from '#shared/problem.ts'
import { isCovered, listPayable, type Payable } from './payable.ts'
import { lockPayouts } from './payable-queries.ts'
import { listDestinations } from './payout-account.ts'
import {
  type BatchRow,
  closeBatch,
  closeLines,
  findOpenBatch,
  insertBatch,
  insertPayoutAudit,
  insertPayoutLegs,
  listBatches,
  listLines,
  lockBatch,
  lockLine,
  settleLine,
} from './queries.ts'
import { SEND_PAYOUT, type SendWork } from './send-payout.ts'

/** `isConnect`: the provider transfers where it can; otherwise an admin pays everything manually. */
export type PayoutDeps = FourEyesDeps & { db: Database; isConnect: boolean }
export type Payer = { adminId: UserId; email: string; base: string }

export const listPayouts = ({ db, now }: PayoutDeps): Promise<AdminPayouts> =>
  db.transaction(
    async (tx) => {
      const payable = await listPayable(tx, now())
      const batches = await present(tx, await listBatches(tx), payable)
      const accounts = payable.filter(({ amount }) => amount !== 0)
      return {
        minimum: MINIMUM_PAYOUT,
        accounts: accounts.map(({ account, payee, email, amount, payable: ready, standing }) => ({
          account,
          payee,
          email,
          amount,
          payable: ready,
          standing,
        })),
        batches,
      }
    },
    { isolationLevel: 'repeatable read', accessMode: 'read only' },
  )

/**
 * Reserves everything that is ready. While a batch is open, every request returns that batch.
 *
 * @throws Problem `payouts.nothing`
 */
export const makeBatch = ({ db, now, isConnect, keyring }: PayoutDeps, { adminId, email }: Payer): Promise<PayoutBatch> =>
  db.transaction(async (tx) => {
    await lockPayouts(tx)
    const open = await findOpenBatch(tx)
    if (open) return presentOne(tx, open, now())
    const ready = (await listPayable(tx, now())).filter(({ standing }) => standing === 'ready')
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
      createdAt: now(),
    }))
    await insertBatch(tx, batch, lines)
    const total = lines.reduce((sum, { amount }) => sum + amount, 0)
    await audit(tx, adminId, batch.id, 'prepared', null, { status: 'open', lines: lines.length, total })
    return presentOne(tx, { ...batch, status: 'open', reference: null, closedAt: null, paidBy: null }, now())
  })

/**
 * Marks a batch as paid: posts the legs of each line, once, and mails each investor. Provider transfers are sent by one job per
 * line, which does both once the transfer is made. The payable amounts are computed again under the lock, so that nothing is paid
 * that a refund or dispute has taken in between.
 *
 * @throws Problem `payouts.closed`, `payouts.not-covered`, `payouts.needs-second-admin`
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
    if (batch.status === 'paid') return presentOne(tx, batch, now())
    const { lines } = await presentOne(tx, batch, now())
    const leaving = lines.filter(({ status }) => status === 'open')
    if (leaving.some(({ isCovered }) => !isCovered)) throw new Problem('payouts.not-covered')
    if (leaving.length === 0) throw new Problem('payouts.nothing')
    const by = { id: adminId, key: await preparerKey(deps.keyring, own) }
    await refuseAlone(tx, deps, batch, by, cents(leaving.reduce((sum, { amount }) => sum + amount, 0)))
    const byHand = leaving.filter(({ goes }) => goes === 'by-hand')
    await insertPayoutLegs(tx, byHand, now())
    await closeLines(tx, { batchId: id, goes: 'by-hand' }, { status: 'paid', paidAt: now() })
    await closeLines(tx, { batchId: id, goes: 'by-transfer' }, { status: 'sending' })
    await closeBatch(tx, id, { status: 'paid', reference, closedAt: now(), paidBy: adminId })
    for (const { id: lineId } of leaving.filter(({ goes }) => goes === 'by-transfer')) {
      await enqueueJob(tx, { kind: SEND_PAYOUT, key: lineId, payload: { lineId, base } satisfies SendWork })
    }
    for (const { email, payee, amount } of byHand) {
      if (email) await queueMail(tx, { to: email, template: 'payout', message: payoutSent({ payee, amount, reference, base }) })
    }
    await audit(tx, adminId, id, 'paid', { status: 'open' }, { status: 'paid', reference })
    return presentOne(tx, { ...batch, status: 'paid', reference, closedAt: now() }, now())
  })

/**
 * Releases the amounts that a batch has reserved, or those of one line. A line whose transfer is not made yet, for example
 * because it waits for balance, is withdrawn by its job, which alone knows whether the transfer is made.
 *
 * @throws Problem `payouts.closed`, `not-found`
 */
export const withdraw = ({ db, now }: PayoutDeps, { adminId, base }: Payer, id: string, lineId?: string): Promise<PayoutBatch> =>
  db.transaction(async (tx) => {
    const batch = await lockOpen(tx, id, (locked) => locked.status === (lineId === undefined ? 'withdrawn' : 'paid'))
    if (batch.status === 'paid' && lineId !== undefined) {
      if (await stopSending(tx, { id, lineId, base }, now())) {
        await audit(tx, adminId, id, 'took a line out of', { line: lineId, status: 'sending' }, { line: lineId })
      }
      return presentOne(tx, batch, now())
    }
    if (batch.status === 'withdrawn') return presentOne(tx, batch, now())
    const closed = await closeLines(tx, { batchId: id, ...(lineId !== undefined && { id: lineId }) }, { status: 'withdrawn' })
    if (lineId !== undefined) {
      if (closed === 0) throw new Problem('not-found')
      await audit(tx, adminId, id, 'took a line out of', { lines: closed }, { lines: 0 })
      return presentOne(tx, batch, now())
    }
    await closeBatch(tx, id, { status: 'withdrawn', reference: null, closedAt: now(), paidBy: null })
    await audit(tx, adminId, id, 'withdrew', { status: 'open' }, { status: 'withdrawn' })
    return presentOne(tx, { ...batch, status: 'withdrawn', closedAt: now() }, now())
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

async function presentOne(tx: Transaction, batch: BatchRow, now: Date): Promise<PresentedBatch> {
  const [one] = await present(tx, [batch], await listPayable(tx, now))
  if (!one) throw new Error(`The batch ${batch.id} disappeared within its own transaction`)
  return one
}

async function present(tx: Transaction, batches: BatchRow[], payable: Payable[]): Promise<PresentedBatch[]> {
  const lines = await listLines(
    tx,
    batches.map(({ id }) => id),
  )
  const byAccount = new Map(payable.map((one) => [one.account, one]))
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
        }),
      ),
    }
  })
}

const audit = (tx: Transaction, actorId: UserId, targetId: string, action: string, before: object | null, after: object) =>
  insertPayoutAudit(tx, { id: newId('aud'), actorId, action, targetType: 'payout', targetId, before, after })
