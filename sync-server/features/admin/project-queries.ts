import { and, asc, eq, isNotNull, or, type SQL, sql } from 'drizzle-orm'
import { projects, users } from '#drizzle/schema/index.ts'
import type { Queryable, Transaction } from '#server/database/client.ts'
import { PUBLISHING_KINDS } from '#server/features/publishing/fulfilment.ts'
import { MAX_TURNED_DOWN, MAX_VERIFIED, MAX_WAITING } from '#shared/admin/bounds.ts'
import type { ProjectReview } from '#shared/admin/projects.ts'
import type { ProjectId } from '#shared/ids.ts'
import type { OrderStatus } from '#shared/orders/contract.ts'

export type ReviewedRow = Awaited<ReturnType<typeof listPublished>>[number]

/** It was on the marketplace once, so it was paid for or is sample data. A draft is visible to its founder only. */
const wasPublished = isNotNull(projects.publishedAt)

const ordersOf = (statuses: OrderStatus[]) => sql<boolean>`exists (
  select from orders o where o.target_id = ${projects.id}
    and o.kind in ${PUBLISHING_KINDS} and o.status in ${statuses})`

/** Whether it may be on the marketplace: a publishing order is paid and not refunded, or it is sample data. */
const isPaid = sql<boolean>`(${projects.userId} is null or ${ordersOf(['paid'])})`

/**
 * Projects to decide about: on the marketplace, taken offline by an admin, or offline because of a dispute. A project that is
 * offline because of a refund is not listed, but a decision about it is still possible.
 */
const isListed = and(
  wasPublished,
  or(projects.isPublished, eq(projects.status, 'rejected'), isNotNull(projects.takenOffAt), ordersOf(['disputed'])),
)

const isReported = sql`exists (select from project_reports r where r.project_id = ${projects.id} and r.status = 'open')`

/**
 * Selects the projects to list when there are too many: reported ones first, then the longest pending, and the latest of those
 * decided.
 */
const listedIds = sql`(
  select id from (
    select projects.id, projects.status, row_number() over (partition by projects.status order by not ${isReported},
      case when projects.status = 'under review' then projects.published_at end, projects.published_at desc, projects.id) as place
    from projects where ${isListed}) ranked
  where place <= case status when 'under review' then ${MAX_WAITING}::int when 'verified' then ${MAX_VERIFIED}::int
    else ${MAX_TURNED_DOWN}::int end)`

export const listPublished = (db: Queryable) => listReviewed(db, sql`${projects.id} in ${listedIds}`)

function listReviewed(db: Queryable, where: SQL | undefined) {
  const isWaiting = sql`${projects.status} = 'under review'`
  return db
    .select({ project: projects, owner: users, isPaid })
    .from(projects)
    .leftJoin(users, eq(users.id, projects.userId))
    .where(where)
    .orderBy(
      sql`not ${isWaiting}`,
      sql`case when ${isWaiting} then ${projects.publishedAt} end`,
      asc(projects.companyName),
      asc(projects.id),
    )
}

export async function lockProject(tx: Transaction, id: ProjectId) {
  await tx.select({ id: projects.id }).from(projects).where(eq(projects.id, id)).for('update')
  const [row] = await listReviewed(tx, and(wasPublished, eq(projects.id, id)))
  return row
}

export async function writeProjectReview(tx: Transaction, id: ProjectId, { isTakenOff, ...review }: ProjectReview) {
  const seen = review.status === 'verified' && { hasUnreviewedEdits: false }
  const takenOffAt = isTakenOff ? sql`coalesce(${projects.takenOffAt}, now())` : null
  await tx
    .update(projects)
    .set({ ...review, ...seen, takenOffAt, updatedAt: sql`now()` })
    .where(eq(projects.id, id))
}
