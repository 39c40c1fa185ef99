import type { Transaction } from '#server/database/client.ts'
import type { Account } from '#server/http/session.ts'
import { Problem } from '#shared/problem.ts'
import { projectFieldNames } from '#shared/projects/fields.ts'
import { type Ancestry, fingerprint } from '#shared/sync/three-way-merge.ts'
import { type Draft, deleteDraftRows, lockOwnDraft, lockOwnProject } from './draft-queries.ts'
import { firstDraft } from './present-own.ts'

/**
 * Deletes a draft and its project, which was never published. Without one nothing changes.
 *
 * @param seen  fingerprints of the texts that the user saw, by field
 * @throws Problem `projects.not-a-draft`, and `projects.draft-changed` if any text is not among those
 */
export async function deleteOwnDraft(tx: Transaction, { id, principalId }: Account, seen: Ancestry) {
  const stored = await lockOwnDraft(tx, principalId)
  const project = await lockOwnProject(tx, id)
  if (project?.publishedAt) throw new Problem('projects.not-a-draft')
  if (!stored && !project) return
  if (!areSeen(stored ?? firstDraft(project), seen)) throw new Problem('projects.draft-changed')
  await deleteDraftRows(tx, { userId: id, principalId })
}

const areSeen = ({ values, clashes }: Draft, seen: Ancestry) => {
  const isSeen = (field: string, value: Parameters<typeof fingerprint>[0]) => seen[field]?.includes(fingerprint(value)) ?? false
  return (
    projectFieldNames.every((field) => isSeen(field, values[field])) && clashes.every(({ field, value }) => isSeen(field, value))
  )
}
