import type { Queryable } from '#server/db.ts'
import { newId } from '#server/new-id.ts'
import type { PrincipalId } from '#shared/ids.ts'
import { Problem } from '#shared/problem.ts'
import type { ReportProject } from '#shared/projects/report.ts'
import { countReportsSince, upsertReport } from './report-queries.ts'
import { findVoteCount } from './vote-queries.ts'

const PER_HOUR = 10
const HOUR_MS = 60 * 60 * 1000

/**
 * Tells the team that something is wrong with a published project; once per principal, the latest words count.
 *
 * @throws Problem `not-found`; `too-many-requests`, on which an outbox waits
 */
export async function reportProject(
  db: Queryable,
  principalId: PrincipalId,
  { projectId, reason, text }: ReportProject,
  now: Date,
) {
  if ((await findVoteCount(db, projectId)) === undefined) throw new Problem('not-found')
  const recent = await countReportsSince(db, principalId, new Date(now.getTime() - HOUR_MS))
  if (recent >= PER_HOUR) throw new Problem('too-many-requests', undefined, HOUR_MS / 1000)
  await upsertReport(db, { id: newId('rep'), projectId, principalId, reason, text, createdAt: now, updatedAt: now })
}
