import type { Transaction } from '#server/database/client.ts'
import type { MailMessage } from '#server/email/mail-message.ts'
import { contactGiven, contactTakenBack } from '#server/email/messages/contacts.ts'
import { queueMail } from '#server/email/outbox.ts'
import { writeAuditEntry } from '#server/features/admin/write-audit-entry.ts'
import { giveContact, revokeContact } from '#server/features/unlocks/grant-by-admin.ts'
import type { Account } from '#server/http/session.ts'
import { docVersion } from '#server/sync/private/doc-version.ts'
import type { CustomerGrant } from '#shared/admin/customer.ts'
import type { GiveAccess, RevokeAccess } from '#shared/admin/customer-decisions.ts'
import type { PrincipalId } from '#shared/ids.ts'
import { Problem } from '#shared/problem.ts'
import { type CustomerDeps, listGrants } from './customer.ts'
import { type CustomerRow, findCustomer, lockAccess } from './customer-queries.ts'
import { findReceiptEmail } from './purchase-queries.ts'

export type AccessDeps = Pick<CustomerDeps, 'db' | 'now'>

type By = { admin: Account; base: string }

/**
 * Gives an account an investor's contact without a purchase. Grant, audit entry and mail commit together.
 *
 * @throws Problem `not-found` without an account or such an investor, `review.moved-on` when the access is not what the admin saw,
 *   and as `giveContact`
 */
export const giveAccess = ({ db, now }: AccessDeps, { admin, base }: By, id: PrincipalId, given: GiveAccess): Promise<void> =>
  db.transaction(async (tx) => {
    const { row } = await lockSeen(tx, id, given.version)
    if (!row.user) throw new Problem('not-found')
    const { name } = await giveContact(tx, id, given.vcId, now())
    const after = { contact: `${name} (${given.vcId})`, note: given.reason }
    await record(tx, admin, row, { action: 'gave a contact to', before: { contact: null, note: null }, after })
    await notify(tx, row, null, (to) => contactGiven(to, name, base))
  })

/**
 * Takes a contact back that a customer has bought or was given. Nothing is refunded.
 *
 * @throws Problem `not-found`, and `review.moved-on` when the access is not what the admin saw, or is not active
 */
export const revokeAccess = (
  { db, now }: AccessDeps,
  { admin, base }: By,
  id: PrincipalId,
  grantId: string,
  { reason, version }: RevokeAccess,
): Promise<void> =>
  db.transaction(async (tx) => {
    const { row, grants } = await lockSeen(tx, id, version)
    const { vcId } = await revokeContact(tx, id, grantId, now())
    const grant = grants.find((one) => one.id === grantId)
    const title = grant?.title ?? vcId
    const before = { contact: `${title} (${vcId})`, note: null }
    await record(tx, admin, row, { action: 'took a contact back from', before, after: { contact: null, note: reason } })
    await notify(tx, row, grant ?? null, (to) => contactTakenBack(to, title, base))
  })

/** Serialises decisions about the access of one customer. */
async function lockSeen(
  tx: Transaction,
  id: PrincipalId,
  version: number,
): Promise<{ row: CustomerRow; grants: CustomerGrant[] }> {
  await lockAccess(tx, id)
  const row = await findCustomer(tx, id)
  if (!row) throw new Problem('not-found')
  const grants = await listGrants(tx, id)
  const current = docVersion(grants)
  if (version !== current) throw new Problem('review.moved-on', undefined, undefined, { version: current })
  return { row, grants }
}

type Recorded = { action: string; before: object; after: object }

const record = (tx: Transaction, admin: Account, { principal, user }: CustomerRow, entry: Recorded) =>
  writeAuditEntry(tx, {
    actorId: admin.id,
    ...(user ? { targetType: 'account', targetId: user.id } : { targetType: principal.kind, targetId: principal.id }),
    ...entry,
  })

/** A guest is mailed where the receipt of the purchase was sent. */
async function notify(
  tx: Transaction,
  { user }: CustomerRow,
  grant: CustomerGrant | null,
  message: (name: string | null) => MailMessage,
) {
  const to = user?.email ?? (grant?.orderId && (await findReceiptEmail(tx, grant.orderId)))
  if (to) await queueMail(tx, { to, template: 'contact-access', message: message(user?.firstName ?? null) })
}
