import * as v from 'valibot'
import { MAX_LINEAGE } from '#shared/sync/three-way-merge.ts'
import { ProjectChanges } from './fields.ts'

const Lineage = v.record(
  v.pipe(v.string(), v.maxLength(40)),
  v.pipe(v.array(v.pipe(v.string(), v.maxLength(16))), v.maxLength(MAX_LINEAGE)),
)

/** What a device had seen of each field it changed: see `shared/sync/three-way-merge.ts`. */
export const DraftBase = Lineage

/** Some fields of one's own draft, as they stand on this device now. */
export const SaveDraft = v.object({
  changes: ProjectChanges,
  settles: v.optional(Lineage),
  /** The person pressed Save: where the project can be saved, it is; a published one changes for everybody. */
  isFinished: v.optional(v.boolean()),
})
export type SaveDraft = v.InferOutput<typeof SaveDraft>

/** `POST /api/founder/project`: what is there is saved. Without `base` the last write wins, field by field. */
export const SaveProject = v.object({ ...ProjectChanges.entries, base: v.optional(DraftBase) })
export type SaveProject = v.InferOutput<typeof SaveProject>
