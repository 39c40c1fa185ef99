import type { Transaction } from '#server/database/client.ts'
import type { PrincipalId, VcId } from '#shared/ids.ts'
import { endCall, refundOfBuyer } from './cancel-call.ts'
import type { NotifyDeps } from './notify-participants.ts'
import { eraseSides, lockComing, rewriteFounder } from './queries.ts'

/** Whoever leaves: a buyer, an investor with listings, or both. */
export type DepartingUser = { principalId?: PrincipalId; listings: VcId[] }

export type CancelCalls = (tx: Transaction, leaver: DepartingUser) => Promise<void>

/**
 * Calls off what is still to come of a side that leaves, in the transaction of its leaving; the other side hears of it. An
 * investor who leaves pays back. A founder who leaves gets what a cancellation at this moment would return, and no more.
 */
export const cancelCallsOf =
  (deps: NotifyDeps & { now: () => Date }): CancelCalls =>
  async (tx, leaver) => {
    const now = deps.now()
    for (const call of await lockComing(tx, leaver, now)) {
      const isBuyer = call.principalId === leaver.principalId && !leaver.listings.includes(call.vcId)
      const refund = isBuyer ? await refundOfBuyer({ tx, call, now }, 'The call was cancelled in time, with the account.') : 'due'
      const sides = [isBuyer ? ('investor' as const) : ('founder' as const)]
      await endCall({ tx, call, now }, deps, { kind: 'cancelled', by: 'system', refund, reason: null }, sides)
    }
  }

/**
 * Takes a stranger out of the calls that they bought, for the owner of the mailbox who has the account now: past calls name nobody,
 * and letters about those to come go to the owner.
 */
export const startOverAsFounder = rewriteFounder

/**
 * Takes everything that names a side that leaves, or that it wrote, out of its calls, past ones as well: from the server, and with
 * the next pull from the devices of the other sides. Call it after what is to come was cancelled, because that writes to them.
 */
export const eraseFromCalls = (tx: Transaction, leaver: DepartingUser): Promise<void> => eraseSides(tx, leaver)
