import { reviewWaiting } from '#server/email/messages/review.ts'
import { queueMail } from '#server/email/outbox.ts'
import { reviewClock } from '#shared/review/clock.ts'
import { listWaiting } from './application-queries.ts'
import type { ReviewDeps } from './deps.ts'
import { listAdminsToRemind } from './reminder-queries.ts'

/** Looks whether an application waits longer than its applicant was promised. */
export const REMIND_REVIEW = 'review.remind'
export const REMIND_EVERY_SECONDS = 60 * 60

const TEMPLATE = 'review-waiting'

/** Tells the log every hour, and each admin once a day, that a promise is about to be broken or is. */
export async function remindOfReview({ db, log, now, base }: ReviewDeps & { base: () => string }) {
  const stages = (await listWaiting(db)).map((submittedAt) => reviewClock(submittedAt, now()).stage)
  const late = stages.filter((stage) => stage !== 'fresh').length
  const broken = stages.filter((stage) => stage === 'breach').length
  if (late === 0) return
  log.warn({ late, broken }, 'applications wait for review')
  await db.transaction(async (tx) => {
    for (const { email, firstName } of await listAdminsToRemind(tx, TEMPLATE)) {
      await queueMail(tx, { to: email, template: TEMPLATE, letter: reviewWaiting(firstName, { late, broken }, base()) })
    }
  })
}
