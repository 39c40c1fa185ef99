import { projectAnswered } from '#server/email/messages/review.ts'
import { presentProject } from '#server/features/projects/present.ts'
import type { ProjectId } from '#shared/ids.ts'
import { type AdminProject, ProjectReview, type ReviewProject, reviewedProject } from '#shared/review/projects.ts'
import { decide, type Subject, withVersion } from './decide.ts'
import type { Decider, ReviewDeps } from './deps.ts'
import { nameOf } from './person.ts'
import { holdProject, listPublished, type ReviewedRow, writeProjectReview } from './project-queries.ts'

type Doc = Omit<AdminProject, 'version'>

const present = ({ project, owner }: ReviewedRow): Doc => ({
  ...presentProject(project),
  reviewReason: project.reviewReason,
  isPublished: project.isPublished,
  owner: owner && { id: owner.id, name: nameOf(owner), email: owner.email },
})

const ACTIONS = { verified: 'verified', rejected: 'rejected', 'under review': 'reopened' } as const

export const projects: Subject<Doc, ProjectReview> = {
  type: 'project',
  State: ProjectReview,
  hold: async (tx, id) => {
    const row = await holdProject(tx, id as ProjectId)
    if (!row) return undefined
    const { status, reviewReason, isPublished } = row.project
    const recipient = row.owner ? { email: row.owner.email, name: row.owner.firstName } : undefined
    return { id, doc: present(row), state: { status, reviewReason, isPublished }, recipient }
  },
  write: (tx, { doc }, after) => writeProjectReview(tx, doc.id, after),
  letter: projectAnswered,
  // Votes come in all the time, and no decision hangs on them.
  decidedUpon: ({ voteCount: _, ...doc }) => doc,
}

export async function listProjects({ db }: ReviewDeps): Promise<AdminProject[]> {
  return (await listPublished(db)).map((row) => withVersion(projects, present(row)))
}

export const reviewProject = (deps: ReviewDeps, by: Decider, id: string, review: ReviewProject) =>
  decide(deps, by, projects, id, {
    version: review.version,
    rule: (before) => reviewedProject(before, review),
    action: ({ status }) => ACTIONS[status],
  })
