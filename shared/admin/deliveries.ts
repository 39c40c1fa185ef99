import * as v from 'valibot'

/** A mail that was given up or came back. */
export const FailedMail = v.object({
  id: v.string(),
  /** The kind of the message. */
  template: v.string(),
  /** Of the local part only the first letter: `a…@example.com`. */
  recipient: v.string(),
  /** Null for a mail of an earlier release, and a kind that only another build knows as it is. */
  failure: v.nullable(v.string()),
  /** What the server of the recipient said, without addresses. */
  reason: v.nullable(v.string()),
  attempts: v.number(),
  failedAt: v.string(),
  /** `secret-gone`: it had a one-time secret, whose text is deleted. `delivered`: it came back after its delivery. */
  sentAgain: v.picklist(['possible', 'secret-gone', 'delivered']),
})
export type FailedMail = v.InferOutput<typeof FailedMail>

/** A background job whose last run failed. It runs again in any case. */
export const FailingJob = v.object({
  id: v.string(),
  kind: v.string(),
  attempts: v.number(),
  /** It runs at intervals, whether it fails or not; its attempts are all of its runs. */
  isScheduled: v.boolean(),
  error: v.string(),
  nextRunAt: v.string(),
  isRunning: v.boolean(),
})
export type FailingJob = v.InferOutput<typeof FailingJob>

/** How many entries of a kind can be retried together, of all and not only of those in the list. */
export const FailedKind = v.object({ kind: v.string(), count: v.number() })
export type FailedKind = v.InferOutput<typeof FailedKind>

/** `GET /api/admin/deliveries`: latest failures first; jobs by their next run. The counts include what the lists leave out. */
export const AdminDeliveries = v.object({
  mails: v.array(FailedMail),
  mailCount: v.number(),
  mailKinds: v.array(FailedKind),
  jobs: v.array(FailingJob),
  jobCount: v.number(),
  jobKinds: v.array(FailedKind),
})
export type AdminDeliveries = v.InferOutput<typeof AdminDeliveries>

/** Postgres refuses other characters, such as NUL. */
const Name = v.pipe(v.string(), v.maxLength(200), v.regex(/^[\w.:-]+$/))

/** `POST /api/admin/deliveries/retry`: one entry by its id, or all of a kind. */
export const RetryDelivery = v.variant('what', [
  v.object({ what: v.picklist(['mail', 'job']), id: Name }),
  v.object({ what: v.picklist(['mails', 'jobs']), kind: Name }),
])
export type RetryDelivery = v.InferOutput<typeof RetryDelivery>

/** Zero when it was retried, sent or deleted in between. */
export const Retried = v.object({ retried: v.number() })

/** `ada@example.com` as `a…@example.com`. */
export function maskAddress(address: string): string {
  const at = address.lastIndexOf('@')
  return at < 1 ? '…' : `${[...address][0]}…${address.slice(at)}`
}
