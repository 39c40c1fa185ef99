import { and, asc, eq, gt, inArray, not, or, type SQL, sql } from 'drizzle-orm'
import { alias } from 'drizzle-orm/pg-core'
import { projectReports } from '#drizzle/schema/index.ts'
import type { Queryable, Transaction } from '#server/database/client.ts'
import { MAX_REPORTS } from '#shared/admin/bounds.ts'
import type { PrincipalId, ProjectId } from '#shared/ids.ts'

/** Inserts the principal's report of a project, or updates it while it is open. A decided report is unchanged. */
export async function upsertReport(db: Queryable, report: typeof projectReports.$inferInsert) {
  const { reason, text, updatedAt } = report
  await db
    .insert(projectReports)
    .values(report)
    .onConflictDoUpdate({
      target: [projectReports.projectId, projectReports.principalId],
      set: { reason, text, updatedAt },
      setWhere: eq(projectReports.status, 'open'),
    })
}

export const countReportsSince = (db: Queryable, principalId: PrincipalId, since: Date) =>
  db.$count(projectReports, and(eq(projectReports.principalId, principalId), gt(projectReports.createdAt, since)))

/** Per project at most `MAX_REPORTS`, those of users with a verified address before all others. */
export async function listOpen(db: Queryable, where?: SQL) {
  const listed = sql`(
    select id from (
      select project_reports.id, row_number() over (partition by project_reports.project_id
        order by u.email_verified_at is null, project_reports.created_at, project_reports.id) as place
      from project_reports left join principals p on p.id = project_reports.principal_id left join users u on u.id = p.user_id
      where ${and(eq(projectReports.status, 'open'), where)}) ranked
    where place <= ${MAX_REPORTS}::int)`
  return db
    .select()
    .from(projectReports)
    .where(sql`${projectReports.id} in ${listed}`)
    .orderBy(asc(projectReports.createdAt), asc(projectReports.id))
}

export const listOpenOf = (db: Queryable, projectId: ProjectId) => listOpen(db, eq(projectReports.projectId, projectId))

/**
 * Settles the given reports of a project, and all reports of users without a verified address.
 *
 * @returns those that were given
 */
export async function settleOpen(tx: Transaction, projectId: ProjectId, ids: string[], status: 'upheld' | 'dismissed') {
  const isProved = sql`exists (select from principals p join users u on u.id = p.user_id
    where p.id = ${projectReports.principalId} and u.email_verified_at is not null)`
  const isSettled = or(ids.length > 0 ? inArray(projectReports.id, ids) : undefined, not(isProved))
  const open = and(eq(projectReports.projectId, projectId), eq(projectReports.status, 'open'), isSettled)
  const { id, principalId, resolvedAt } = projectReports
  const settled = await tx
    .update(projectReports)
    .set({ status, resolvedAt: sql`now()` })
    .where(open)
    .returning({ id, principalId, resolvedAt })
  return settled.filter((report) => ids.includes(report.id))
}

/** Opens the reports that the latest decision about a project has settled. It is the only one that can be undone. */
export async function reopenSettled(tx: Transaction, projectId: ProjectId) {
  const decidedAt = sql`(select max(created_at) from audit_log where target_type = 'project' and target_id = ${projectId})`
  const settled = and(eq(projectReports.projectId, projectId), eq(projectReports.resolvedAt, decidedAt))
  return tx.update(projectReports).set({ status: 'open', resolvedAt: null }).where(settled).returning({ id: projectReports.id })
}

export type ReportRow = typeof projectReports.$inferSelect

/** Reports of one principal, each with another principal's report on the same project. Both are locked. */
export function lockClashingReports(tx: Transaction, from: PrincipalId, to: PrincipalId) {
  const own = alias(projectReports, 'own')
  return tx
    .select({ guest: projectReports, own })
    .from(projectReports)
    .innerJoin(own, and(eq(own.principalId, to), eq(own.projectId, projectReports.projectId)))
    .where(eq(projectReports.principalId, from))
    .orderBy(asc(own.id))
    .for('update')
}

export async function setReport(tx: Transaction, id: string, change: Partial<typeof projectReports.$inferInsert>) {
  await tx.update(projectReports).set(change).where(eq(projectReports.id, id))
}

export async function deleteReport(tx: Transaction, id: string) {
  await tx.delete(projectReports).where(eq(projectReports.id, id))
}

export async function setReporter(tx: Transaction, from: PrincipalId, to: PrincipalId) {
  await tx.update(projectReports).set({ principalId: to }).where(eq(projectReports.principalId, from))
}
