/** The sections of the page, in order. The address names the open one. */
export const QUEUES = [
  'search',
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

/** The queue of an address: the applications without a name, or with an unknown one. */
export function queueNamed(name: string | undefined): Queue {
  const current = EARLIER_NAMES[name ?? ''] ?? name
  return QUEUES.find((queue) => queue === current) ?? 'applications'
}
