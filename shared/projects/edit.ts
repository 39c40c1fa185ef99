import * as v from 'valibot'
import { MAX_LINEAGE } from '#shared/sync/three-way-merge.ts'
import { ProjectChanges } from './fields.ts'

const Ancestry = v.record(
  v.pipe(v.string(), v.maxLength(40)),
  v.pipe(v.array(v.pipe(v.string(), v.maxLength(16))), v.maxLength(MAX_LINEAGE)),
)

/** The versions of each changed field that a device had seen: see `shared/sync/three-way-merge.ts`. */
export const DraftBase = Ancestry

/** Some fields of a user's own draft, in their current state on this device. */
export const SaveDraft = v.object({
  changes: ProjectChanges,
  settles: v.optional(Ancestry),
  /** The user pressed Save: a valid project is saved; a published one changes for all viewers. */
  isFinished: v.optional(v.boolean()),
})
export type SaveDraft = v.InferOutput<typeof SaveDraft>

/** `POST /api/founder/project`: saves the given fields. Without `base` the last write wins, field by field. */
export const SaveProject = v.object({ ...ProjectChanges.entries, base: v.optional(DraftBase) })
export type SaveProject = v.InferOutput<typeof SaveProject>

/**
 * `POST /api/founder/project/delete`: deletes a draft that was never published. `seen` has the fingerprints of every field's texts
 * as the user saw them: a text that another device has added since is not deleted.
 */
export const DeleteDraft = v.object({ seen: DraftBase })
export type DeleteDraft = v.InferOutput<typeof DeleteDraft>
