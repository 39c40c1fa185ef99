import { and, eq, isNull, ne, sql } from 'drizzle-orm'
import { projects } from '#drizzle/schema/index.ts'
import type { Queryable, Transaction } from '#server/database/client.ts'
import type { ProjectId, UserId } from '#shared/ids.ts'

export type ProjectRow = typeof projects.$inferSelect

export async function findOwnProject(db: Queryable, userId: UserId) {
  const [project] = await db.select().from(projects).where(eq(projects.userId, userId))
  return project
}

export async function readProject(db: Queryable, id: ProjectId) {
  const [project] = await db.select().from(projects).where(eq(projects.id, id))
  return project
}

/** Serialises the fulfilment of both kinds of publishing orders. */
export async function lockProject(tx: Transaction, id: ProjectId) {
  const [project] = await tx.select().from(projects).where(eq(projects.id, id)).for('update')
  return project
}

/**
 * A project that was public before keeps its first publication date. A project that an admin rejected or took offline stays
 * offline. One that its founder took offline is published only by its founder.
 */
export const publishProject = (tx: Transaction, id: ProjectId, now: Date, { byFounder }: { byFounder: boolean }) =>
  tx
    .update(projects)
    .set({
      isPublished: true,
      withdrawnAt: null,
      publishedAt: sql`coalesce(${projects.publishedAt}, ${now.toISOString()}::timestamptz)`,
    })
    .where(
      and(
        eq(projects.id, id),
        eq(projects.isPublished, false),
        ne(projects.status, 'rejected'),
        isNull(projects.takenOffAt),
        byFounder ? undefined : isNull(projects.withdrawnAt),
      ),
    )

/** Its founder takes it offline: see `withdrawnAt`. */
export const withdrawByFounder = (tx: Transaction, id: ProjectId, now: Date) =>
  tx.update(projects).set({ isPublished: false, withdrawnAt: now, updatedAt: now }).where(eq(projects.id, id))

export const withdrawProject = (tx: Transaction, id: ProjectId) =>
  tx
    .update(projects)
    .set({ isPublished: false })
    .where(and(eq(projects.id, id), eq(projects.isPublished, true)))
