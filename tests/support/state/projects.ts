import { projectDrafts, projects } from '#drizzle/schema/index.ts'
import type { Database } from '#server/database/client.ts'
import { type About, matches } from './rows.ts'

/** The projects of an account. */
export const listProjects = (db: Database, about: About<typeof projects>) =>
  db.select().from(projects).where(matches(projects, about))

/** The drafts of a principal, or all. */
export const listDrafts = (db: Database, about: About<typeof projectDrafts> = {}) =>
  db.select().from(projectDrafts).where(matches(projectDrafts, about))
