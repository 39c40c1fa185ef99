import { withoutAddresses } from '#server/email/mailer.ts'
import { SCHEDULE } from '#server/jobs/worker.ts'
import { type AdminDeliveries, maskAddress, type RetryDelivery } from '#shared/admin/deliveries.ts'
import {
  countFailedMails,
  countFailingJobs,
  countJobsByKind,
  countMailsByKind,
  listFailedMails,
  listFailingJobs,
  retryJobs,
  retryMails,
} from './delivery-queries.ts'
import type { Decider, ReviewDeps } from './deps.ts'
import { writeAuditEntry } from './write-audit-entry.ts'

/** Mails that failed within the last month, and jobs whose last run failed. */
export async function listDeliveries({ db }: Pick<ReviewDeps, 'db'>): Promise<AdminDeliveries> {
  const [mails, failingJobs] = [await listFailedMails(db), await listFailingJobs(db)]
  return {
    mails: mails.map(({ recipient, lastError, failedAt, sentAt, secretUntil, ...mail }) => ({
      ...mail,
      recipient: maskAddress(recipient),
      reason: lastError && withoutAddresses(lastError),
      failedAt: failedAt.toISOString(),
      sentAgain: secretUntil ? 'secret-gone' : sentAt ? 'delivered' : 'possible',
    })),
    mailCount: await countFailedMails(db),
    mailKinds: await countMailsByKind(db),
    jobs: failingJobs.map(({ key, lastError, runAt, ...job }) => ({
      ...job,
      isScheduled: key === SCHEDULE,
      error: withoutAddresses(lastError ?? ''),
      nextRunAt: runAt.toISOString(),
    })),
    jobCount: await countFailingJobs(db),
    jobKinds: await countJobsByKind(db),
  }
}

/** Retries one failed mail or job, or all of a kind. @returns how many; a retry of none is not logged */
export const retryDelivery = ({ db }: Pick<ReviewDeps, 'db'>, { admin }: Decider, request: RetryDelivery) =>
  db.transaction(async (tx) => {
    const isMail = request.what === 'mail' || request.what === 'mails'
    const isOne = 'id' in request
    const which = isOne ? { id: request.id } : { kind: request.kind }
    const retried = await (isMail ? retryMails : retryJobs)(tx, which)
    if (retried > 0) {
      const target = { targetType: isMail ? 'mail' : 'job', targetId: isOne ? request.id : request.kind }
      await writeAuditEntry(tx, { actorId: admin.id, action: 'retried', ...target, before: { retried: 0 }, after: { retried } })
    }
    return { retried }
  })
