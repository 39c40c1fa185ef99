import { and, asc, eq, isNotNull, type SQL, sql } from 'drizzle-orm'
import { projects, users } from '#drizzle/schema/index.ts'
import type { Queryable, Transaction } from '#server/db.ts'
import type { ProjectId } from '#shared/ids.ts'
import type { ProjectReview } from '#shared/review/projects.ts'

export type ReviewedRow = Awaited<ReturnType<typeof listPublished>>[number]

/** Everything that was ever published: a draft is its founder's alone, and publishing one is paid for. */
const wasPublished = isNotNull(projects.publishedAt)

export function listPublished(db: Queryable, where?: SQL) {
  const isWaiting = sql`${projects.status} = 'under review'`
  return db
    .select({ project: projects, owner: users })
    .from(projects)
    .leftJoin(users, eq(users.id, projects.userId))
    .where(and(wasPublished, where))
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
