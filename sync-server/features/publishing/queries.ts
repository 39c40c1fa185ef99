import { and, eq, isNull, ne, sql } from 'drizzle-orm'
import { projects } from '#drizzle/schema/index.ts'
import type { Queryable, Transaction } from '#server/database/client.ts'
import type { ProjectId, UserId } from '#shared/ids.ts'

export type ProjectRow = typeof projects.$inferSelect

export async function findOwnProject(db: Queryable, userId: UserId) {
  const [project] = await db.select().from(projects).where(eq(projects.userId, userId))
  return project
}

export const isPublished = async (db: Queryable, id: ProjectId): Promise<boolean> =>
  (await db.$count(projects, and(eq(projects.id, id), eq(projects.isPublished, true)))) > 0

/** Serialises the fulfilment of both kinds of publishing orders. */
export async function lockProject(tx: Transaction, id: ProjectId) {
  const [project] = await tx.select().from(projects).where(eq(projects.id, id)).for('update')
  return project
}

/**
 * A project that was public before keeps its first publication date. A project that an admin rejected or took offline stays
 * offline.
 */
export const publishProject = (tx: Transaction, id: ProjectId, now: Date) =>
  tx
    .update(projects)
    .set({ isPublished: true, publishedAt: sql`coalesce(${projects.publishedAt}, ${now.toISOString()}::timestamptz)` })
    .where(
      and(eq(projects.id, id), eq(projects.isPublished, false), ne(projects.status, 'rejected'), isNull(projects.takenOffAt)),
    )

export const withdrawProject = (tx: Transaction, id: ProjectId) =>
  tx
    .update(projects)
    .set({ isPublished: false })
    .where(and(eq(projects.id, id), eq(projects.isPublished, true)))
