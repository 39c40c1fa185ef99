import { billingDetails, documentCounters, documents } from '#drizzle/schema/index.ts'
import type { Database } from '#server/database/client.ts'
import { type About, matches } from './rows.ts'

/** Documents in the order of their numbers. */
export const listDocuments = (db: Database, about: About<typeof documents> = {}) =>
  db.select().from(documents).where(matches(documents, about)).orderBy(documents.kind, documents.year, documents.sequence)

/** The last number of each kind and year. */
export const listCounters = (db: Database) =>
  db.select().from(documentCounters).orderBy(documentCounters.kind, documentCounters.year)

/** The stored details of an account: at most one row. */
export const listBilling = (db: Database, about: About<typeof billingDetails>) =>
  db.select().from(billingDetails).where(matches(billingDetails, about))
