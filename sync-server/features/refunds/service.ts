import * as v from 'valibot'
import type { Database } from '#server/db.ts'
import { newId } from '#server/new-id.ts'
import type { PrincipalId } from '#shared/ids.ts'
import { Problem } from '#shared/problem.ts'
import { AskRefund, type RefundEntry } from '#shared/refunds/contract.ts'
import { refundRefusal } from '#shared/refunds/eligibility.ts'
import { clocksOf } from '#shared/refunds/guarantee.ts'
import { presentRefund } from './present.ts'
import { findRequestOf, insertRequest, lockOrder } from './queries.ts'

export type AskDeps = { db: Database; now: () => Date }

/**
 * Notes that a buyer wants the money of an order back, once: asking again is answered the same, whatever became of it.
 *
 * @throws Problem `not-found` for an order of somebody else as for none; `refunds.*`
 */
export const askRefund = (
  { db, now }: AskDeps,
  principalId: PrincipalId | undefined,
  { orderId, reason }: AskRefund,
): Promise<RefundEntry> =>
  db.transaction(async (tx) => {
    const order = await lockOrder(tx, orderId)
    if (!order || order.principalId !== principalId) throw new Problem('not-found')
    const standing = await findRequestOf(tx, orderId)
    if (standing) return presentRefund(standing)
    const requestedAt = now()
    const refusal = refundRefusal(order, requestedAt)
    if (refusal) throw new Problem(refusal)
    const request = { id: newId<string>('rfd'), orderId, status: 'requested', origin: 'buyer', reason, requestedAt } as const
    return presentRefund(await insertRequest(tx, { ...request, ...clocksOf(requestedAt) }))
  })

export const ASK_FOR_MISSED_CALL = 'refunds.missed-call'

/**
 * Puts the money of a call to which the investor did not come before the team. The seven days of the guarantee may
 * be over by then: a call lies up to two weeks ahead. What is asked for, decided or gone back already stays as it is.
 */
export const askForMissedCall =
  ({ db, now }: AskDeps) =>
  (payload: unknown): Promise<void> =>
    db.transaction(async (tx) => {
      const { orderId, reason } = v.parse(AskRefund, payload)
      const order = await lockOrder(tx, orderId)
      if (order?.status !== 'paid' || (await findRequestOf(tx, orderId))) return
      const requestedAt = now()
      const request = { id: newId<string>('rfd'), orderId, status: 'requested', origin: 'buyer', reason, requestedAt } as const
      await insertRequest(tx, { ...request, ...clocksOf(requestedAt) })
    })
