import { readOrNone } from '#shared/read-or-none.ts'
import { foldEdits, type Lineage } from '#shared/sync/three-way-merge.ts'
import { DraftBase, type SaveDraft } from './edit.ts'
import type { ProjectValues } from './fields.ts'

type StatedDraft = { args: SaveDraft; base: unknown }

/** What somebody goes on writing after they pressed Save is not what they saved: the two stay apart. */
export function foldDrafts(earlier: StatedDraft, later: StatedDraft): StatedDraft | undefined {
  if (earlier.args.isFinished && !later.args.isFinished) return undefined
  const folded = foldEdits<ProjectValues>(editOf(earlier), editOf(later))
  if (!folded) return undefined
  const { base, changes, settles } = folded
  return { args: { ...later.args, changes, settles }, base }
}

export const editOf = ({ args: { changes, settles }, base }: StatedDraft) => ({
  changes: changes as Partial<ProjectValues>,
  base: readLineage(base),
  settles: settles as Lineage<keyof ProjectValues>,
})

/** A lineage that cannot be read explains nothing: both texts stay then. */
function readLineage(base: unknown): Lineage<keyof ProjectValues> {
  return (readOrNone(DraftBase, base ?? {}) as Lineage<keyof ProjectValues> | undefined) ?? {}
}
