import type { Transaction } from '#server/database/client.ts'
import { contested, reportContested } from '#server/email/messages/bookings.ts'
import { queueMail } from '#server/email/outbox.ts'
import { ASK_FOR_MONEY } from '#server/features/refunds/job-kinds.ts'
import { enqueueJob } from '#server/jobs/queue.ts'
import type { Booking, BookingSide } from '#shared/bookings/contract.ts'
import { contestUntilOf } from '#shared/bookings/rules.ts'
import type { BookingId, PrincipalId } from '#shared/ids.ts'
import { Problem } from '#shared/problem.ts'
import { noticeCall, otherOf } from './call-notices.ts'
import { type NotifyDeps, notifyParticipants } from './notify-participants.ts'
import { type CallRow, listAdmins, updateCall } from './queries.ts'
import { type ActDeps, withCall } from './transition.ts'

const CONTEST_PREFIX = 'The investor says that the founder did not come to the call. The founder says otherwise:'

/**
 * The side that was reported missing may contest the report, once. Admins read an investor's statement beside the refund request
 * that the report created; a founder's statement creates one.
 *
 * @throws Problem `not-found`; `bookings.not-reported` for the side that was not reported; `bookings.too-late-to-contest`
 */
export const contestReport = (
  deps: ActDeps,
  principalId: PrincipalId | undefined,
  id: BookingId,
  reason: string,
): Promise<Booking> =>
  withCall(deps, principalId, id, async ({ tx, call, role, now }) => {
    if (call.noShowBy !== role) throw new Problem('bookings.not-reported')
    if (call.contestedAt) return
    // The price is not paid out before this time.
    if (call.noShowReportedAt && now >= contestUntilOf(call.noShowReportedAt)) throw new Problem('bookings.too-late-to-contest')
    // Both sides claim to have come, and only one can be paid: an admin decides, and nothing is paid out until then.
    if (role === 'founder' && call.orderId) {
      const request = { orderId: call.orderId, reason: `${CONTEST_PREFIX} ${reason}` }
      await enqueueJob(tx, { kind: ASK_FOR_MONEY, key: call.orderId, payload: request })
    }
    await updateCall(tx, id, { contestedAt: now, contestReason: reason, updatedAt: now })
    const name = (role === 'investor' ? call.vcName : call.founderName) ?? ''
    const [start, end] = [call.meetingDateTime.toISOString(), call.endsAt.toISOString()]
    const message = reportContested({ id, orderId: call.orderId, side: role, name, reason, start, end }, deps.base())
    for (const { email } of await listAdmins(tx, deps.env.ADMIN_EMAILS))
      await queueMail(tx, { to: email, template: 'call-contested-team', message })
    await noteContest(tx, deps, call, otherOf(role))
  })

/** Notifies the side whose report is contested. What the other one says is for the admins alone. */
export async function noteContest(tx: Transaction, deps: NotifyDeps, call: CallRow, reporter: BookingSide) {
  const sides = [reporter]
  await noticeCall(tx, call, { kind: 'call-contested', sides, occasion: 1, facts: {}, now: deps.now() })
  await notifyParticipants(tx, deps, call.id, { template: 'call-contested', write: contested, withCalendar: false, sides })
}
