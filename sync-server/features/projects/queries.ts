import { desc, eq, type SQL } from 'drizzle-orm'
import { projects } from '#drizzle/schema/index.ts'
import type { Queryable } from '#server/db.ts'

export type ProjectRow = typeof projects.$inferSelect

/** Projects, published or not, newest first; the published ones without a condition. */
export async function listProjects(db: Queryable, where: SQL = eq(projects.isPublished, true)): Promise<ProjectRow[]> {
  return db.select().from(projects).where(where).orderBy(desc(projects.publishedAt), desc(projects.id))
}
