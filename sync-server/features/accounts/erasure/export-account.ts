import Papa from 'papaparse'
import { listDeliveryProblems } from '#server/email/suppressions.ts'
import type { AccountDeps } from '#server/features/accounts/deps.ts'
import { listOwnSessions } from '#server/features/accounts/sessions/list-sessions.ts'
import { peekDecisionMakers } from '#server/features/cold-scout/owned.ts'
import { exportPushes } from '#server/features/push/service.ts'
import { recordFirstViews } from '#server/features/refunds/first-views.ts'
import { peekContacts } from '#server/features/unlocks/contact.ts'
import type { Account } from '#server/http/session.ts'
import { listOwnRows } from './export-queries.ts'

/**
 * All stored data of a person in its stored form, including the unlocked contacts in their current state, and each table a second
 * time as CSV for a spreadsheet. It is one document, so that it is read from one database snapshot.
 */
export async function exportAccount(deps: AccountDeps, account: Account) {
  const { session: _, ...profile } = account
  const { id, principalId } = account
  const rows = await deps.db.transaction(
    async (tx) => ({
      ...(await listOwnRows(tx, id, principalId)),
      contacts: await peekContacts(tx, principalId),
      decisionMakers: await peekDecisionMakers(tx, principalId),
      // An unverified address may belong to another person.
      ...(account.emailVerified && (await listDeliveryProblems(tx, deps.keyring, account.email))),
    }),
    { isolationLevel: 'repeatable read', accessMode: 'read only' },
  )
  const calls = rows.bookings.flatMap(({ contactGivenAt, orderId }) => (contactGivenAt && orderId ? [orderId] : []))
  const handed = [...rows.contacts, ...rows.decisionMakers].map(({ orderId }) => orderId)
  await recordFirstViews(deps.db, [...new Set([...calls, ...handed])], deps.now())
  const csv = Object.fromEntries(Object.entries(rows).map(([name, table]) => [name, toCsv(table)]))
  const [sessions, pushes] = [await listOwnSessions(deps, account), await exportPushes(deps.db, id)]
  return { exportedAt: deps.now().toISOString(), profile, ...rows, sessions, pushes, csv }
}

/** A cell that a spreadsheet would execute as a formula is prefixed with an apostrophe. @see RFC 4180 */
const toCsv = (rows: object[]) => Papa.unparse(rows.map(flatten), { escapeFormulae: FORMULA })

const FORMULA = /^[\t\r\n ]*['=+\-@\t\r]/

const flatten = (row: object) =>
  Object.fromEntries(
    Object.entries(row).map(([name, value]) => [name, value instanceof Date ? value.toISOString() : plain(value)]),
  )

const plain = (value: unknown) => (typeof value === 'object' && value !== null ? JSON.stringify(value) : value)
