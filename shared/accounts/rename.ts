import * as v from 'valibot'
import { readOrNone } from '#shared/read-or-none.ts'
import { type Ancestry, type Edit, fingerprint, MAX_LINEAGE, mergeEdit, squashEdits } from '#shared/sync/three-way-merge.ts'
import type { User } from './contract.ts'
import { personName } from './contract.ts'

/** `profile.rename`: what is named becomes something else. The base says which names its writer had seen. */
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

/** The names that somebody looks at while they change them, as the base of that change. */
export const baseOf = ({ firstName, lastName }: Names): Ancestry<Field> => ({
  firstName: [fingerprint(firstName)],
  lastName: [fingerprint(lastName)],
})

/** Fields that differ from what is shown; nothing else is sent, so that two devices that change different ones both keep theirs. */
export function changedNames(before: Names, wanted: Rename): Rename {
  const { firstName, lastName } = wanted
  return {
    ...(firstName !== undefined && firstName !== before.firstName && { firstName }),
    ...(lastName !== undefined && lastName !== before.lastName && { lastName }),
  }
}

/**
 * What becomes of an account's names, and whether another device has changed one of them since its writer looked. Then that
 * one stays, because a name holds one text.
 *
 * @param stated  its base is undefined where what the writer had seen is unknown
 */
export function renamed(stored: Names, stated: StatedRename): { names: Names; isChangedElsewhere: boolean } {
  const values = { firstName: stored.firstName, lastName: stored.lastName }
  const merged = mergeEdit<Names>({ values, writers: {}, clashes: [] }, editOf(stated), { by: null, at: '' })
  return { names: merged.values, isChangedElsewhere: merged.clashes.length > 0 }
}

/**
 * The base of a refused change that is sent again by a person who saw the stored names.
 *
 * @param shown  the names that the device shows. One that is the wanted one may still be the change's own effect, so its base stays
 *   the earlier one.
 */
export function chosenNameBase(shown: Names, { args, base }: StatedRename): Ancestry<Field> {
  const seen = baseOf(shown)
  const before = readBase(base)
  const fields = Object.keys(args) as Field[]
  return Object.fromEntries(fields.map((field) => [field, (args[field] === shown[field] ? before[field] : seen[field]) ?? []]))
}

/** Two changes that wait one behind the other are one, where the later one went on from the earlier one's names. */
export function foldRenames(earlier: StatedRename, later: StatedRename): StatedRename | undefined {
  if (earlier.base === undefined || later.base === undefined) return undefined
  const folded = squashEdits<Names>(editOf(earlier), editOf(later))
  return folded && { args: folded.changes as Rename, base: folded.base }
}

const editOf = ({ args, base }: StatedRename): Edit<Names> => ({ changes: args, base: readBase(base) })

/** One that cannot be read explains nothing: a name that differs stays then. */
function readBase(base: unknown): Ancestry<Field> {
  return readOrNone(RenameBase, base) ?? {}
}
