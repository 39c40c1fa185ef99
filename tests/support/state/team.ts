import { profileRequests, projectReports, tickets } from '#drizzle/schema/index.ts'
import type { Database } from '#server/database/client.ts'
import { type About, matches } from './rows.ts'

/** What waits for the team, or was decided by it: support tickets. */
export const listTickets = (db: Database, about: About<typeof tickets> = {}) =>
  db.select().from(tickets).where(matches(tickets, about))

/** Reports of projects. */
export const listReports = (db: Database, about: About<typeof projectReports> = {}) =>
  db.select().from(projectReports).where(matches(projectReports, about))

/** Requests to claim or to remove a profile. */
export const listProfileRequests = (db: Database, about: About<typeof profileRequests>) =>
  db.select().from(profileRequests).where(matches(profileRequests, about))
