import type { SaveDraft } from '#shared/projects/edit.ts'
import { blankValues, type ProjectValues } from '#shared/projects/fields.ts'
import { OWN, type OwnProject } from '#shared/projects/own.ts'
import { editOf } from '#shared/projects/squash-drafts.ts'
import { type Ancestry, mergeEdit } from '#shared/sync/three-way-merge.ts'
import { OPTIMISTIC } from '#web/db/private-database.ts'
import type { ClientMutator } from '#web/sync/engine/client-mutator.ts'
import { enqueue } from '#web/sync/engine/sync-port.ts'

/** Stores the draft on this device and enqueues it; resolves once it is stored. */
export const saveDraft = (draft: SaveDraft, base: Ancestry<keyof ProjectValues>) => enqueue('project.saveDraft', draft, base)

/** Author of a text written on this device, before the server has accepted it. */
export const HERE = 'here'

/** The server's merge rule, so that the optimistic result equals the final one. */
export const showDraft: ClientMutator<SaveDraft> = async (db, args, madeAt, base) => {
  const own: OwnProject = (await db.ownProject.get(OWN)) ?? nothingYet
  const merged = mergeEdit<ProjectValues>(own, editOf({ args, base }), { by: HERE, at: madeAt })
  await db.ownProject.put({ ...own, ...merged, isSaved: false, version: OPTIMISTIC })
}

/** An empty project. */
export const nothingYet: OwnProject = {
  id: OWN,
  values: blankValues,
  writers: {},
  clashes: [],
  projectId: null,
  isPublished: false,
  publishedAt: null,
  status: 'under review',
  voteCount: 0,
  isSaved: false,
}
