import { findOffer } from '#server/features/bookings/availability/list-slots.ts'
import { cancelCall } from '#server/features/bookings/calls/cancel-call.ts'
import { HAND_OVER } from '#server/features/bookings/calls/hand-over-contact.ts'
import { reportMissing } from '#server/features/bookings/calls/report-no-show.ts'
import { moveCall } from '#server/features/bookings/calls/reschedule-call.ts'
import { startBooking } from '#server/features/bookings/start-booking.ts'
import { readOrder } from '#server/features/orders/service.ts'
import type { Account } from '#server/http/session.ts'
import type { BookingId, VcId } from '#shared/ids.ts'
import { type Buyer, type Cast, madeBy } from './people.ts'
import { HOUR_MS, type Scene, type Stage } from './stage.ts'

/** The first hour from a day on that an investor offers. */
async function slotFrom({ bookings, at }: Stage, vcId: VcId, day: number) {
  const { slots } = await findOffer(bookings.offers, vcId)
  const slot = slots.find(({ start }) => Date.parse(start) >= at(day).getTime())
  if (!slot) throw new Error(`No call is offered from day ${day} on`)
  return slot
}

type Call = { name: string; who: Account; company?: string; vcId: VcId; day: number; message: string }

async function book(stage: Stage, { made }: Cast, { name, who, company = 'Crumbledger', vcId, day, message }: Call) {
  const selectedSlot = await slotFrom(stage, vcId, day)
  const bookingDetails = { name: [who.firstName, who.lastName].join(' '), email: who.email, company, message }
  const founder = { principalId: who.principalId, isGuest: false, address: undefined }
  const { clientSecret } = await startBooking(stage.bookings, founder, { vcId, selectedSlot, bookingDetails })
  const order = await readOrder(stage.tx, await stage.pay(clientSecret))
  made.set(name, order?.slotId ?? '')
  made.set(`${name} starts`, selectedSlot.start)
}

/** Sets the clock to some hours after a call has begun, and releases the contacts that are due until then. */
async function afterBeginning(stage: Stage, cast: Cast, name: string, hours: number) {
  stage.clock.at = new Date(Date.parse(madeBy(cast, `${name} starts`)) + hours * HOUR_MS)
  await stage.jobs[HAND_OVER]?.({})
}

type RatedCall = { day: number; who: Buyer; company: string; message: string; stars: number; text: string }

/** Held calls of the sample's investor that were rated: as many as a public average needs. */
const ratedCalls: RatedCall[] = [
  {
    ...{ day: -51.3, who: 'ines', company: 'Olive Letter', message: 'Who signs when the ship is late?' },
    ...{ stars: 5, text: 'You had read the contract. Our pilot starts on Monday because of your question about the port.' },
  },
  {
    ...{ day: -37.6, who: 'mikael', company: 'North Harbour', message: 'From two auctions to twenty.' },
    ...{ stars: 4, text: 'Honest about the size of the market. Ten minutes more would have helped.' },
  },
  {
    ...{ day: -29.2, who: 'yuki', company: 'Robot Keys', message: 'Liability when a robot opens the wrong door.' },
    ...{ stars: 5, text: '' },
  },
]

/** The calls that were rated: the founder rates two hours after the beginning. */
const ratedScenes = (cast: Cast): Scene[] =>
  ratedCalls.flatMap(({ day, who, company, message, stars, text }) => {
    const account = cast.others[who]
    const name = `rated by ${who}`
    return [
      { day, play: (stage) => book(stage, cast, { name, who: account, company, vcId: cast.listing, day: day + 3, message }) },
      {
        day: day + 7,
        play: async (stage) => {
          await afterBeginning(stage, cast, name, 2)
          await stage.mutate(account, 'call.rate', { bookingId: madeBy(cast, name), stars, text })
        },
      },
    ] satisfies Scene[]
  })

/**
 * The calls: of the founder one is next, one was held, one was moved, and one was cancelled in time and refunded; the investor
 * has two ahead, reported one founder who did not come, and was rated by three.
 */
export function callScenes(cast: Cast): Scene[] {
  const { founder, investor, others, listing } = cast
  const lena = () => madeBy<VcId>(cast, 'lena')
  const mateo = () => madeBy<VcId>(cast, 'mateo')
  const call = (day: number, about: () => Call): Scene => ({ day, play: (stage) => book(stage, cast, about()) })
  return [
    ...ratedScenes(cast),
    call(-15.5, () => ({
      name: 'held',
      who: founder,
      vcId: lena(),
      day: -12,
      message: 'Settlement between mills and bakeries.',
    })),
    { day: -9, play: (stage) => afterBeginning(stage, cast, 'held', 1) },

    call(-18.5, () => ({ name: 'refunded', who: founder, vcId: mateo(), day: -13, message: 'A first look at our numbers.' })),
    {
      day: -17.5,
      play: async (stage) => {
        const id = madeBy<BookingId>(cast, 'refunded')
        await cancelCall(stage.calls, founder.principalId, id, { reason: 'Our demo is not ready. We book again.' })
      },
    },

    call(-10.5, () => ({
      name: 'missed',
      who: others.tomasz,
      company: 'Tramline',
      vcId: listing,
      day: -7,
      message: 'Ticket revenue as a product.',
    })),
    {
      day: -3.2,
      play: async (stage) => {
        await afterBeginning(stage, cast, 'missed', 1)
        const reason = 'I waited for twenty minutes.'
        await reportMissing(stage.calls, investor.principalId, madeBy(cast, 'missed'), { reason })
      },
    },

    call(-2.4, () => ({
      name: 'next',
      who: founder,
      vcId: listing,
      day: 1,
      message: 'Ten minutes of product, twenty of questions.',
    })),
    call(-1.8, () => ({
      name: 'later',
      who: others.adaeze,
      company: 'Wardpay',
      vcId: listing,
      day: 4,
      message: 'Payroll across a border.',
    })),

    call(-2.2, () => ({ name: 'moved', who: founder, vcId: mateo(), day: 3, message: 'The angel round.' })),
    {
      day: -0.9,
      play: async (stage) => {
        const { start } = await slotFrom(stage, mateo(), 6)
        await moveCall(stage.calls, founder.principalId, madeBy(cast, 'moved'), new Date(start))
      },
    },
  ]
}
