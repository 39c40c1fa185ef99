import { openKeyring } from '#server/crypto/keyring.ts'
import { createCalendly } from '#server/features/bookings/availability/calendly.ts'
import type { OrderDeps } from '#server/features/orders/deps.ts'
import type { Stage } from './setup.ts'

/** Who wants to have a call. */
export const CALLER = { name: 'Noa Founder', email: 'noa@anvil.example', company: 'Anvil', message: '' }

/** What booking takes beside the orders. No calendar can be asked: the usual hours are offered. */
export const bookingDeps = async ({ database }: Stage, orders: OrderDeps) => ({
  orders,
  offers: { ...orders, calendly: createCalendly('http://127.0.0.1:1'), keyring: await openKeyring(database.db) },
  organizer: 'calls@latchkey.example',
})
