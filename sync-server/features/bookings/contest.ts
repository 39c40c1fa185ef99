import { reportContested } from '#server/email/messages/calls.ts'
import { queueMail } from '#server/email/outbox.ts'
import type { Booking } from '#shared/bookings/contract.ts'
import type { BookingId, PrincipalId } from '#shared/ids.ts'
import { Problem } from '#shared/problem.ts'
import { type CallDeps, withCall } from './act.ts'
import { listAdmins, updateCall } from './call-queries.ts'

/**
 * The side that was reported missing says how it was, once. Admins read it beside the refund that the report asks for.
 *
 * @throws Problem `not-found`; `bookings.not-reported` for the side that was not reported
 */
export const contestReport = (
  deps: CallDeps,
  principalId: PrincipalId | undefined,
  id: BookingId,
  reason: string,
): Promise<Booking> =>
  withCall(deps, principalId, id, async ({ tx, call, role, now }) => {
    if (call.noShowBy !== role) throw new Problem('bookings.not-reported')
    if (call.contestedAt) return
    await updateCall(tx, id, { contestedAt: now, contestReason: reason, updatedAt: now })
    const name = (role === 'investor' ? call.vcName : call.founderName) ?? ''
    const [start, end] = [call.meetingDateTime.toISOString(), call.endsAt.toISOString()]
    const letter = reportContested({ id, orderId: call.orderId, side: role, name, reason, start, end }, deps.base())
    for (const { email } of await listAdmins(tx, deps.env.ADMIN_EMAILS))
      await queueMail(tx, { to: email, template: 'call-contested-team', letter })
  })
