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
import { type CallRow, findCall, listCalls, listSoldListings, lockCall, lockOwnOrder, type PaidCall } from './queries.ts'

export type CallDeps = NotifyDeps & {
  db: Database
  log: Log
  now: () => Date
  isSlotAvailable: IsSlotAvailable
  env: Pick<Env, 'ADMIN_EMAILS'>
}

/** `lock`: locks the caller until the transaction ends, so that no sign-out or deletion happens in between. */
export type ActDeps = CallDeps & { lock: (tx: Transaction) => Promise<void> }

type Party = { principalId: PrincipalId; listings: CallRow['vcId'][] }

const partyOf = async (tx: Transaction, principalId: PrincipalId): Promise<Party> => ({
  principalId,
  listings: await listSoldListings(tx, principalId),
})

/** The side of a call that a principal is on; a buyer of their own call is its founder. */
function sideOf({ call }: PaidCall, { principalId, listings }: Party): BookingSide | undefined {
  if (call.principalId === principalId) return 'founder'
  return listings.includes(call.vcId) ? 'investor' : undefined
}

/** Every call of a principal, on either side, latest first. */
export async function listBookings(tx: Transaction, principalId: PrincipalId, organizer: string): Promise<Booking[]> {
  const [party, paid] = await Promise.all([partyOf(tx, principalId), listCalls(tx, principalId)])
  return paid.map((one) => presentCall(one, sideOf(one, party) ?? 'founder', organizer))
}

/** @throws Problem `not-found`, also for a call of others */
export async function readBooking(
  { db, organizer }: Pick<CallDeps, 'db' | 'organizer'>,
  principalId: PrincipalId | undefined,
  id: BookingId,
): Promise<Booking> {
  return db.transaction(async (tx) => {
    const paid = principalId && (await findCall(tx, id))
    const role = paid && sideOf(paid, await partyOf(tx, principalId))
    if (!role) throw new Problem('not-found')
    return presentCall(paid, role, organizer)
  })
}

export type TransitionContext = { tx: Transaction; call: CallRow; role: BookingSide; now: Date }

/** An action of one side on a call. `isDone` is true when the same side did it before: then nothing is repeated. */
export type BookingTransition = {
  action: Action
  isDone: (context: TransitionContext) => boolean
  apply: (context: TransitionContext, paid: PaidCall) => Promise<void>
}

/**
 * Applies a transition, or detects that it is already applied. The call's row is locked, so of two sides acting concurrently the
 * second gets the current state.
 *
 * @throws Problem `not-found` for a caller who is not a side of the call, `bookings.*` when the action is not allowed at this
 *   time
 */
export const transition = (
  deps: ActDeps,
  principalId: PrincipalId | undefined,
  id: BookingId,
  bookingTransition: BookingTransition,
): Promise<Booking> =>
  withCall(deps, principalId, id, async (context, paid) => {
    if (bookingTransition.isDone(context)) return
    const refused = refusalOf(bookingTransition.action, factsOf(paid, context.role), context.now)
    if (refused) throw new Problem(refused)
    await bookingTransition.apply(context, paid)
  })

/**
 * Runs an action while the call's row is locked, and returns the updated call.
 *
 * @throws Problem `not-found` for a caller who is not a side of the call
 */
export async function withCall(
  deps: ActDeps,
  principalId: PrincipalId | undefined,
  id: BookingId,
  apply: (context: TransitionContext, paid: PaidCall) => Promise<void>,
): Promise<Booking> {
  return deps.db.transaction(async (tx) => {
    // A buyer's own order is locked before the buyer and before other orders, as in an erasure.
    if (principalId) await lockOwnOrder(tx, id, principalId)
    await deps.lock(tx)
    const paid = principalId && (await lockCall(tx, id))
    const role = paid && sideOf(paid, await partyOf(tx, principalId))
    if (!role) throw new Problem('not-found')
    await apply({ tx, call: paid.call, role, now: deps.now() }, paid)
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
