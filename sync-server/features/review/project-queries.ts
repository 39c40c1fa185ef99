import { and, asc, eq, inArray, isNotNull, or, type SQL, sql } from 'drizzle-orm'
import { orders, projects, users } from '#drizzle/schema/index.ts'
import type { Queryable, Transaction } from '#server/db.ts'
import { PUBLISHING_KINDS } from '#server/features/publishing/fulfilment.ts'
import type { ProjectId } from '#shared/ids.ts'
import type { ProjectReview } from '#shared/review/projects.ts'

export type ReviewedRow = Awaited<ReturnType<typeof listPublished>>[number]

/**
 * What is on the marketplace, or was taken off by a refusal. A draft is its founder's alone,
 * and so is what left with its money.
 */
const isReviewed = and(isNotNull(projects.publishedAt), or(projects.isPublished, eq(projects.status, 'rejected')))

/** Whether it may be on the marketplace: somebody paid for that and was not paid back, or it came with the sample. */
export async function isPaidFor(tx: Transaction, id: ProjectId): Promise<boolean> {
  const [row] = await tx.select({ userId: projects.userId }).from(projects).where(eq(projects.id, id))
  const isPublication = and(eq(orders.targetId, id), inArray(orders.kind, PUBLISHING_KINDS), eq(orders.status, 'paid'))
  return row?.userId === null || (await tx.$count(orders, isPublication)) > 0
}

export function listPublished(db: Queryable, where?: SQL) {
  const isWaiting = sql`${projects.status} = 'under review'`
  return db
    .select({ project: projects, owner: users })
    .from(projects)
    .leftJoin(users, eq(users.id, projects.userId))
    .where(and(isReviewed, where))
    .orderBy(
      sql`not ${isWaiting}`,
      sql`case when ${isWaiting} then ${projects.publishedAt} end`,
      asc(projects.companyName),
      asc(projects.id),
    )
}

export async function holdProject(tx: Transaction, id: ProjectId) {
  await tx.select({ id: projects.id }).from(projects).where(eq(projects.id, id)).for('update')
  const [row] = await listPublished(tx, eq(projects.id, id))
  return row
}

export async function writeProjectReview(tx: Transaction, id: ProjectId, review: ProjectReview) {
  await tx
    .update(projects)
    .set({ ...review, updatedAt: sql`now()` })
    .where(eq(projects.id, id))
}
