import type { Database, Transaction } from '#server/database/client.ts'
import type { Env } from '#server/env.ts'
import type { IsSlotAvailable } from '#server/features/bookings/availability/is-slot-available.ts'
import type { Log } from '#server/log.ts'
import type { Booking, BookingSide } from '#shared/bookings/contract.ts'
import { type Action, hasReported, refusalOf } from '#shared/bookings/rules.ts'
import type { BookingId, PrincipalId } from '#shared/ids.ts'
import { Problem } from '#shared/problem.ts'
import type { NotifyDeps } from './notify-participants.ts'
import { presentCall } from './present.ts'
import { type CallRow, findCall, holdOwnOrder, listCalls, listSoldListings, lockCall, type PaidCall } from './queries.ts'

export type CallDeps = NotifyDeps & {
  db: Database
  log: Log
  now: () => Date
  isSlotAvailable: IsSlotAvailable
  env: Pick<Env, 'ADMIN_EMAILS'>
}

/** `hold`: keeps the caller from being signed out, or deleted, until the transaction ends. */
export type ActDeps = CallDeps & { hold: (tx: Transaction) => Promise<void> }

type Own = { principalId: PrincipalId; listings: CallRow['vcId'][] }

const ownOf = async (tx: Transaction, principalId: PrincipalId): Promise<Own> => ({
  principalId,
  listings: await listSoldListings(tx, principalId),
})

/** Which side of a call somebody is; whoever has bought a call of their own is its founder. */
function sideOf({ call }: PaidCall, { principalId, listings }: Own): BookingSide | undefined {
  if (call.principalId === principalId) return 'founder'
  return listings.includes(call.vcId) ? 'investor' : undefined
}

/** Every call of a principal, of whichever side, the latest first. */
export async function listBookings(tx: Transaction, principalId: PrincipalId, organizer: string): Promise<Booking[]> {
  const [own, paid] = await Promise.all([ownOf(tx, principalId), listCalls(tx, principalId)])
  return paid.map((one) => presentCall(one, sideOf(one, own) ?? 'founder', organizer))
}

/** @throws Problem `not-found`, for a call of others as for none */
export async function readBooking(
  { db, organizer }: Pick<CallDeps, 'db' | 'organizer'>,
  principalId: PrincipalId | undefined,
  id: BookingId,
): Promise<Booking> {
  return db.transaction(async (tx) => {
    const paid = principalId && (await findCall(tx, id))
    const role = paid && sideOf(paid, await ownOf(tx, principalId))
    if (!role) throw new Problem('not-found')
    return presentCall(paid, role, organizer)
  })
}

export type TransitionContext = { tx: Transaction; call: CallRow; role: BookingSide; now: Date }

/** One side does something to a call. `isDone` tells that it was done before, by the same side: then nothing is done again. */
export type BookingTransition = {
  action: Action
  isDone: (acting: TransitionContext) => boolean
  apply: (acting: TransitionContext, paid: PaidCall) => Promise<void>
}

/**
 * Carries a deed out, or finds it carried out already. The call's row is held meanwhile, so of two sides who act
 * at once one comes second and is told how it stands.
 *
 * @throws Problem `not-found` for whoever may not, `bookings.*` when it is not the time
 */
export const transition = (
  deps: ActDeps,
  principalId: PrincipalId | undefined,
  id: BookingId,
  deed: BookingTransition,
): Promise<Booking> =>
  withCall(deps, principalId, id, async (acting, paid) => {
    if (deed.isDone(acting)) return
    const refused = refusalOf(deed.action, factsOf(paid, acting.role), acting.now)
    if (refused) throw new Problem(refused)
    await deed.apply(acting, paid)
  })

/**
 * Does something to a call while its row is held, and answers with the call as it is then.
 *
 * @throws Problem `not-found` for anybody who is no side of it
 */
export async function withCall(
  deps: ActDeps,
  principalId: PrincipalId | undefined,
  id: BookingId,
  carryOut: (acting: TransitionContext, paid: PaidCall) => Promise<void>,
): Promise<Booking> {
  return deps.db.transaction(async (tx) => {
    // A buyer's own order comes before the buyer and other orders after, as in an erasure.
    if (principalId) await holdOwnOrder(tx, id, principalId)
    await deps.hold(tx)
    const paid = principalId && (await lockCall(tx, id))
    const role = paid && sideOf(paid, await ownOf(tx, principalId))
    if (!role) throw new Problem('not-found')
    await carryOut({ tx, call: paid.call, role, now: deps.now() }, paid)
    const after = await findCall(tx, id)
    if (!after) throw new Problem('not-found')
    return presentCall(after, role, deps.organizer)
  })
}

const factsOf = ({ call, paidAt }: PaidCall, role: BookingSide) => ({
  role,
  status: call.status === 'held' || call.status === 'expired' ? ('cancelled' as const) : call.status,
  start: call.meetingDateTime,
  bookedAt: paidAt ?? call.createdAt,
  hasReported: hasReported(role, call),
})
