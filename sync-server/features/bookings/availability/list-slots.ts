import type { Keyring } from '#server/crypto/keyring.ts'
import type { Database } from '#server/database/client.ts'
import { listTaken } from '#server/features/bookings/holds/queries.ts'
import { findSeller } from '#server/features/unlocks/seller.ts'
import type { Log } from '#server/log.ts'
import type { Availability, Slot } from '#shared/bookings/contract.ts'
import { BOOKING_WINDOW_DAYS, CALL_MS, generatedSlots, isInTime, NOTICE_MS, slotAt } from '#shared/bookings/slots.ts'
import { isTimeZone, UTC } from '#shared/bookings/time-zone.ts'
import type { PrincipalId, VcId } from '#shared/ids.ts'
import { Problem } from '#shared/problem.ts'
import type { Calendly } from './calendly.ts'
import { findCalendarToken, findHost } from './queries.ts'

export type OfferDeps = { db: Database; log: Log; now: () => Date; calendly: Calendly; keyring: Keyring }

const DAY_MS = 24 * 60 * 60 * 1000
const NO_CALLS: Availability = { slots: [], timeZone: UTC, generated: false }

/**
 * The bookable slots of an investor, including those already taken.
 *
 * @param asking  a slot held by this principal stays available to them
 * @throws Problem `not-found`
 */
export async function listAvailability(deps: OfferDeps, vcId: VcId, asking: PrincipalId | undefined): Promise<Availability> {
  const seller = await findSeller(deps.db, vcId)
  if (!seller) throw new Problem('not-found')
  if (!seller.isOpen) return NO_CALLS
  const offer = await findOffer(deps, vcId)
  const taken = await listTaken(deps.db, vcId, deps.now(), asking)
  const isTaken = ({ start }: Slot) =>
    taken.some((call) => Date.parse(start) < call.endsAt.getTime() && Date.parse(start) + CALL_MS > call.startsAt.getTime())
  return { ...offer, slots: offer.slots.map((slot) => ({ ...slot, available: !isTaken(slot) })) }
}

/**
 * Offered slots: from the investor's own calendar where it can be read, else generated ones. Without a link, or without an
 * address to notify the investor, there are none.
 */
export async function findOffer(deps: OfferDeps, vcId: VcId): Promise<Availability> {
  const { db, log } = deps
  const host = await findHost(db, vcId)
  if (!host?.meetingLink || !host.isReachable) return NO_CALLS
  const now = deps.now()
  const sealed = await findCalendarToken(db, vcId)
  if (sealed) {
    try {
      const availability = await queryCalendar(deps, host.meetingLink, sealed, now)
      // A calendar without a free slot still belongs to an investor who can decline.
      if (availability.slots.length > 0) return availability
    } catch (error) {
      log.warn({ err: error, vc: vcId }, 'calendar request failed, offering generated slots')
    }
  }
  const timeZone = host.timeZone && isTimeZone(host.timeZone) ? host.timeZone : UTC
  return { slots: generatedSlots(now, timeZone), timeZone, generated: true }
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
