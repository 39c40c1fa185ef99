import type { Transaction } from '#server/database/client.ts'
import type { PrincipalId, VcId } from '#shared/ids.ts'
import { endCall, refundOfBuyer } from './cancel-call.ts'
import type { NotifyDeps } from './notify-participants.ts'
import { eraseSides, lockComing, rewriteFounder } from './queries.ts'

/** A user who leaves: a buyer, an investor with listings, or both. */
export type DepartingUser = { principalId?: PrincipalId; listings: VcId[] }

export type CancelCalls = (tx: Transaction, leaver: DepartingUser) => Promise<void>

/**
 * Cancels the future calls of a departing user, in the transaction of the departure, and notifies the other side. An investor who
 * leaves refunds the price. A founder who leaves gets what a cancellation now would return.
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
 * Removes a previous, unverified user from the calls bought with the account, for the owner of the mailbox who now has the
 * account: past calls contain no name, and mails about future calls are sent to the owner.
 */
export const startOverAsFounder = rewriteFounder

/**
 * Removes all data that identifies a departing side, or that it wrote, from its calls, past ones included: from the server, and
 * with the next pull from the devices of the other side. Call it after future calls were cancelled, because cancelling mails
 * them.
 */
export const eraseFromCalls = (tx: Transaction, leaver: DepartingUser): Promise<void> => eraseSides(tx, leaver)
