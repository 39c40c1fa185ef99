import { type AdminRole, type AdminRoute, mayCall } from '#shared/admin/rights.ts'

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
  'accounting',
  'imports',
  'client-errors',
  'deliveries',
  'accounts',
  'blocks',
  'audit',
  'team',
  'company',
  'switches',
] as const
export type Queue = (typeof QUEUES)[number]

/** The queue of an address that names none. */
export const FIRST_QUEUE = 'applications' satisfies Queue

/** The route without which a queue is of no use to a role. */
const ROUTE_OF: Record<Queue, AdminRoute> = {
  search: 'POST /api/admin/search',
  applications: 'GET /api/admin/vcs',
  projects: 'GET /api/admin/projects',
  introductions: 'GET /api/admin/intros',
  profiles: 'GET /api/admin/profile-requests',
  tickets: 'GET /api/admin/tickets',
  refunds: 'GET /api/admin/refunds',
  disputes: 'GET /api/admin/disputes',
  payouts: 'GET /api/admin/payouts',
  'ledger-checks': 'GET /api/admin/books',
  accounting: 'GET /api/admin/accounting',
  imports: 'GET /api/admin/imports',
  'client-errors': 'GET /api/admin/client-errors',
  deliveries: 'GET /api/admin/deliveries',
  accounts: 'POST /api/admin/accounts/recover',
  blocks: 'GET /api/admin/blocks',
  audit: 'GET /api/admin/audit',
  team: 'GET /api/admin/team',
  company: 'GET /api/admin/company',
  switches: 'GET /api/admin/switches',
}

/** Whether an account with these roles works with a queue. */
export const hasQueue = (roles: readonly AdminRole[], queue: Queue): boolean => mayCall(roles, ROUTE_OF[queue])

/** Names of queues in addresses of earlier releases. */
const EARLIER_NAMES: Record<string, Queue> = { books: 'ledger-checks' }

/** The queue of an address: the applications without a name, or with an unknown one. */
export function queueNamed(name: string | undefined): Queue {
  const current = EARLIER_NAMES[name ?? ''] ?? name
  return QUEUES.find((queue) => queue === current) ?? FIRST_QUEUE
}
