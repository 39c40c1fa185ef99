import { confirmBooking, startBooking } from '#server/features/bookings/start-booking.ts'
import { confirmDecisionMaker, startDecisionMaker } from '#server/features/cold-scout/service.ts'
import {
  confirmProjectPayment,
  isScoutPaid,
  startProjectPayment,
  startScoutPayment,
} from '#server/features/publishing/service.ts'
import { confirmUnlock, startUnlock } from '#server/features/unlocks/service.ts'
import type { ConfirmMeetingBooking, CreateMeetingPayment } from '#shared/bookings/contract.ts'
import type { VcId } from '#shared/ids.ts'
import { Problem } from '#shared/problem.ts'
import type { Actors, Buyer } from './actors.ts'
import { bookingDeps, CALLER } from './booking.ts'
import { intentOf, type Way } from './provider.ts'
import { type Attempt, nodeAt, type Run } from './run.ts'
import type { Node } from './setup.ts'
import type { Purchase, Step } from './steps.ts'

export async function create(state: Run, { who, what, node }: Extract<Step, { do: 'create' }>) {
  const buyer = state.actors.buyers[who]
  if (!buyer || buyer.hasLeft) return
  const { lifecycle, money } = nodeAt(state.setup, node)
  const way = await startPaying(money, state, buyer, what)
  if (way && !lifecycle.isOver) state.attempts.push({ buyer, what, way })
}

async function startPaying(money: Node['money'], state: Run, buyer: Buyer, what: Purchase): Promise<Way | undefined> {
  const { actors, setup } = state
  const { principalId, account } = buyer
  const { orders } = money
  const unlock = async (kind: 'vc_unlock' | 'vc_contact', vcId: VcId) => ({
    secret: (await startUnlock({ orders }, principalId, { kind, vcId, receiptEmail: 'buyer@example.com' })).clientSecret,
  })
  switch (what) {
    case 'unlock listed':
      return unlock('vc_unlock', actors.listed)
    case 'contact listed':
      return unlock('vc_contact', actors.listed)
    case 'unlock limited':
      return unlock('vc_unlock', actors.limited)
    case 'call soon':
    case 'call later':
      return book(state, money, buyer, what)
    case 'person':
      return { secret: (await startDecisionMaker({ orders }, principalId, { decisionMakerId: actors.person })).clientSecret }
    case 'scout':
      return account && startScoutPayment({ orders }, account, setup.url)
    case 'visibility':
      return account && { secret: (await startProjectPayment({ orders }, account)).clientSecret }
  }
}

const hourOf = ({ hours }: Actors, what: Purchase) => hours[what === 'call soon' ? 0 : 1]

async function book({ actors, setup }: Run, { orders }: Node['money'], { principalId }: Buyer, what: Purchase) {
  const hour = hourOf(actors, what)
  if (!hour) return undefined
  const input = { vcId: actors.host, selectedSlot: hour, bookingDetails: CALLER } as CreateMeetingPayment
  const deps = await bookingDeps(setup, orders)
  return { secret: (await startBooking(deps, { principalId, isGuest: false, address: undefined }, input)).clientSecret }
}

/** P6: another principal's confirmation gets no information, for every state of the payment. */
export async function confirm(state: Run, { buyer, what, way }: Attempt, { isOwner, node }: Extract<Step, { do: 'confirm' }>) {
  const { orders } = nodeAt(state.setup, node).money
  const who = isOwner
    ? buyer
    : state.actors.buyers.find((other) => other.principalId !== buyer.principalId && (other.account || !buyer.account))
  if (!who) return
  const isConfirmed = await ask().catch((error) => {
    if (!isOwner && error instanceof Problem && error.code === 'not-found') return false
    throw error
  })
  if (isConfirmed && !isOwner) state.faults.push(`another principal got the status of ${what}`)

  async function ask(): Promise<unknown> {
    const account = who?.account
    if (!who) return false
    if ('url' in way) return isScoutPaid({ orders }, account, way.url.split('/').at(-1) ?? '')
    const paymentIntentId = intentOf(way.secret)
    if (what === 'visibility') return account ? confirmProjectPayment({ orders }, account, paymentIntentId) : false
    if (what === 'person') {
      const body = { paymentIntentId, decisionMakerId: state.actors.person }
      return confirmDecisionMaker({ orders }, who.principalId, body as Parameters<typeof confirmDecisionMaker>[2])
    }
    if (what === 'call soon' || what === 'call later') {
      const body = { paymentIntentId, vcId: state.actors.host, selectedSlot: hourOf(state.actors, what), bookingDetails: CALLER }
      return confirmBooking(await bookingDeps(state.setup, orders), who.principalId, body as ConfirmMeetingBooking)
    }
    const vcId = what === 'unlock limited' ? state.actors.limited : state.actors.listed
    return confirmUnlock({ orders }, who.principalId, { paymentIntentId, vcId } as Parameters<typeof confirmUnlock>[2])
  }
}
