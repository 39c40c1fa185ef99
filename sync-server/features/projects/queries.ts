import { desc, eq, type SQL, sql } from 'drizzle-orm'
import { projects } from '#drizzle/schema/index.ts'
import type { Queryable } from '#server/database/client.ts'
import type { ProjectId } from '#shared/ids.ts'

export type ProjectRow = typeof projects.$inferSelect

/** Projects, published or not, newest first; the published ones without a condition. */
export async function listProjects(db: Queryable, where: SQL = eq(projects.isPublished, true)): Promise<ProjectRow[]> {
  return db.select().from(projects).where(where).orderBy(desc(projects.publishedAt), desc(projects.id))
}

/** Changes with each committed change of any project. */
export async function findProjectsVersion(db: Queryable): Promise<string> {
  const [row] = await db.execute<{ version: string }>(
    sql`select count(*) || '-' || coalesce(sum(${projects.changedXid}::text::bigint), 0) as version from ${projects}`,
  )
  return row?.version ?? ''
}

/** A project, published or not. */
export async function findProjectRow(db: Queryable, id: ProjectId): Promise<ProjectRow | undefined> {
  const [row] = await db.select().from(projects).where(eq(projects.id, id))
  return row
}
