import { type CallHours, initialHours } from '#shared/bookings/call-hours.ts'
import { slotAt } from '#shared/bookings/slots.ts'
import type { VcId } from '#shared/ids.ts'
import type { SetHours } from '#shared/listings/hours.ts'
import { dayAhead } from '#shared/listings/pause.ts'
import type { PushReply } from '#shared/sync/push.ts'
import type { Client } from '#tests/support/client.ts'
import { newClientId, newMutationId } from '#tests/support/private-lane.ts'

const OPEN = [{ from: 0, until: 24 * 60 }]

/** Calls at any half hour, in UTC. */
export const openHours = (over: Partial<CallHours> = {}): CallHours => ({
  ...initialHours('UTC'),
  ...{ sun: OPEN, mon: OPEN, tue: OPEN, wed: OPEN, thu: OPEN, fri: OPEN, sat: OPEN },
  ...over,
})

/** A time of a day that is some days ahead, in UTC: beyond every notice, and within the booking window. */
export const slotOn = (daysAhead: number, clock: string) => slotAt(Date.parse(`${dayAhead(daysAhead, Date.now())}T${clock}:00Z`))

type Setting = { as: Client; vcId: VcId; change: SetHours['change']; id?: ReturnType<typeof newMutationId> }

/** What a device sends when its owner saves hours. */
export async function sendHours({ as, vcId, change, id = newMutationId() }: Setting) {
  const mutation = { id, name: 'listing.hours', args: { vcId, change }, madeAt: new Date().toISOString() }
  const { body } = await as.post<PushReply>('/api/sync/push', { clientId: newClientId(), mutations: [mutation] })
  return body.results[0]
}
