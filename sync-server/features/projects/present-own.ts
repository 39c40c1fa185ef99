import { blankValues, type ProjectValues, projectFieldNames } from '#shared/projects/fields.ts'
import { normalise } from '#shared/projects/normalise.ts'
import { type FounderProject, OWN, type OwnProject } from '#shared/projects/own.ts'
import type { Draft } from './draft-queries.ts'
import type { ProjectRow } from './queries.ts'

/** The draft before the first edit: the saved project, or blank. */
export const firstDraft = (row: ProjectRow | undefined): Draft => ({
  values: row ? valuesOf(row) : blankValues,
  writers: {},
  clashes: [],
})

/** A stored project as form values: an empty field is an empty string. */
function valuesOf(row: ProjectRow): ProjectValues {
  const entries = projectFieldNames.map((field) => [field, row[field] ?? blankValues[field]])
  return Object.fromEntries(entries) as ProjectValues
}

/** The owner's view, for their devices only. */
export const presentOwn = (draft: Draft, row: ProjectRow | undefined, isPaid = false): OwnProject => ({
  ...draft,
  id: OWN,
  projectId: row?.id ?? null,
  isPublished: row?.isPublished ?? false,
  publishedAt: row?.publishedAt?.toISOString() ?? null,
  status: row?.status ?? 'under review',
  reviewReason: row?.reviewReason ?? null,
  canPutBack: isPaid && mayPutBack(row),
  voteCount: row?.voteCount ?? 0,
  isSaved: isSaved(draft, row),
})

/** Its founder took it off the marketplace, and no admin has. */
const mayPutBack = (row: ProjectRow | undefined) =>
  Boolean(row?.withdrawnAt) && !row?.isPublished && !row?.takenOffAt && row?.status !== 'rejected'

function isSaved({ values }: Draft, row: ProjectRow | undefined): boolean {
  if (!row) return false
  const content = normalise(values)
  return projectFieldNames.every((field) => content[field] === row[field])
}

/** The same in the format of the specification's endpoints: flat, with `null` for empty fields. */
export const presentFounderProject = ({ values, projectId, ...own }: OwnProject): FounderProject => {
  const written = projectFieldNames.map((field) => [field, values[field] === '' ? null : values[field]])
  return {
    ...(Object.fromEntries(written) as FounderProject),
    id: projectId,
    status: own.status,
    isPublished: own.isPublished,
    publishedAt: own.publishedAt,
    voteCount: own.voteCount,
    votes: own.voteCount,
  }
}
