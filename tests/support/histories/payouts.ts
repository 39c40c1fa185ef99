import { listPayouts, type PayoutDeps, payBatch, withdraw } from '#server/features/earnings/payouts/payouts.ts'
import type { Account } from '#server/http/session.ts'
import { ALONE_WITHIN_A_DAY } from '#shared/earnings/four-eyes.ts'
import { BASE } from './calls.ts'
import { nodeAt, type Run } from './run.ts'

export const payerOf = ({ id, email }: Account) => ({ adminId: id, email, base: BASE })

export function payoutDeps({ keyring, setup }: Run, node: number): PayoutDeps {
  const { db, now } = nodeAt(setup, node).money.orders
  return { db, now, keyring, adminEmails: [], adminsNeedTwoFactor: false, payoutAlone: ALONE_WITHIN_A_DAY, isConnect: true }
}

/** Pays the open batch; lines that are no longer covered are withdrawn first, as the screen requires. */
export async function payOut(state: Run, node: number) {
  const deps = payoutDeps(state, node)
  const open = (await listPayouts(deps)).batches.find(({ status }) => status === 'open')
  if (!open) return
  for (const { id, isCovered } of open.lines) {
    if (!isCovered) await withdraw(deps, payerOf(state.actors.payer), open.id, id)
  }
  await payBatch(deps, payerOf(state.actors.payer), open.id, 'BANK')
}

/** An admin withdraws a line whose transfer has not been made. */
export async function stopPayout(state: Run, node: number) {
  const deps = payoutDeps(state, node)
  const lines = (await listPayouts(deps)).batches.flatMap((batch) => batch.lines.map((line) => ({ ...line, batchId: batch.id })))
  const sending = lines.find(({ status }) => status === 'sending')
  if (sending) await withdraw(deps, payerOf(state.actors.payer), sending.batchId, sending.id)
}

/** Closes an unpaid batch, so that the next history gets a new one. */
export async function closePayouts(state: Run) {
  const deps = payoutDeps(state, 0)
  const open = (await listPayouts(deps)).batches.find(({ status }) => status === 'open')
  if (open) await withdraw(deps, payerOf(state.actors.payer), open.id)
}
