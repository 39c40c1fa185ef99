import * as v from 'valibot'

/** Roles of the team. An account may have several. An owner may do everything, and assigns the roles. */
export const ADMIN_ROLES = ['owner', 'support', 'finance'] as const
export const AdminRole = v.picklist(ADMIN_ROLES)
export type AdminRole = v.InferOutput<typeof AdminRole>

const SUPPORT = ['support'] as const
const FINANCE = ['finance'] as const
const TEAM = ['support', 'finance'] as const
const OWNER = [] as const

/**
 * Every admin route, and the roles that may call it. An owner may call all of them. The server refuses a route that is not in
 * this table.
 */
export const ADMIN_ROUTES = {
  'GET /api/admin/me': TEAM,

  'GET /api/admin/vcs': SUPPORT,
  'PATCH /api/admin/vcs/:id/verify': SUPPORT,
  'POST /api/admin/vcs/:id/lift-revocation': SUPPORT,
  'GET /api/admin/projects': SUPPORT,
  'PATCH /api/admin/projects/:id': SUPPORT,
  'GET /api/admin/intros': SUPPORT,
  'PATCH /api/admin/intros/:id': SUPPORT,
  'GET /api/admin/profile-requests': SUPPORT,
  'PATCH /api/admin/profile-requests/:id': SUPPORT,
  'GET /api/admin/tickets': SUPPORT,
  'POST /api/admin/tickets/:id/reply': SUPPORT,
  'GET /api/admin/imports': SUPPORT,
  'PATCH /api/admin/imports/:id': SUPPORT,
  'PATCH /api/admin/prices/:id': SUPPORT,
  'POST /api/admin/prices/confirm': SUPPORT,
  // An account that has a role is recovered by an owner only.
  'POST /api/admin/accounts/recover': SUPPORT,

  'POST /api/admin/search': TEAM,
  'POST /api/admin/customers/:id': TEAM,
  // A member of the team is banned by an owner only.
  'POST /api/admin/customers/:id/ban': SUPPORT,
  'POST /api/admin/customers/:id/unban': SUPPORT,
  'POST /api/admin/customers/:id/grants': SUPPORT,
  'POST /api/admin/customers/:id/grants/:grant/revoke': SUPPORT,
  'GET /api/admin/blocks': SUPPORT,
  'POST /api/admin/blocks': SUPPORT,
  'POST /api/admin/blocks/:id/end': SUPPORT,
  'POST /api/admin/orders/:id/block-card': SUPPORT,
  'GET /api/admin/listings/:id': SUPPORT,
  'PATCH /api/admin/listings/:id': SUPPORT,
  'PATCH /api/admin/listings/:id/contact': SUPPORT,
  'POST /api/admin/listings/:id/pause': SUPPORT,
  'POST /api/admin/records': SUPPORT,
  'GET /api/admin/records/:id': SUPPORT,
  'PATCH /api/admin/records/:id': SUPPORT,
  'PATCH /api/admin/records/:id/contact': SUPPORT,
  'POST /api/admin/records/:id/source': SUPPORT,
  'POST /api/admin/records/:id/listed': SUPPORT,
  'GET /api/admin/records/:id/merge/:into': SUPPORT,
  'POST /api/admin/records/:id/merge': SUPPORT,
  'POST /api/admin/cold-scout/preview': SUPPORT,
  'POST /api/admin/cold-scout/import': SUPPORT,
  'GET /api/admin/deliveries': SUPPORT,
  'POST /api/admin/deliveries/retry': SUPPORT,
  'POST /api/admin/newsletter/export': SUPPORT,
  'GET /api/admin/client-errors': TEAM,

  'GET /api/admin/refunds': FINANCE,
  'POST /api/admin/refunds': FINANCE,
  'POST /api/admin/refunds/:id/approve': FINANCE,
  'POST /api/admin/refunds/:id/reject': FINANCE,
  'GET /api/admin/disputes': FINANCE,
  'POST /api/admin/warnings/:id/leave-alone': FINANCE,
  'GET /api/admin/books': FINANCE,
  'GET /api/admin/payouts': FINANCE,
  'POST /api/admin/payouts': FINANCE,
  'POST /api/admin/payouts/:id/pay': FINANCE,
  'POST /api/admin/payouts/:id/withdraw': FINANCE,
  'POST /api/admin/payouts/:id/lines/:line/withdraw': FINANCE,
  'POST /api/admin/payouts/:id/lines/:line/details': FINANCE,
  'POST /api/admin/payouts/remind': FINANCE,
  'GET /api/admin/payouts/:id/lines.csv': FINANCE,

  'GET /api/admin/accounting': FINANCE,
  'GET /api/admin/accounting/codes': FINANCE,
  'GET /api/admin/accounting.csv': FINANCE,

  // Limited to the kinds of targets of the role: `AUDIT_TARGETS`.
  'GET /api/admin/audit': TEAM,
  'GET /api/admin/audit/choices': TEAM,
  'POST /api/admin/audit/:id/undo': TEAM,
  'POST /api/admin/audit/export': FINANCE,

  'GET /api/admin/team': OWNER,
  'POST /api/admin/team': OWNER,
  'PATCH /api/admin/team/:id': OWNER,
  'GET /api/admin/company': OWNER,
  'PATCH /api/admin/company': OWNER,
  'GET /api/admin/switches': OWNER,
  'PATCH /api/admin/switches/:feature': OWNER,
  'PATCH /api/admin/accounting/codes': OWNER,
} as const satisfies Record<string, readonly AdminRole[]>
export type AdminRoute = keyof typeof ADMIN_ROUTES

/** Kinds of targets of audit entries, and the roles that read and undo them. A kind that is not listed is for owners. */
export const AUDIT_TARGETS: Readonly<Record<string, readonly AdminRole[]>> = {
  vc: SUPPORT,
  project: SUPPORT,
  intro: SUPPORT,
  listing: SUPPORT,
  price: SUPPORT,
  'import-run': SUPPORT,
  ticket: SUPPORT,
  mail: SUPPORT,
  job: SUPPORT,
  newsletter: SUPPORT,
  block: SUPPORT,
  account: TEAM,
  guest: TEAM,
  refund: FINANCE,
  'fraud-warning': FINANCE,
  payout: FINANCE,
  earnings: FINANCE,
  accounting: FINANCE,
}

/** The roles that open an admin route; `undefined` for a route that is not in the table. */
export const rolesFor = (route: string): readonly AdminRole[] | undefined =>
  Object.hasOwn(ADMIN_ROUTES, route) ? ['owner', ...ADMIN_ROUTES[route as AdminRoute]] : undefined

/** Whether an account with these roles may call a route. */
export const mayCall = (roles: readonly AdminRole[], route: AdminRoute): boolean =>
  rolesFor(route)?.some((role) => roles.includes(role)) ?? false

/** The kinds of audit entries that these roles read; `undefined` for all kinds. */
export const readableTargets = (roles: readonly AdminRole[]): string[] | undefined =>
  roles.includes('owner')
    ? undefined
    : Object.keys(AUDIT_TARGETS).filter((kind) => AUDIT_TARGETS[kind]?.some((role) => roles.includes(role)))
