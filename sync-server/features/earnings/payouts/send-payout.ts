import type { Database, Transaction } from '#server/database/client.ts'
import { payoutSent } from '#server/email/messages/earnings.ts'
import { queueMail } from '#server/email/outbox.ts'
import { detachedRun, type JobRun } from '#server/jobs/run.ts'
import type { Log } from '#server/log.ts'
import type { Payments } from '#server/payments/payments-port.ts'
import { isCovered, listPayable } from './payable.ts'
import { lockPayouts } from './payable-queries.ts'
import { findLine, holdLine, insertPayoutLegs, type LineRow, noteUncovered, readPayee, settleLine } from './queries.ts'

export const SEND_PAYOUT = 'earnings.send-payout'

export type SendDeps = { db: Database; log: Log; now: () => Date; payments: Payments }
export type SendWork = { lineId: string; base: string }

const LONGEST_FAILURE = 300

/**
 * Transfers one line of a batch that an admin has sent. It may run any number of times, on any node, and be killed anywhere:
 * a transfer that was made is found again, and its legs are written once. One that the balance does not cover yet is tried
 * again until it is: its line keeps its money, and an admin sees that it waits.
 *
 * ```
 * sending ─found, or sent──────────────────────────► paid
 *    │ ▲─not covered, or no answer: the job comes again
 *    └──refused, or stopped before a try──► withdrawn
 * ```
 *
 * It is stopped when its payee has disconnected the bank account, when the record that was sold belongs to another account by now,
 * when the listing is revoked, when an admin takes it out, and, once it has waited, when its sales do not cover it any more.
 */
export const sendPayout =
  (deps: SendDeps) =>
  async (payload: unknown, run: JobRun = detachedRun()) => {
    const { lineId, base } = payload as SendWork
    const line = await findLine(deps.db, lineId)
    if (line?.status !== 'sending' || line.destination === null) return
    const { amount, destination, attempt } = line
    run.hold()
    const sent =
      (await deps.payments.findTransfer(lineId)) ??
      (await stopOf(deps, line)) ??
      (await deps.payments.sendTransfer({ lineId, amount, destination, attempt }))
    if ('uncovered' in sent) {
      await noteUncovered(deps.db, line, deps.now())
      deps.log.error({ line: lineId, amount }, 'the balance at the card provider does not cover a payout')
      throw new Error(`The balance does not cover the payout ${lineId}: ${sent.uncovered}`)
    }
    await deps.db.transaction(async (tx) => {
      await lockPayouts(tx)
      await ('id' in sent ? book(tx, deps, lineId, sent.id, base) : giveBack(tx, deps, lineId, sent.refusal))
    })
  }

/** Why a line is not sent any more, asked before each try: it may have waited for days. Null: for no fault of the transfer. */
async function stopOf({ db, now }: SendDeps, line: LineRow): Promise<{ refusal: string | null } | undefined> {
  const { isConnected, isTheirs, isRevoked } = await readPayee(db, line)
  if (!isConnected) return { refusal: 'Its owner has disconnected the bank account.' }
  if (!isTheirs) return { refusal: 'The record belongs to somebody else now.' }
  if (isRevoked) return { refusal: 'The listing is revoked.' }
  if (line.withdrawAskedAt !== null) return { refusal: null }
  // Its first try follows the decision, which has reckoned what is payable.
  if (line.attempt === 0) return undefined
  const snapshot = { isolationLevel: 'repeatable read', accessMode: 'read only' } as const
  const payable = await db.transaction((tx) => listPayable(tx, now()), snapshot)
  const account = payable.find((one) => one.account === line.account)
  return isCovered(line, account) ? undefined : { refusal: 'A refund or a dispute has taken what it was to pay.' }
}

/** What was set aside is payable again, and the next batch has it paid by hand. */
async function giveBack(tx: Transaction, { log }: SendDeps, lineId: string, refusal: string | null) {
  const line = await holdLine(tx, lineId)
  if (line?.status !== 'sending') return
  await settleLine(tx, lineId, { status: 'withdrawn', failure: refusal?.slice(0, LONGEST_FAILURE) ?? null, waitsSince: null })
  log.warn({ line: lineId, refusal }, 'a payout was given back')
}

/** Also of a line that another run has given back meanwhile: the money has left. */
async function book(tx: Transaction, { now }: SendDeps, lineId: string, transferId: string, base: string) {
  const line = await holdLine(tx, lineId)
  if (!line || line.status === 'paid') return
  // It left when it was decided: a refund that came since makes less than nothing, and no fault of the books.
  await insertPayoutLegs(tx, [line], line.decidedAt ?? now())
  await settleLine(tx, lineId, { status: 'paid', transferId, failure: null, waitsSince: null, paidAt: now() })
  const { email, payee, amount } = line
  if (email) {
    const letter = payoutSent({ payee, amount, reference: transferId, base })
    await queueMail(tx, { to: email, template: 'payout', letter })
  }
}
