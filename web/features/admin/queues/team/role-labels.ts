import type { AdminRole } from '#shared/admin/rights.ts'

/** Names of the roles, and what each may do. */
export const roleLabels: Record<AdminRole, { name: string; rights: string }> = {
  owner: { name: 'Owner', rights: 'Everything, including this team and the whole audit log.' },
  support: { name: 'Support', rights: 'Applications, projects, introductions, profiles, tickets, imports and account recovery.' },
  finance: { name: 'Finance', rights: 'Refunds, disputes, payouts, the ledger and exports of the audit log.' },
}
