import { lockOverNodes } from '#server/database/advisory-lock.ts'
import type { MailMessage } from '#server/email/mail-message.ts'
import { overdueMail, reviewWaiting } from '#server/email/messages/admin.ts'
import { queueMail } from '#server/email/outbox.ts'
import { listPendingSubmissions } from '#server/features/admin/profiles/application-queries.ts'
import { countOverdue } from '#server/features/help/admin.ts'
import { countOverdueRefunds } from '#server/features/refunds/admin.ts'
import { ADMIN_ROUTES, type AdminRoute } from '#shared/admin/rights.ts'
import { reviewSla } from '#shared/admin/sla.ts'
import type { ReviewDeps } from './deps.ts'
import { listAdminsToRemind } from './reminder-queries.ts'

/** Job that checks for reviews that exceed their SLA. */
export const REMIND_REVIEW = 'review.remind'
export const REMIND_EVERY_SECONDS = 60 * 60
const REMIND_WAIT_MS = 30_000

type RemindDeps = Omit<ReviewDeps, 'keyring' | 'mailDelaySeconds'> & { base: () => string; adminEmails: readonly string[] }

/**
 * Mails each admin whose role has the queue once a day per queue when an SLA is about to be breached or is breached. The log has a warning where a mail was
 * queued, and a line of level debug at every other run.
 */
export async function sendOverdueReminders(deps: RemindDeps) {
  const { late, broken } = await applicationsWaiting(deps)
  const { refunds, disputes } = await countOverdueRefunds(deps)
  const tickets = await countOverdue(deps)
  if (late + tickets + refunds + disputes === 0) return
  const base = deps.base()
  let mails = 0
  if (late > 0)
    mails += await remind(deps, { template: 'review-waiting', route: 'GET /api/admin/vcs' }, (name) =>
      reviewWaiting(name, { late, broken }, base),
    )
  for (const [queue, count] of Object.entries({ tickets, refunds, disputes }) as [OverdueQueue, number][]) {
    const about = { template: `${queue}-owed`, route: `GET /api/admin/${queue}` } as const
    if (count > 0) mails += await remind(deps, about, (name) => overdueMail(name, { queue, count }, base))
  }
  deps.log[mails > 0 ? 'warn' : 'debug']({ late, broken, tickets, refunds, disputes, mails }, 'review queue overdue')
}

type OverdueQueue = Parameters<typeof overdueMail>[1]['queue']

async function applicationsWaiting({ db, now }: Pick<ReviewDeps, 'db' | 'now'>) {
  const stages = (await listPendingSubmissions(db)).map((submittedAt) => reviewSla(submittedAt, now()).stage)
  return {
    late: stages.filter((stage) => stage !== 'fresh').length,
    broken: stages.filter((stage) => stage === 'breach').length,
  }
}

/** @returns how many mails were queued */
const remind = (
  { db, adminEmails }: RemindDeps,
  { template, route }: { template: string; route: AdminRoute },
  message: (firstName: string | null) => MailMessage,
) =>
  db.transaction(async (tx) => {
    // A node that starts while another one holds this job runs it as well. So the mails already sent are read under the lock.
    await lockOverNodes(tx, 'reminders', REMIND_WAIT_MS)
    const admins = await listAdminsToRemind(tx, { adminEmails, template, roles: ADMIN_ROUTES[route] })
    for (const { email, firstName } of admins) await queueMail(tx, { to: email, template, message: message(firstName) })
    return admins.length
  })
