import { openKeyring } from '#server/crypto/keyring.ts'
import { createCalendly } from '#server/features/bookings/availability/calendly.ts'
import { NO_CALENDARS } from '#server/features/bookings/calendars/refresh.ts'
import type { OrderDeps } from '#server/features/orders/deps.ts'
import type { Setup } from './setup.ts'

/** The booker of a call. */
export const CALLER = { name: 'Noa Founder', email: 'noa@anvil.example', company: 'Anvil', message: '' }

/** The dependencies of booking besides the orders. No calendar is available, so the usual hours are offered. */
export const bookingDeps = async ({ database }: Setup, orders: OrderDeps) => ({
  orders,
  offers: {
    ...orders,
    calendly: createCalendly('http://127.0.0.1:1'),
    keyring: await openKeyring(database.db),
    busyReader: NO_CALENDARS,
  },
  organizer: 'calls@latchkey.example',
})
