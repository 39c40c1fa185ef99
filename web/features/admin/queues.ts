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
  'books',
  'imports',
  'accounts',
  'audit',
] as const
export type Queue = (typeof QUEUES)[number]

export const AdminSearch = v.object({
  queue: v.optional(v.fallback(v.picklist(QUEUES), 'applications')),
  /** `mail`: the link of a mail to an admin, who may have to sign in first. */
  from: v.optional(v.fallback(v.literal('mail'), 'mail')),
})
