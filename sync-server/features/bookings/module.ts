import type { AppContext } from '#server/app-context.ts'
import type { FeatureModule } from '#server/feature-module.ts'
import type { OrderDeps } from '#server/features/orders/deps.ts'
import type { Mutators } from '#server/sync/push/mutator.ts'
import { createCalendly } from './availability/calendly.ts'
import { createIsSlotAvailable } from './availability/is-slot-available.ts'
import { consentRoutes } from './calendars/consent/routes.ts'
import type { Calendars } from './calendars/create.ts'
import {
  READ_CALENDAR,
  READ_DUE_CALENDARS,
  readCalendarsSchedule,
  readDueCalendars,
  readOneCalendar,
} from './calendars/refresh.ts'
import { calendarRoutes } from './calendars/routes.ts'
import { WRITE_EVENT, writeEvent } from './calendars/write-events.ts'
import {
  ANNOUNCE_END,
  ANNOUNCE_RETURN,
  announceEnd,
  announceReturn,
  SEND_CONFIRMATION,
  sendConfirmation,
} from './calls/confirmation-mails.ts'
import { HAND_OVER, handOverDue, handOverSchedule } from './calls/hand-over-contact.ts'
import { rateCall } from './calls/rate-call.ts'
import { REMIND_CALLS, reminderSchedule, remindOfCalls } from './calls/reminders.ts'
import { replyToCall } from './calls/reply-to-call.ts'
import { callRoutes } from './calls/routes.ts'
import { EXPIRE_EVERY_SECONDS, EXPIRE_HOLDS, expireHolds } from './holds/expire-holds.ts'
import { moveCalls } from './holds/queries.ts'
import { bookingRoutes } from './routes.ts'
import { bookingsSource } from './sync-source.ts'

export function bookingsModule(context: AppContext, orders: OrderDeps, calendars: Calendars) {
  const { env, organizer } = context
  const offers = { ...context, calendly: createCalendly(env.CALENDLY_API_URL), busyReader: calendars.busyReader }
  const connections = { ...context, ...calendars }
  const calls = { ...context, isSlotAvailable: createIsSlotAvailable({ orders, offers }) }
  return {
    routes: [
      calendarRoutes(connections),
      consentRoutes({ ...connections, publicUrl: env.PUBLIC_URL }),
      callRoutes(calls),
      bookingRoutes({ ...context, orders, offers }),
    ],
    jobs: {
      [SEND_CONFIRMATION]: sendConfirmation(calls),
      [ANNOUNCE_END]: announceEnd(calls),
      [ANNOUNCE_RETURN]: announceReturn(calls),
      [REMIND_CALLS]: remindOfCalls(calls),
      [HAND_OVER]: handOverDue(calls),
      [READ_DUE_CALENDARS]: readDueCalendars(calendars),
      [READ_CALENDAR]: readOneCalendar(calendars),
      [WRITE_EVENT]: writeEvent({ ...calendars, organizer }),
    },
    schedules: [reminderSchedule, handOverSchedule, readCalendarsSchedule],
    privateCollections: {
      bookings: {
        source: bookingsSource(organizer),
        tables: ['vcs', 'directory_investors', 'principals', 'meeting_bookings', 'orders', 'vc_unlocks'],
      },
    },
    mutators: {
      'call.reply': async ({ tx, principalId, now }, reply) => {
        await replyToCall(tx, { principalId, now, deps: context }, reply)
      },
      'call.rate': ({ tx, principalId, now }, rating) => rateCall(tx, { principalId, now }, rating),
    } satisfies Partial<Mutators>,
    transfers: [moveCalls],
  } satisfies FeatureModule
}

/** Holds of slots end when their payment does not arrive. Apart from the calls, because it belongs to payments. */
export const holdsModule = (orders: OrderDeps) =>
  ({
    jobs: { [EXPIRE_HOLDS]: expireHolds({ orders }) },
    schedules: [{ kind: EXPIRE_HOLDS, everySeconds: EXPIRE_EVERY_SECONDS }],
  }) satisfies FeatureModule
