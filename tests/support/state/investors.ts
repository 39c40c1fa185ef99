import { decisionMakers, directoryInvestors, directorySearch, vcs } from '#drizzle/schema/index.ts'
import type { Database } from '#server/database/client.ts'
import { type About, matches } from './rows.ts'

/** The listings of investors with an account: of one account, or with another property. */
export const listListings = (db: Database, about: About<typeof vcs> = {}) => db.select().from(vcs).where(matches(vcs, about))

/** A listing of an investor with an account, or undefined once it is deleted. */
export const findListing = async (db: Database, id: string) => (await listListings(db, { id }))[0]

/** A record that was imported into the directory, or undefined once it is removed. */
export async function findRecord(db: Database, id: string) {
  const [record] = await db.select().from(directoryInvestors).where(matches(directoryInvestors, { id }))
  return record
}

/** The decision makers in Cold Scout. */
export const listDecisionMakers = (db: Database, about: About<typeof decisionMakers> = {}) =>
  db.select().from(decisionMakers).where(matches(decisionMakers, about))

/** Ids of the records that are searched on the server. */
export const listSearchable = async (db: Database) =>
  (await db.select({ id: directorySearch.id }).from(directorySearch)).map(({ id }) => id)

/** Ids of the imported records that devices hold. */
export async function listOnDevices(db: Database) {
  const records = await db
    .select()
    .from(directoryInvestors)
    .where(matches(directoryInvestors, { onDevices: true }))
  return records.map(({ id }) => id)
}
