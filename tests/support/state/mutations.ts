import { processedMutations, savedInvestors } from '#drizzle/schema/index.ts'
import type { Database } from '#server/database/client.ts'
import { type About, matches } from './rows.ts'

/** The mutations that the server has processed, with what it stores of a rejection. */
export const listProcessedMutations = (db: Database, about: About<typeof processedMutations>) =>
  db.select().from(processedMutations).where(matches(processedMutations, about))

/** How many investors all principals have saved, each by one mutation. */
export const countSaved = (db: Database) => db.$count(savedInvestors)
