import type { AppContext } from '#server/app-context.ts'
import type { FeatureModule } from '#server/feature-module.ts'
import type { OrderDeps } from '#server/features/orders/deps.ts'
import { createCalendly } from './availability/calendly.ts'
import { createIsSlotAvailable } from './availability/is-slot-available.ts'
import {
  ANNOUNCE_END,
  ANNOUNCE_RETURN,
  announceEnd,
  announceReturn,
  SEND_CONFIRMATION,
  sendConfirmation,
} from './calls/confirmation-mails.ts'
import { HAND_OVER, handOverDue, handOverSchedule } from './calls/hand-over-contact.ts'
import { REMIND_CALLS, reminderSchedule, remindOfCalls } from './calls/reminders.ts'
import { callRoutes } from './calls/routes.ts'
import { EXPIRE_EVERY_SECONDS, EXPIRE_HOLDS, expireHolds } from './holds/expire-holds.ts'
import { moveCalls } from './holds/queries.ts'
import { bookingRoutes } from './routes.ts'
import { bookingsSource } from './sync-source.ts'

export function bookingsModule(context: AppContext, orders: OrderDeps) {
  const { env, organizer } = context
  const offers = { ...context, calendly: createCalendly(env.CALENDLY_API_URL) }
  const calls = { ...context, isSlotAvailable: createIsSlotAvailable({ orders, offers }) }
  return {
    routes: [callRoutes(calls), bookingRoutes({ ...context, orders, offers })],
    jobs: {
      [SEND_CONFIRMATION]: sendConfirmation(calls),
      [ANNOUNCE_END]: announceEnd(calls),
      [ANNOUNCE_RETURN]: announceReturn(calls),
      [REMIND_CALLS]: remindOfCalls(calls),
      [HAND_OVER]: handOverDue(calls),
    },
    schedules: [reminderSchedule, handOverSchedule],
    privateCollections: {
      bookings: {
        source: bookingsSource(organizer),
        tables: ['vcs', 'principals', 'meeting_bookings', 'orders', 'vc_unlocks'],
      },
    },
    transfers: [moveCalls],
  } satisfies FeatureModule
}

/** Holds of slots end when their payment does not arrive. Apart from the calls, because it belongs to payments. */
export const holdsModule = (orders: OrderDeps) =>
  ({
    jobs: { [EXPIRE_HOLDS]: expireHolds({ orders }) },
    schedules: [{ kind: EXPIRE_HOLDS, everySeconds: EXPIRE_EVERY_SECONDS }],
  }) satisfies FeatureModule
