import { accountLabels } from '#shared/accounting/accounts.ts'
import { type AuditEntry, PUT_BACK_BY_FOUNDER, TAKEN_OFF_BY_RESET, WITHDRAWN_BY_FOUNDER } from '#shared/admin/audit.ts'
import { companyLabels } from '#shared/company/details.ts'
import { cents, formatCents } from '#shared/money.ts'

const kinds: Record<string, string> = {
  vc: 'investor',
  project: 'project',
  intro: 'introduction',
  'import-run': 'import',
  price: 'listed price',
  listing: 'listed profile',
  payout: 'payout',
  refund: 'refund',
  'fraud-warning': 'fraud warning',
  ticket: 'ticket',
  account: 'account',
  mail: 'failed mail',
  job: 'background job',
  newsletter: 'newsletter',
  block: 'block list',
  earnings: 'earnings',
  team: 'team',
  company: 'data of the company',
  switch: 'feature',
  accounting: 'accounting',
  'audit-log': 'export',
}

/** Label of the subject of the decision; a kind that this build does not know is shown by its key. */
export const kindOf = ({ targetType }: Pick<AuditEntry, 'targetType'>): string => kinds[targetType] ?? targetType

/** The owner of a mailbox that received a mail may decide about their own record, without an account. */
export const actorOf = ({ actor, targetType, action }: AuditEntry): string =>
  actor?.name ?? deletedActors[action] ?? (targetType === 'listing' ? 'The person listed' : 'A former admin')

const deletedActors: Record<string, string> = {
  [TAKEN_OFF_BY_RESET]: 'The system',
  [WITHDRAWN_BY_FOUNDER]: 'A former founder',
  [PUT_BACK_BY_FOUNDER]: 'A former founder',
}

const verbs: Record<string, string> = {
  exported: 'exported entries of',
  undone: 'undid the decision on',
  lifted: 'lifted the revocation of',
  'took over a record': 'merged another record into',
  [WITHDRAWN_BY_FOUNDER]: 'took off the marketplace, as its founder:',
  [PUT_BACK_BY_FOUNDER]: 'put back on the marketplace, as its founder:',
  [TAKEN_OFF_BY_RESET]: 'took offline after a password reset with an unconfirmed address:',
}

export const verbOf = ({ action }: Pick<AuditEntry, 'action'>): string => verbs[action] ?? action

const fields: Record<string, string> = {
  isVerified: 'Verified',
  reviewStatus: 'Status',
  reviewReason: 'Reason',
  isClaimRevoked: 'Claim revoked',
  status: 'Status',
  isPublished: 'On the marketplace',
  answer: 'Answer',
  answerNote: 'Note',
  note: 'Note',
  fields: 'Fields',
  mergedInto: 'Merged into',
  merged: 'Merged record',
  price: 'Price',
  amount: 'Amount',
  reply: 'Reply',
  isConfirmed: 'Confirmed',
  hasTwoFactor: 'Authenticator app',
  pendingEmail: 'Unconfirmed address',
  reason: 'Proof',
  retried: 'Retried',
  exported: 'Exported',
  roles: 'Roles',
  ...companyLabels,
  ...accountLabels,
  month: 'Month',
  rows: 'Lines',
  isOver: 'Month over',
  entries: 'Entries',
  actor: 'Admin',
  action: 'Decision',
  targetType: 'Kind',
  targetId: 'Target',
  from: 'From',
  to: 'Before',
  kind: 'Blocked',
  isOff: 'Off',
  until: 'Ends',
  order: 'Order',
}

/** The name of the target; the log itself has none. */
export const targetOf = ({ targetType, targetName, targetId }: AuditEntry): string => wholes[targetType] ?? targetName ?? targetId

/** Targets of which there is one. */
const wholes: Record<string, string> = {
  'audit-log': 'the audit log',
  company: 'the company',
  ledger: 'the ledger',
  'account-codes': 'the account codes',
}

export type Change = { field: string; from: string; to: string }

/** Fields that the decision changed; empty once the entry was erased with the account it refers to. */
export function changesOf({ before, after }: AuditEntry): Change[] {
  if (!before || !after) return []
  const changed = Object.keys(after).filter((field) => before[field] !== after[field])
  return changed.map((field) => ({
    field: fields[field] ?? field,
    from: formatValue(field, before[field]),
    to: formatValue(field, after[field]),
  }))
}

/** Fields whose numbers are cents. */
const MONEY = new Set(['price', 'amount'])

function formatValue(field: string, value: unknown): string {
  if (MONEY.has(field) && typeof value === 'number') return formatCents(cents(value))
  if (value === null || value === undefined || value === '') return 'none'
  if (typeof value === 'boolean') return value ? 'yes' : 'no'
  return String(value)
}
