import * as v from 'valibot'
import { readOrNone } from '#shared/read-or-none.ts'
import { type Ancestry, type Edit, fingerprint, MAX_LINEAGE, mergeEdit, squashEdits } from '#shared/sync/three-way-merge.ts'
import type { User } from './contract.ts'
import { personName } from './contract.ts'

/** `profile.rename`: changes the given names. The base contains the names that the writer had seen. */
export const Rename = v.object({
  firstName: v.exactOptional(personName('First name is required')),
  lastName: v.exactOptional(personName('Last name is required')),
})
export type Rename = v.InferOutput<typeof Rename>

export type Names = Pick<User, 'firstName' | 'lastName'>
type Field = keyof Names

const RenameBase = v.record(
  v.picklist(['firstName', 'lastName']),
  v.pipe(v.array(v.pipe(v.string(), v.maxLength(16))), v.maxLength(MAX_LINEAGE)),
)

type StatedRename = { args: Rename; base: unknown }

/** The names shown while a user edits them, as the base of that change. */
export const baseOf = ({ firstName, lastName }: Names): Ancestry<Field> => ({
  firstName: [fingerprint(firstName)],
  lastName: [fingerprint(lastName)],
})

/**
 * The fields that differ from what is shown. Nothing else is sent, so that changes of different fields on two devices are both
 * kept.
 */
export function changedNames(before: Names, edited: Rename): Rename {
  const { firstName, lastName } = edited
  return {
    ...(firstName !== undefined && firstName !== before.firstName && { firstName }),
    ...(lastName !== undefined && lastName !== before.lastName && { lastName }),
  }
}

/**
 * The resulting names of an account, and whether another device has changed one of them since its writer looked. In that case the
 * stored name is kept, because a name cannot be merged.
 *
 * @param stated  its base is undefined when the names that the writer had seen are unknown
 */
export function renamed(stored: Names, stated: StatedRename): { names: Names; isChangedElsewhere: boolean } {
  const values = { firstName: stored.firstName, lastName: stored.lastName }
  const merged = mergeEdit<Names>({ values, writers: {}, clashes: [] }, editOf(stated), { by: null, at: '' })
  return { names: merged.values, isChangedElsewhere: merged.clashes.length > 0 }
}

/**
 * The base of a refused change that is sent again by a user who saw the stored names.
 *
 * @param shown  the names that the device shows. A shown name equal to the new one may still be the change's own optimistic
 * effect, so its base stays the earlier one.
 */
export function chosenNameBase(shown: Names, { args, base }: StatedRename): Ancestry<Field> {
  const seen = baseOf(shown)
  const before = readBase(base)
  const fields = Object.keys(args) as Field[]
  return Object.fromEntries(fields.map((field) => [field, (args[field] === shown[field] ? before[field] : seen[field]) ?? []]))
}

/** Squashes two pending changes into one, if the later one is based on the names of the earlier one. */
export function squashRenames(earlier: StatedRename, later: StatedRename): StatedRename | undefined {
  if (earlier.base === undefined || later.base === undefined) return undefined
  const folded = squashEdits<Names>(editOf(earlier), editOf(later))
  return folded && { args: folded.changes as Rename, base: folded.base }
}

const editOf = ({ args, base }: StatedRename): Edit<Names> => ({ changes: args, base: readBase(base) })

/** A base that cannot be parsed counts as empty: a name that differs is then kept. */
function readBase(base: unknown): Ancestry<Field> {
  return readOrNone(RenameBase, base) ?? {}
}
