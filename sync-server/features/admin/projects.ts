import { projectAnswered } from '#server/email/messages/admin.ts'
import { presentProject } from '#server/features/projects/present.ts'
import { listOpenReports, listReportsOf, settleReports } from '#server/features/projects/reports.ts'
import { deleteChunks } from '#server/sync/public/delete-chunks.ts'
import {
  type AdminProject,
  applyProjectReview,
  ProjectReview,
  type ReviewProject,
  restoreProjectReview,
} from '#shared/admin/projects.ts'
import type { ProjectId } from '#shared/ids.ts'
import { Problem } from '#shared/problem.ts'
import type { OpenReport } from '#shared/projects/report.ts'
import { nameOf } from './account-name.ts'
import { decide, type Reviewable, withVersion } from './decision.ts'
import type { Decider, ReviewDeps } from './deps.ts'
import { listPublished, lockProject, type ReviewedRow, writeProjectReview } from './project-queries.ts'

type Doc = Omit<AdminProject, 'version'>

const present = ({ project, owner, isPaid }: ReviewedRow, reports: OpenReport[]): Doc => ({
  ...presentProject(project),
  reviewReason: project.reviewReason,
  isPublished: project.isPublished,
  isTakenOff: project.takenOffAt !== null,
  isPaid,
  isWithdrawn: project.withdrawnAt !== null && !project.isPublished,
  hasUnreviewedEdits: project.hasUnreviewedEdits,
  owner: owner && { id: owner.id, name: nameOf(owner), email: owner.email },
  reports,
})

const ACTIONS = { verified: 'verified', rejected: 'rejected', 'under review': 'reopened' } as const

export const projects: Reviewable<Doc, ProjectReview> = {
  type: 'project',
  State: ProjectReview,
  lock: async (tx, id) => {
    const row = await lockProject(tx, id as ProjectId)
    if (!row) return undefined
    const { status, reviewReason, isPublished, takenOffAt } = row.project
    const recipient = row.owner ? { email: row.owner.email, name: row.owner.firstName } : undefined
    return {
      id,
      doc: present(row, await listReportsOf(tx, row.project.id)),
      state: { status, reviewReason, isPublished, isTakenOff: takenOffAt !== null },
      recipient,
      receiver: row.owner ? { userId: row.owner.id } : undefined,
    }
  },
  write: async (tx, { doc, state: before }, after, { isUndo }) => {
    const isPutBack = after.isPublished && !before.isPublished
    if (isPutBack && !doc.isPaid) throw new Problem('review.not-paid')
    if (isPutBack && doc.isWithdrawn) throw new Problem('review.withdrawn')
    await writeProjectReview(tx, doc.id, after)
    await settleReports(tx, doc, { ...after, isUndo })
    if (before.isPublished && !after.isPublished) await deleteChunks(tx, { projects: [doc.id] })
  },
  restored: (_, before, { hasUnreviewedEdits }) => restoreProjectReview(before, hasUnreviewedEdits),
  message: projectAnswered,
  notice: ({ after: { status, isPublished } }, { id }) => ({ kind: 'project', facts: { projectId: id, status, isPublished } }),
  // Votes change continuously, and no decision depends on them.
  decidedUpon: ({ voteCount: _count, voteSeq: _seq, ...doc }) => doc,
}

export async function listProjects({ db }: ReviewDeps): Promise<AdminProject[]> {
  const reports = await listOpenReports(db)
  const isUnreported = ({ project }: ReviewedRow) => Number(!reports.has(project.id))
  const rows = (await listPublished(db)).sort((a, b) => isUnreported(a) - isUnreported(b))
  return rows.map((row) => withVersion(projects, present(row, reports.get(row.project.id) ?? [])))
}

export const reviewProject = (deps: ReviewDeps, by: Decider, id: string, review: ReviewProject) =>
  decide(deps, by, projects, id, {
    version: review.version,
    rule: (before, { isPaid, isWithdrawn }) => applyProjectReview(before, review, isPaid && !isWithdrawn),
    action: ({ status }) => ACTIONS[status],
  })
