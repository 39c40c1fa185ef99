import type { Transaction } from '#server/database/client.ts'
import { newId } from '#server/database/new-id.ts'
import { lockCaller } from '#server/features/accounts/sessions/lock-caller.ts'
import { isSoldOutWithHolds, lockCapacity } from '#server/features/unlocks/capacity.ts'
import { assertNotPaused } from '#server/features/unlocks/pricing.ts'
import { findSeller, type Seller } from '#server/features/unlocks/seller.ts'
import { WIDE } from '#server/http/limits/client-address.ts'
import type { CallHours } from '#shared/bookings/call-hours.ts'
import type { BookingDetails, Slot } from '#shared/bookings/contract.ts'
import { allowsTimes, offersAt } from '#shared/bookings/offered-hours.ts'
import type { BookingId, PrincipalId } from '#shared/ids.ts'
import { Problem } from '#shared/problem.ts'
import { hasRoom, lockCallRules, releaseLapsedNear } from './call-limits.ts'
import type { LapseDeps } from './expire-holds.ts'
import {
  countLive,
  findOwnHold,
  findUnpaid,
  type Hold,
  insertHold,
  isOverlap,
  lockHolders,
  releaseOtherHolds,
  updateHold,
} from './queries.ts'

const MINUTE_MS = 60 * 1000
const DAY_MS = 24 * 60 * MINUTE_MS

export const HOLD_MS = 15 * MINUTE_MS
/** Per principal, and for guests per address block. */
export const MAX_HOLDS = 2
/** For new or unverified accounts per address block: people at one venue share an address. */
export const MAX_NEW_HOLDS = 8

/** Maximum time in which a buyer may change from one slot of an investor to another, counted from the first hold. */
const MAX_CHAIN_MS = 30 * MINUTE_MS
const CHAIN_FORGOTTEN_MS = 60 * MINUTE_MS
/** A shorter hold leaves no time to pay. */
const MIN_HOLD_MS = MINUTE_MS
/** Holds of one investor that expire unpaid, per day. */
const MAX_LAPSED = 1
const MAX_LAPSED_PER_ADDRESS = 3
/** Per IPv6 /48, which one customer may have: it can block the last place of an investor for at most three hours a day. */
const MAX_LAPSED_WIDE = 6

/** Concurrent holds of one investor per /48: half of the weekly capacity is left to others, except when the capacity is one. */
const mostWideOf = ({ most }: { most: number }) => Math.max(1, Math.floor(most / 2))

export type HoldInput = {
  principalId: PrincipalId
  /** A keyed hash of the address block of a guest, or of a new or unverified account. Other accounts are counted by principal. */
  holderKey: string | null
  /** The same for the /48 around an IPv6 block. */
  holderWideKey: string | null
  isGuest: boolean
  seller: Seller
  slot: Pick<Slot, 'start' | 'end'>
  details: BookingDetails
  isGenerated: boolean
  /** The slot is one of the investor's own calendar. */
  isOfCalendar: boolean
}

/**
 * Holds a slot for a buyer during payment. A repeated request for the same slot continues the same hold, so that one slot is one
 * order and one payment.
 *
 * @throws Problem `session-lost`, `bookings.slot-taken`, `bookings.too-many-holds`, `bookings.held-before`,
 *   `bookings.not-offered`, `unlocks.limit-reached`, `unlocks.paused`
 */
export async function holdSlot(deps: LapseDeps, input: HoldInput): Promise<Hold> {
  const { db, now: clock } = deps.orders
  const { principalId, holderKey, holderWideKey, isGuest, seller } = input
  const holder = { principalId, holderKey, holderWideKey, vcId: seller.id }
  const [start, end] = [new Date(input.slot.start), new Date(input.slot.end)]
  await releaseLapsedNear(deps, seller.id, start)

  return db
    .transaction(async (tx) => {
      await lockCaller(tx, input)
      await lockCapacity(tx, seller.id)
      const rules = await lockCallRules(tx, seller.id)
      await lockHolders(tx, [principalId, holderKey, holderWideKey])
      const now = clock()
      await releaseOtherHolds(tx, principalId, seller.id, start, now)
      const own = await findOwnHold(tx, principalId, seller.id, start)
      const isRunning = own?.status === 'held' && own.heldUntil !== null && own.heldUntil > now
      const heldUntil = isRunning ? undefined : await endOfHold(tx, holder, now)
      if (!isRunning) {
        // Calendars were read since the request was checked: the investor may have paused in between.
        assertNotPaused((await findSeller(tx, seller.id)) ?? seller, now)
        const live = await countLive(tx, holder, now)
        const mostHere = isGuest ? MAX_HOLDS : MAX_NEW_HOLDS
        const isWideFull = live.wide >= mostHere * WIDE || (seller.limit && live.wideOfInvestor >= mostWideOf(seller.limit))
        if (live.own >= MAX_HOLDS || live.here >= mostHere || isWideFull) throw new Problem('bookings.too-many-holds')
        if (seller.limit && (await isSoldOutWithHolds(tx, seller, seller.limit, now, own?.id)))
          throw new Problem('unlocks.limit-reached')
        // As a pause: own hours may have changed, or another founder may have taken the last call of the day.
        if (rules.hours && !isOfferedBy(rules.hours, input, now)) throw new Problem('bookings.not-offered')
        if (!(await hasRoom(tx, rules, { vcId: seller.id, start }))) throw new Problem('bookings.slot-taken')
      }
      const details = detailsOf(input.details)
      // A repeated request does not extend the hold: a buyer who never pays must not keep a slot indefinitely.
      if (own && isRunning) return updateHold(tx, own.id, { ...details, updatedAt: now })

      const hold = {
        ...details,
        status: 'held' as const,
        heldUntil,
        lapsedAt: null,
        holderKey,
        holderWideKey,
        isGeneratedSlot: input.isGenerated,
        updatedAt: now,
      }
      if (own) return updateHold(tx, own.id, { ...hold, createdAt: isInChain(own, now) ? own.createdAt : now })
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

/**
 * The end of a new hold. Unpaid holds of one investor cannot be renewed repeatedly.
 *
 * @throws Problem `bookings.held-before`
 */
async function endOfHold(tx: Transaction, by: Parameters<typeof findUnpaid>[1], now: Date): Promise<Date> {
  const before = (ms: number) => new Date(now.getTime() - ms)
  const unpaid = await findUnpaid(tx, by, { now, lapsedSince: before(DAY_MS), chainSince: before(CHAIN_FORGOTTEN_MS) })
  const chainEnd = (unpaid.chainFrom ?? now).getTime() + MAX_CHAIN_MS
  const until = Math.min(now.getTime() + HOLD_MS, chainEnd)
  const isSpent =
    unpaid.own >= MAX_LAPSED ||
    unpaid.here >= MAX_LAPSED_PER_ADDRESS ||
    unpaid.wide >= MAX_LAPSED_WIDE ||
    until - now.getTime() < MIN_HOLD_MS
  if (isSpent) throw new Problem('bookings.held-before')
  return new Date(until)
}

function isOfferedBy(hours: CallHours, { slot, isOfCalendar }: HoldInput, now: Date): boolean {
  const start = Date.parse(slot.start)
  return isOfCalendar ? allowsTimes(hours)(start, now.getTime()) : offersAt(hours, start, now.getTime())
}

/** A hold that is taken again later counts as new. Within a chain it keeps its creation time: the chain is measured from it. */
const isInChain = ({ createdAt }: Hold, now: Date) => now.getTime() - createdAt.getTime() < CHAIN_FORGOTTEN_MS

const detailsOf = ({ name, email, company, message, timeZone }: BookingDetails) => ({
  founderName: name,
  founderEmail: email,
  founderCompany: company || null,
  meetingDescription: message || null,
  founderTimeZone: timeZone ?? null,
})
