import type { Database, Transaction } from '#server/database/client.ts'
import { payoutSent } from '#server/email/messages/earnings.ts'
import { queueMail } from '#server/email/outbox.ts'
import { writeNotice } from '#server/features/notices/service.ts'
import { detachedRun, type JobRun } from '#server/jobs/run.ts'
import type { Log } from '#server/log.ts'
import type { Payments } from '#server/payments/payments-port.ts'
import { isCovered, listPayable } from './payable.ts'
import { lockPayouts } from './payable-queries.ts'
import { findLine, insertPayoutLegs, type LineRow, lockLine, noteUncovered, readPayee, settleLine } from './queries.ts'

export const SEND_PAYOUT = 'earnings.send-payout'

export type SendDeps = { db: Database; log: Log; now: () => Date; payments: Payments }
export type SendWork = { lineId: string; base: string }

const MAX_FAILURE_LENGTH = 300

/**
 * Transfers one line of a batch that an admin has paid. It is idempotent and may run on any node and be killed at any point: an
 * existing transfer is found again, and its legs are posted once. A transfer that the balance does not cover yet is retried until
 * it is: the line keeps its reservation, and an admin sees that it waits.
 *
 *     sending ─found, or sent──────────────────────────► paid
 *        │ ▲─not covered, or no reply: the job is retried
 *        └──refused, or stopped before an attempt──► withdrawn
 *
 * It is stopped when the payee has disconnected the bank account, when the sold record belongs to another account now, when the
 * listing is revoked, when an admin withdraws it, and, once it has waited, when its sales no longer cover it.
 */
export const sendPayout =
  (deps: SendDeps) =>
  async (payload: unknown, run: JobRun = detachedRun()) => {
    const { lineId, base } = payload as SendWork
    const line = await findLine(deps.db, lineId)
    if (line?.status !== 'sending' || line.destination === null) return
    const { amount, destination, attempt } = line
    run.requireLease()
    const sent =
      (await deps.payments.findTransfer(lineId)) ??
      (await stopReasonOf(deps, line)) ??
      (await deps.payments.sendTransfer({ lineId, amount, destination, attempt }))
    if ('uncovered' in sent) {
      await noteUncovered(deps.db, line, deps.now())
      deps.log.error({ line: lineId, amount }, 'provider balance does not cover payout')
      throw new Error(`The balance does not cover the payout ${lineId}: ${sent.uncovered}`)
    }
    await deps.db.transaction(async (tx) => {
      await lockPayouts(tx)
      await ('id' in sent ? postPayout(tx, deps, lineId, sent.id, base) : withdrawLine(tx, deps, lineId, sent.refusal))
    })
  }

/**
 * The reason why a line is no longer sent, checked before each attempt: it may have waited for days. `refusal` is null when an
 * admin withdrew it.
 */
async function stopReasonOf({ db, now }: SendDeps, line: LineRow): Promise<{ refusal: string | null } | undefined> {
  const { isConnected, isTheirs, isRevoked } = await readPayee(db, line)
  if (!isConnected) return { refusal: 'The owner disconnected the bank account.' }
  if (!isTheirs) return { refusal: 'The record belongs to another account now.' }
  if (isRevoked) return { refusal: 'The listing is revoked.' }
  if (line.withdrawAskedAt !== null) return { refusal: null }
  // The first attempt follows the decision, which has computed the payable amounts.
  if (line.attempt === 0) return undefined
  const snapshot = { isolationLevel: 'repeatable read', accessMode: 'read only' } as const
  const payable = await db.transaction((tx) => listPayable(tx, now()), snapshot)
  const account = payable.find((one) => one.account === line.account)
  return isCovered(line, account) ? undefined : { refusal: 'A refund or dispute reduced the balance.' }
}

/** The reserved amount is payable again, and the next batch pays it manually. */
async function withdrawLine(tx: Transaction, { log }: SendDeps, lineId: string, refusal: string | null) {
  const line = await lockLine(tx, lineId)
  if (line?.status !== 'sending') return
  await settleLine(tx, lineId, { status: 'withdrawn', failure: refusal?.slice(0, MAX_FAILURE_LENGTH) ?? null, waitsSince: null })
  log.warn({ line: lineId, refusal }, 'payout withdrawn')
}

/** Also for a line that another run has withdrawn in between: the money has left. */
async function postPayout(tx: Transaction, { now }: SendDeps, lineId: string, transferId: string, base: string) {
  const line = await lockLine(tx, lineId)
  if (!line || line.status === 'paid') return
  // Posted at the time of the decision: a later refund makes the balance negative, which is no violation.
  await insertPayoutLegs(tx, [line], line.decidedAt ?? now())
  await settleLine(tx, lineId, { status: 'paid', transferId, failure: null, waitsSince: null, paidAt: now() })
  const { email, userId, payee, amount } = line
  if (userId) await writeNotice(tx, { userId }, { kind: 'payout-paid', subject: lineId, facts: { amount }, now: now() })
  if (email) {
    const message = payoutSent({ payee, amount, reference: transferId, base })
    await queueMail(tx, { to: email, template: 'payout', message })
  }
}
