import { missingReported, reportedMissing } from '#server/email/messages/bookings.ts'
import { queueMail } from '#server/email/outbox.ts'
import { ASK_FOR_MONEY } from '#server/features/refunds/job-kinds.ts'
import { enqueueJob } from '#server/jobs/queue.ts'
import type { EndCall } from '#shared/bookings/call-actions.ts'
import { hasReported } from '#shared/bookings/rules.ts'
import type { BookingId, PrincipalId } from '#shared/ids.ts'
import { noticeCall, otherOf } from './call-notices.ts'
import { noteContest } from './contest-report.ts'
import { notifyParticipants } from './notify-participants.ts'
import { listAdmins, updateCall } from './queries.ts'
import { type ActDeps, transition } from './transition.ts'

const COUNTER_REPORT = 'The investor reports that the founder did not come.'

/**
 * One side reports that the other did not come. Both sides see the report, admins are notified, and no money moves before an
 * admin has decided. A side that was itself reported missing may still report the other: the first report must not block a report
 * by the other side.
 */
export const reportMissing = (deps: ActDeps, principalId: PrincipalId | undefined, id: BookingId, input: EndCall) =>
  transition(deps, principalId, id, {
    action: 'no-show',
    isDone: ({ call, role }) => hasReported(role, call),
    async apply({ tx, call, role, now }) {
      const missing = otherOf(role)
      const reason = input?.reason ?? null
      const report = call.noShowBy
        ? { contestedAt: now, contestReason: [`The ${missing} did not come.`, reason].filter(Boolean).join(' ') }
        : { noShowReportedAt: now, noShowBy: missing }
      await updateCall(tx, call.id, { ...report, updatedAt: now })
      const message = missingReported(
        {
          id: call.id,
          orderId: call.orderId,
          missing,
          founder: call.founderName ?? '',
          investor: call.vcName ?? '',
          start: call.meetingDateTime.toISOString(),
          end: call.endsAt.toISOString(),
          reason,
        },
        deps.base(),
      )
      if (missing === 'investor' && call.orderId) {
        const request = {
          orderId: call.orderId,
          reason: ['The investor did not come to the call.', call.noShowBy && COUNTER_REPORT, reason].filter(Boolean).join(' '),
        }
        await enqueueJob(tx, { kind: ASK_FOR_MONEY, key: call.orderId, payload: request })
      }
      for (const { email } of await listAdmins(tx, deps.env.ADMIN_EMAILS))
        await queueMail(tx, { to: email, template: 'call-missing-team', message })
      // The other side filed its report earlier, and has stated its version with it.
      if (call.noShowBy) return noteContest(tx, deps, call, missing)
      await noticeCall(tx, call, { kind: 'call-missing', sides: [missing], occasion: 1, facts: {}, now })
      await notifyParticipants(tx, deps, call.id, {
        template: 'call-missing',
        write: reportedMissing,
        withCalendar: false,
        sides: [missing],
      })
    },
  })
