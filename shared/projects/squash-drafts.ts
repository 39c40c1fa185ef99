import { readOrNone } from '#shared/read-or-none.ts'
import { type Ancestry, squashEdits } from '#shared/sync/three-way-merge.ts'
import { DraftBase, type SaveDraft } from './edit.ts'
import type { ProjectValues } from './fields.ts'

type StatedDraft = { args: SaveDraft; base: unknown }

/** Squashes two pending drafts. Edits after a Save are not part of the saved version: the two stay separate. */
export function squashDrafts(earlier: StatedDraft, later: StatedDraft): StatedDraft | undefined {
  if (earlier.args.isFinished && !later.args.isFinished) return undefined
  const folded = squashEdits<ProjectValues>(editOf(earlier), editOf(later))
  if (!folded) return undefined
  const { base, changes, settles } = folded
  return { args: { ...later.args, changes, settles }, base }
}

export const editOf = ({ args: { changes, settles }, base }: StatedDraft) => ({
  changes: changes as Partial<ProjectValues>,
  base: readLineage(base),
  settles: settles as Ancestry<keyof ProjectValues>,
})

/** A base that cannot be parsed counts as empty: both texts are then kept. */
function readLineage(base: unknown): Ancestry<keyof ProjectValues> {
  return (readOrNone(DraftBase, base ?? {}) as Ancestry<keyof ProjectValues> | undefined) ?? {}
}
