import { jobs } from '#drizzle/schema/index.ts'
import type { Database } from '#server/database/client.ts'
import { type About, matches } from './rows.ts'

/** The jobs of a kind or with a key, finished or not. */
export const listJobs = (db: Database, about: About<typeof jobs> = {}) => db.select().from(jobs).where(matches(jobs, about))

/** The jobs of a kind that are not finished. */
export const waitingJobs = (db: Database, kind: string) => listJobs(db, { kind, doneAt: null })
