import { acceptProposal, proposeTimes } from '#server/features/bookings/calls/propose-times.ts'
import { moveCall } from '#server/features/bookings/calls/reschedule-call.ts'
import type { ActDeps } from '#server/features/bookings/calls/transition.ts'
import type { BookingId } from '#shared/ids.ts'
import { type Attempt, intentOfWay, type Run } from './run.ts'
import type { Node } from './setup.ts'

export const BASE = 'https://latchkey.example'
export const ORGANIZER = 'calls@latchkey.example'

export const callDeps = ({ money: { orders } }: Node): ActDeps => ({
  lock: async () => undefined,
  db: orders.db,
  log: orders.log,
  now: orders.now,
  base: () => BASE,
  organizer: ORGANIZER,
  isSlotAvailable: async () => false,
  env: { ADMIN_EMAILS: [] },
})

/** Applies an action to the call that an attempt has paid for, if it has. */
export async function onCall({ setup }: Run, { way }: Attempt, act: (id: BookingId) => Promise<unknown>) {
  const piId = await intentOfWay(setup, way)
  const [call] = await setup.database.sql<{ id: BookingId }[]>`
    select b.id from meeting_bookings b join orders o on o.id = b.order_id where o.pi_id = ${piId ?? ''}`
  if (call) await act(call.id)
}

/** Moves the call to the other contested hour. */
export async function moveToOther(run: Run, { buyer }: Attempt, id: BookingId, node: Node) {
  const other = await otherHour(run, id)
  if (other) await moveCall(withFreeHours(node), buyer.principalId, id, new Date(other.start))
}

/** The investor proposes the other contested hour, and the founder accepts it. */
export async function agreeOnOther(run: Run, { buyer }: Attempt, id: BookingId, node: Node) {
  const other = await otherHour(run, id)
  if (!other) return
  const deps = withFreeHours(node)
  await proposeTimes(deps, run.actors.seller.principalId, id, { times: [other.start], note: null })
  await acceptProposal(deps, buyer.principalId, id, new Date(other.start))
}

const withFreeHours = (node: Node): ActDeps => ({ ...callDeps(node), isSlotAvailable: async () => true })

async function otherHour({ actors, setup }: Run, id: BookingId) {
  const [call] = await setup.database.sql<{ at: string }[]>`select meeting_date_time as at from meeting_bookings where id = ${id}`
  return actors.hours.find(({ start }) => call && Date.parse(start) !== new Date(call.at).getTime())
}
