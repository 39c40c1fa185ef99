import * as v from 'valibot'
import type { Database } from '#server/database/client.ts'
import { newId } from '#server/database/new-id.ts'
import { holdCaller } from '#server/features/accounts/sessions/lock-caller.ts'
import type { Held } from '#server/http/session.ts'
import { Problem } from '#shared/problem.ts'
import { AskRefund, LONGEST_REASON, type RefundEntry } from '#shared/refunds/contract.ts'
import { refundRefusal } from '#shared/refunds/eligibility.ts'
import { clocksOf } from '#shared/refunds/guarantee.ts'
import { cut } from '#shared/text.ts'
import { presentRefund, takesComplaint } from './present.ts'
import { findRequestOf, insertRequest, lockOrder, type RequestRow, updateRequest } from './queries.ts'

/** What a buyer wrote, with what was reported of the call since. */
const LONGEST_TOGETHER = 3 * LONGEST_REASON

/** What the job is given. Entries that the last release has written name no origin. */
const AskedForMoney = v.object({ ...AskRefund.entries, origin: v.optional(v.picklist(['buyer', 'team']), 'buyer') })

/** A request that was declined, before the team again. What the team has answered stays with it until it decides anew. */
const reopened = (requestedAt: Date) =>
  ({ status: 'requested', requestedAt, ...clocksOf(requestedAt), decidedAt: null, decidedBy: null }) as const

const joined = (standing: string, added: string) =>
  standing.includes(added) ? standing : cut([standing, added].filter(Boolean).join('\n\n'), LONGEST_TOGETHER)

/** A request once it is the buyer's: what a rule has asked before is kept beside the buyer's words. */
const asBuyers = ({ origin, reason, ruleReason }: RequestRow, added: string) =>
  origin === 'team' && reason !== ''
    ? ({ origin: 'buyer', reason: added, ruleReason: joined(ruleReason ?? '', reason) } as const)
    : ({ origin: 'buyer', reason: joined(reason, added) } as const)

export type AskDeps = { db: Database; now: () => Date }

/**
 * Notes that a buyer wants the money of an order back, once: asking again is answered the same, whatever became of it. A question
 * that a rule or the team has put is none of the buyer's: the buyer's words are added to it, and it is open again where it was declined.
 * It counts toward the cap only where no rule had asked: a complaint costs no buyer what the silence of another is given.
 *
 * @throws Problem `not-found` for an order of somebody else as for none; `refunds.*`
 */
export const askRefund = ({ db, now }: AskDeps, caller: Partial<Held>, { orderId, reason }: AskRefund): Promise<RefundEntry> =>
  db.transaction(async (tx) => {
    const order = await lockOrder(tx, orderId)
    const { principalId, account } = caller
    if (!order || order.principalId !== principalId) throw new Problem('not-found')
    // After the order, as an erasure does.
    await holdCaller(tx, { principalId, account })
    const standing = await findRequestOf(tx, orderId)
    if (standing && !takesComplaint(standing)) return presentRefund(standing)
    const requestedAt = now()
    const refusal = refundRefusal(order, requestedAt)
    if (refusal) throw new Problem(refusal)
    if (standing) {
      const isOpen = standing.status === 'requested'
      const asked = { principalId, ...asBuyers(standing, reason) }
      return presentRefund(await updateRequest(tx, standing.id, { ...asked, ...(!isOpen && reopened(requestedAt)) }))
    }
    const request = { id: newId<string>('rfd'), orderId, principalId, status: 'requested', origin: 'buyer' } as const
    return presentRefund(await insertRequest(tx, { ...request, reason, requestedAt, ...clocksOf(requestedAt) }))
  })

/**
 * Puts the money of an order before the team: of a call to which the investor did not come, or of which each side says that it
 * came, of one that its buyer cancelled past the cap, of a purchase that was made twice, or of a sale that was paid out to an
 * investor who has left. The seven days of the guarantee may be over by then: a call lies up to two weeks ahead. An earlier
 * refusal is no answer to what has happened since, so it is asked again. A request that is still open is answered with what is
 * added to it here, and keeps its promised days and its origin. What goes back, or has gone back, stays as it is.
 *
 * Of a second purchase and of a seller who has left no buyer complains. Such a request has the origin `team`: the cap does not
 * refuse it, and it does not count toward the cap, also where the buyer complains before or after.
 */
export const askForMoney =
  ({ db, now }: AskDeps) =>
  (payload: unknown): Promise<void> =>
    db.transaction(async (tx) => {
      const { orderId, reason, origin } = v.parse(AskedForMoney, payload)
      const order = await lockOrder(tx, orderId)
      // A dispute may be won: then the question is still open.
      if (order?.status !== 'paid' && order?.status !== 'disputed') return
      const requestedAt = now()
      const { principalId } = order
      const asked = { principalId, origin }
      const standing = await findRequestOf(tx, orderId)
      if (standing?.status === 'rejected') {
        const both = origin === 'buyer' ? asBuyers(standing, reason) : { reason: joined(standing.reason, reason) }
        await updateRequest(tx, standing.id, { ...asked, ...both, ...reopened(requestedAt) })
        return
      }
      const isOpen = standing?.status === 'requested' || standing?.status === 'failed'
      // A job may run twice: a text that is there is not added again.
      if (isOpen && origin === 'team' && standing.origin === 'buyer') {
        await updateRequest(tx, standing.id, { ruleReason: joined(standing.ruleReason ?? '', reason) })
      } else if (isOpen) {
        await updateRequest(tx, standing.id, { reason: joined(standing.reason, reason) })
      }
      const request = { ...asked, status: 'requested', reason, requestedAt, ...clocksOf(requestedAt) } as const
      if (!standing) await insertRequest(tx, { id: newId<string>('rfd'), orderId, ...request })
    })
