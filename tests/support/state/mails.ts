import { mailOutbox, mailReports, mailSuppressions, operatorAlerts } from '#drizzle/schema/index.ts'
import type { Database } from '#server/database/client.ts'
import { type About, matches } from './rows.ts'

/** The mails in the outbox, sent or not, oldest first. They are written in the transactions that cause them. */
export const listMails = (db: Database, about: About<typeof mailOutbox> = {}) =>
  db.select().from(mailOutbox).where(matches(mailOutbox, about)).orderBy(mailOutbox.id)

/** The kinds of the mails to an address, in the order in which they were written. */
export const mailKindsTo = async (db: Database, recipient: string): Promise<string[]> =>
  (await listMails(db, { recipient })).map(({ template }) => template)

/** Suppressed addresses, and those that were. */
export const listSuppressions = (db: Database, about: About<typeof mailSuppressions> = {}) =>
  db.select().from(mailSuppressions).where(matches(mailSuppressions, about))

/** What was reported about mails after their delivery. */
export const listMailReports = (db: Database, about: About<typeof mailReports> = {}) =>
  db.select().from(mailReports).where(matches(mailReports, about))

/** How often a kind of alert has happened since its last mail. */
export const pendingAlerts = async (db: Database, kind: string): Promise<number | undefined> =>
  (await db.select().from(operatorAlerts).where(matches(operatorAlerts, { kind })))[0]?.pending
