import type { Queryable, Transaction } from '#server/database/client.ts'
import { newId } from '#server/database/new-id.ts'
import { withdrawNotice, writeNotice } from '#server/features/notices/service.ts'
import type { PrincipalId, ProjectId } from '#shared/ids.ts'
import { Problem } from '#shared/problem.ts'
import type { OpenReport, ReportProject } from '#shared/projects/report.ts'
import { countReportsSince, listOpen, listOpenOf, reopenSettled, settleOpen, upsertReport } from './report-queries.ts'
import { findPublished } from './vote-queries.ts'

const PER_HOUR = 10
const HOUR_MS = 60 * 60 * 1000

/**
 * Reports a published project to the team; once per principal, the latest text is kept.
 *
 * @throws Problem `not-found`; `too-many-requests`, on which an outbox waits
 */
export async function reportProject(
  db: Queryable,
  principalId: PrincipalId,
  { projectId, reason, text }: ReportProject,
  now: Date,
) {
  if (!(await findPublished(db, projectId))) throw new Problem('not-found')
  const recent = await countReportsSince(db, principalId, new Date(now.getTime() - HOUR_MS))
  if (recent >= PER_HOUR) throw new Problem('too-many-requests', undefined, HOUR_MS / 1000)
  await upsertReport(db, { id: newId('rep'), projectId, principalId, reason, text, createdAt: now, updatedAt: now })
}

const present = ({ id, reason, text, updatedAt }: Awaited<ReturnType<typeof listOpen>>[number]): OpenReport => ({
  id,
  reason,
  text,
  reportedAt: updatedAt.toISOString(),
})

/** Open reports by project, oldest first. */
export async function listOpenReports(db: Queryable): Promise<Map<ProjectId, OpenReport[]>> {
  const reports = new Map<ProjectId, OpenReport[]>()
  for (const row of await listOpen(db)) reports.set(row.projectId, [...(reports.get(row.projectId) ?? []), present(row)])
  return reports
}

export const listReportsOf = async (db: Queryable, projectId: ProjectId): Promise<OpenReport[]> =>
  (await listOpenOf(db, projectId)).map(present)

/**
 * A decision about a project also decides its reports: a rejection upholds them, a verification dismisses them. Reports of users
 * with a verified address that exceeded the list stay open and are shown next; reports of guests, which cost nothing to create,
 * are settled. The authors of those that an admin has seen receive whether the project is still there, and no reason: it is for
 * its founder. A decision that is undone opens its reports again.
 */
export async function settleReports(tx: Transaction, { id, reports }: Reported, { status, isPublished, isUndo }: Decision) {
  const reopened = isUndo ? await reopenSettled(tx, id) : []
  for (const report of reopened) await withdrawNotice(tx, 'report-decided', report.id)
  if (reopened.length > 0 || status === 'under review') return
  const shown = reports.map((report) => report.id)
  const settled = await settleOpen(tx, id, shown, status === 'rejected' ? 'upheld' : 'dismissed')
  const facts = { projectId: id, isRemoved: !isPublished }
  for (const { id: subject, principalId, resolvedAt } of settled) {
    await writeNotice(tx, { principalId }, { kind: 'report-decided', subject, facts, now: resolvedAt ?? new Date() })
  }
}
type Reported = { id: ProjectId; reports: OpenReport[] }
type Decision = { status: 'verified' | 'rejected' | 'under review'; isPublished: boolean; isUndo: boolean }
