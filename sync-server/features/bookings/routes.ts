import { Elysia } from 'elysia'
import { listAvailability } from '#server/features/bookings/availability/list-slots.ts'
import { readBooking } from '#server/features/bookings/calls/transition.ts'
import { createCardGuard } from '#server/features/orders/checkout/card-guard.ts'
import { isEstablished } from '#server/http/established.ts'
import { clientAddress } from '#server/http/limits/client-address.ts'
import { createConfirmLimit } from '#server/http/limits/confirm-rate-limit.ts'
import { createGuestLimit } from '#server/http/limits/guest-rate-limit.ts'
import type { RateLimit } from '#server/http/limits/rate-limit.ts'
import { type Identity, session } from '#server/http/session.ts'
import {
  AskAvailability,
  Availability,
  BookingConfirmed,
  ConfirmMeetingBooking,
  CreateMeetingPayment,
  MeetingPayment,
} from '#shared/bookings/contract.ts'
import { type BookDeps, confirmBooking, startBooking } from './start-booking.ts'

type RoutesDeps = BookDeps & { identity: Identity; limit: RateLimit; trustedProxies: number }

/** From an investor's free slots to a paid call. */
export const bookingRoutes = (deps: RoutesDeps) => {
  const { limit, trustedProxies } = deps
  const limitGuest = createGuestLimit(deps)
  const guardCards = createCardGuard(deps)
  const limitConfirm = createConfirmLimit(deps)
  return new Elysia({ name: 'bookings', prefix: '/api' })
    .use(session(deps.identity))
    .post(
      '/calendly/availability',
      async ({ body, caller, request, server }) => {
        await limit('availability-address', clientAddress(request, server, trustedProxies))
        const asking = caller.principalId
        const call = { db: deps.orders.db, organizer: deps.organizer }
        const moving = body.moving && (await readBooking(call, asking, body.moving)).id
        return listAvailability(deps.offers, body.vcId, { asking, moving })
      },
      { caller: true, body: AskAvailability, response: Availability },
    )
    .post(
      '/create-meeting-payment',
      async (context) => {
        await limitGuest('intent', context)
        const { account, principalId, request, server, body } = context
        await guardCards(principalId, { ...context, email: body.bookingDetails.email })
        const isKnown = account && isEstablished(account, deps.orders.now())
        const address = isKnown ? undefined : clientAddress(request, server, trustedProxies)
        return startBooking(deps, { principalId, isGuest: !account, address }, body)
      },
      { principal: true, body: CreateMeetingPayment, response: MeetingPayment },
    )
    .post(
      '/confirm-meeting-booking',
      async ({ body, principalId }) => {
        await limitConfirm(principalId, body.paymentIntentId)
        return confirmBooking(deps, principalId, body)
      },
      { principal: true, body: ConfirmMeetingBooking, response: BookingConfirmed },
    )
}
