import type { PrivateSource } from '#server/sync/private/private-source.ts'
import type { OwnProject } from '#shared/projects/own.ts'
import { findOwn } from './draft-queries.ts'
import { firstDraft, presentOwn } from './present-own.ts'

/** A founder's project with the complete draft: only in this lane. */
export const ownProjectSource: PrivateSource<OwnProject> = async (tx, principalId) => {
  const { draft, row, isPaid } = await findOwn(tx, principalId)
  return draft || row ? [presentOwn(draft ?? firstDraft(row), row, isPaid)] : []
}
