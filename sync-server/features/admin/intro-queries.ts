import { and, eq, type SQL, sql } from 'drizzle-orm'
import { directoryInvestors, users, vcRequests, vcs } from '#drizzle/schema/index.ts'
import type { Queryable, Transaction } from '#server/database/client.ts'
import type { IntroReview } from '#shared/admin/intros.ts'

export type IntroRow = Awaited<ReturnType<typeof listIntros>>[number]

/** Answered requests are listed for reference; older ones are in the audit log. */
const MAX_LISTED = 500

/**
 * Selects the requests to list when there are too many: among open ones, those of users with a verified address or a paid order
 * come first. A flood of guests hides no other requests.
 */
const listed = sql`(
  select r.id from vc_requests r left join users u on u.id = r.user_id
  where r.request_type = 'intro'
  order by r.answer <> 'new',
    case when r.answer = 'new' then u.email_verified_at is null
      and not exists (select from orders o where o.principal_id = r.principal_id and o.status = 'paid') end,
    case when r.answer = 'new' then r.created_at end, r.created_at desc, r.id
  limit ${MAX_LISTED})`

const projectName = sql<string | null>`(
  select company_name from projects where user_id = ${users.id} order by created_at desc, id desc limit 1)`

/** New requests first, oldest on top; then answered ones, latest on top. */
export function listIntros(db: Queryable, where: SQL = sql`${vcRequests.id} in ${listed}`) {
  const isNew = sql`${vcRequests.answer} = 'new'`
  return db
    .select({ request: vcRequests, platform: vcs, listed: directoryInvestors, founder: users, projectName })
    .from(vcRequests)
    .leftJoin(vcs, eq(vcs.id, vcRequests.vcId))
    .leftJoin(directoryInvestors, eq(directoryInvestors.id, vcRequests.vcId))
    .leftJoin(users, eq(users.id, vcRequests.userId))
    .where(and(eq(vcRequests.requestType, 'intro'), where))
    .orderBy(
      sql`not ${isNew}`,
      sql`case when ${isNew} then ${vcRequests.createdAt} end`,
      sql`${vcRequests.createdAt} desc`,
      vcRequests.id,
    )
}

export async function lockIntro(tx: Transaction, id: string) {
  await tx.select({ id: vcRequests.id }).from(vcRequests).where(eq(vcRequests.id, id)).for('update')
  const [row] = await listIntros(tx, eq(vcRequests.id, id))
  return row
}

export async function writeAnswer(tx: Transaction, id: string, review: IntroReview) {
  await tx.update(vcRequests).set(review).where(eq(vcRequests.id, id))
}
