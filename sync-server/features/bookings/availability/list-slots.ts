import type { Keyring } from '#server/crypto/keyring.ts'
import type { Database } from '#server/database/client.ts'
import { listBusy } from '#server/features/bookings/calendars/busy-times.ts'
import type { BusyReader } from '#server/features/bookings/calendars/refresh.ts'
import { listTaken, type TakenBut } from '#server/features/bookings/holds/queries.ts'
import { findSeller } from '#server/features/unlocks/seller.ts'
import type { Log } from '#server/log.ts'
import type { CallHours } from '#shared/bookings/call-hours.ts'
import type { Availability } from '#shared/bookings/contract.ts'
import { allowsTimes, callLimits, NO_LIMITS, offeredStarts } from '#shared/bookings/offered-hours.ts'
import { BOOKING_WINDOW_DAYS, generatedSlots, isInTime, NOTICE_MS, slotAt } from '#shared/bookings/slots.ts'
import { isTimeZone, UTC } from '#shared/bookings/time-zone.ts'
import type { VcId } from '#shared/ids.ts'
import { Problem } from '#shared/problem.ts'
import type { Calendly } from './calendly.ts'
import { findCalendarToken, findHost } from './queries.ts'

export type OfferDeps = { db: Database; log: Log; now: () => Date; calendly: Calendly; keyring: Keyring; busyReader: BusyReader }

const DAY_MS = 24 * 60 * 60 * 1000

/** The slots of an investor, before those that are taken are known. */
export type Offer = Availability & {
  callHours: CallHours | null
  /** The slots are those of the investor's own calendar, which replaces the week of own hours. */
  isOfCalendar: boolean
}

const NO_CALLS: Offer = { slots: [], timeZone: UTC, generated: false, callHours: null, isOfCalendar: false }

/**
 * The bookable slots of an investor, including those already taken.
 *
 * @param but  what takes no slot: holds of the principal who asks, and a call that is to be moved
 * @throws Problem `not-found`
 */
export async function listAvailability(deps: OfferDeps, vcId: VcId, but: TakenBut): Promise<Availability> {
  const seller = await findSeller(deps.db, vcId)
  if (!seller) throw new Problem('not-found')
  if (seller.isOpen) await deps.busyReader.forOffer(vcId)
  const { callHours, timeZone, generated, ...offer } = seller.isOpen ? await findOffer(deps, vcId) : NO_CALLS
  const calls = offer.slots.length > 0 ? await listTaken(deps.db, vcId, deps.now(), but) : []
  const { mayTake } = callLimits(callHours ?? NO_LIMITS)
  const busy = offer.slots.length > 0 ? await listBusy(deps.db, vcId) : []
  const slots = offer.slots.map((slot) => ({ ...slot, available: mayTake(Date.parse(slot.start), calls, busy) }))
  return { slots, timeZone, generated }
}

/**
 * Offered slots: from the investor's own calendar where it can be read, else from own hours, else generated ones. Without a link,
 * or without an address to notify the investor, there are none.
 *
 * The calendar replaces the week of own hours; their notice and days off apply to it as well. Slots of own hours that stand in for
 * a calendar count as generated, because the calendar has not confirmed them.
 */
export async function findOffer(deps: OfferDeps, vcId: VcId): Promise<Offer> {
  const { db, log } = deps
  const host = await findHost(db, vcId)
  if (!host?.meetingLink || !host.isReachable) return NO_CALLS
  const now = deps.now()
  const { callHours } = host
  const sealed = await findCalendarToken(db, vcId)
  if (sealed) {
    try {
      const availability = await queryCalendar(deps, host.meetingLink, sealed, now)
      // A calendar without a free slot still belongs to an investor who can decline.
      if (availability.slots.length > 0) {
        const isAllowed = callHours ? allowsTimes(callHours) : () => true
        const slots = availability.slots.filter(({ start }) => isAllowed(Date.parse(start), now.getTime()))
        return { ...availability, slots, callHours, isOfCalendar: true }
      }
    } catch (error) {
      log.warn({ err: error, vc: vcId }, 'calendar request failed, offering other slots')
    }
  }
  if (callHours) {
    const { timeZone } = callHours
    const slots = offeredStarts(callHours, now.getTime()).map(slotAt)
    return { slots, timeZone, generated: sealed !== undefined, callHours, isOfCalendar: false }
  }
  const timeZone = host.timeZone && isTimeZone(host.timeZone) ? host.timeZone : UTC
  return { slots: generatedSlots(now, timeZone), timeZone, generated: true, callHours, isOfCalendar: false }
}

async function queryCalendar(
  { calendly, keyring }: OfferDeps,
  link: string,
  sealed: Uint8Array,
  now: Date,
): Promise<Availability> {
  // The notice period starts from this node's clock: the calendar rejects times that are past by its own clock.
  const from = new Date(now.getTime() + NOTICE_MS)
  const until = new Date(from.getTime() + BOOKING_WINDOW_DAYS * DAY_MS)
  const { starts, timeZone } = await calendly.freeTimes({ link, token: await keyring.decrypt(sealed), from, until })
  const slots = starts.filter((start) => isInTime(start, now)).map(slotAt)
  return { slots, timeZone: isTimeZone(timeZone) ? timeZone : UTC, generated: false }
}
