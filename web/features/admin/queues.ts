import * as v from 'valibot'

/** The sections of the page, in order. The address names the open one. */
export const QUEUES = [
  'applications',
  'projects',
  'introductions',
  'profiles',
  'tickets',
  'refunds',
  'disputes',
  'payouts',
  'ledger-checks',
  'imports',
  'accounts',
  'audit',
] as const
export type Queue = (typeof QUEUES)[number]

/** Names of queues in addresses of earlier releases. */
const EARLIER_NAMES: Record<string, Queue> = { books: 'ledger-checks' }
const QueueName = v.pipe(
  v.string(),
  v.transform((name) => EARLIER_NAMES[name] ?? name),
  v.picklist(QUEUES),
)

export const AdminSearch = v.object({
  queue: v.optional(v.fallback(QueueName, 'applications')),
  /** `mail`: the link of a mail to an admin, who may have to sign in first. */
  from: v.optional(v.fallback(v.literal('mail'), 'mail')),
})
