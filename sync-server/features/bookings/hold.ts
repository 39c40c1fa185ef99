import { isFull, lockPlaces } from '#server/features/unlocks/places.ts'
import type { Seller } from '#server/features/unlocks/seller.ts'
import { newId } from '#server/new-id.ts'
import type { BookingDetails, Slot } from '#shared/bookings/contract.ts'
import type { BookingId, PrincipalId } from '#shared/ids.ts'
import { Problem } from '#shared/problem.ts'
import {
  countLive,
  findOwnHold,
  type Hold,
  insertHold,
  isOverlap,
  letGo,
  listLapsed,
  lockHolders,
  updateHold,
} from './hold-queries.ts'
import { type LapseDeps, releaseHold } from './lapse.ts'

export const HOLD_MS = 15 * 60 * 1000
export const MOST_HOLDS = 2

export type Wish = {
  principalId: PrincipalId
  /** A keyed hash of a guest's address; accounts are counted by themselves, because many share a hall's. */
  holderKey: string | null
  seller: Seller
  slot: Pick<Slot, 'start' | 'end'>
  details: BookingDetails
  isGenerated: boolean
}

/**
 * Keeps an hour for somebody for as long as they pay. Whoever asks again for the same hour goes on with
 * the same hold, so that one hour is one order and one payment.
 *
 * @throws Problem `bookings.slot-taken`, `bookings.too-many-holds`, `unlocks.limit-reached`
 */
export async function holdSlot(deps: LapseDeps, wish: Wish): Promise<Hold> {
  const { db, now: clock } = deps.orders
  const { principalId, holderKey, seller } = wish
  const [start, end] = [new Date(wish.slot.start), new Date(wish.slot.end)]
  for (const lapsed of await listLapsed(db, clock(), { vcId: seller.id, start, end })) await releaseHold(deps, lapsed)

  return db
    .transaction(async (tx) => {
      await lockPlaces(tx, seller.id)
      await lockHolders(tx, [principalId, holderKey])
      const now = clock()
      await letGo(tx, principalId, seller.id, start, now)
      const own = await findOwnHold(tx, principalId, seller.id, start)
      const isRunning = own?.status === 'held' && own.heldUntil !== null && own.heldUntil > now
      if (!isRunning) {
        const live = await countLive(tx, { principalId, holderKey }, now)
        if (live.own >= MOST_HOLDS || live.here >= MOST_HOLDS) throw new Problem('bookings.too-many-holds')
        if (seller.limit && (await isFull(tx, seller, seller.limit, now, own?.id))) throw new Problem('unlocks.limit-reached')
      }
      const said = saidOf(wish.details)
      // Asking again does not prolong it: an hour is not kept for ever by somebody who never pays.
      if (own && isRunning) return updateHold(tx, own.id, { ...said, updatedAt: now })

      const hold = {
        ...said,
        status: 'held' as const,
        heldUntil: new Date(now.getTime() + HOLD_MS),
        holderKey,
        isGeneratedSlot: wish.isGenerated,
        updatedAt: now,
      }
      if (own) return updateHold(tx, own.id, hold)
      return insertHold(tx, {
        ...hold,
        id: newId<BookingId>('bkg'),
        principalId,
        vcId: seller.id,
        vcType: seller.vcType,
        vcName: seller.name,
        meetingTitle: `Call with ${seller.name}`,
        meetingDateTime: start,
        endsAt: end,
        createdAt: now,
      })
    })
    .catch((error) => {
      throw isOverlap(error) ? new Problem('bookings.slot-taken') : error
    })
}

const saidOf = ({ name, email, company, message, timeZone }: BookingDetails) => ({
  founderName: name,
  founderEmail: email,
  founderCompany: company || null,
  meetingDescription: message || null,
  founderTimeZone: timeZone ?? null,
})
