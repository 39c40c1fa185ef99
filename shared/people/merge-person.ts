import * as v from 'valibot'
import { readOrNone } from '#shared/read-or-none.ts'
import { type Ancestry, type Edit, fingerprint, MAX_LINEAGE, mergeEdit, squashEdits } from '#shared/sync/three-way-merge.ts'
import { cleanLine } from '#shared/text.ts'
import { type PersonField, type PersonFields, personFields, type WritePerson } from './contract.ts'

const PersonBase = v.record(
  v.picklist(personFields),
  v.pipe(v.array(v.pipe(v.string(), v.maxLength(16))), v.maxLength(MAX_LINEAGE)),
)
type PersonBase = Ancestry<PersonField>

type StatedWrite = { args: WritePerson; base: unknown }
type Changes = Partial<PersonFields>

/** The values of a person that is not stored yet. */
export const blankPerson: PersonFields = {
  name: '',
  organisation: null,
  role: null,
  location: null,
  email: null,
  phone: null,
  telegram: null,
  linkedinUrl: null,
  twitterUrl: null,
  website: null,
}

/** The stored form of a written value: one clean line, or null. */
const clean = (value: string | null) => (value === null ? null : cleanLine(value) || null)

const changesOf = ({ id: _, ...changes }: WritePerson): Changes =>
  Object.fromEntries(
    Object.entries(changes).flatMap(([field, value]) => (value === undefined ? [] : [[field, clean(value)]])),
  ) as Changes

/** The fields that differ from what its writer saw. Nothing else is sent. */
export function changedPerson(seen: PersonFields, edited: PersonFields): Changes {
  const isChanged = (field: PersonField) => (clean(edited[field]) ?? '') !== (seen[field] ?? '')
  return Object.fromEntries(personFields.filter(isChanged).map((field) => [field, clean(edited[field])])) as Changes
}

/** @param seen  the values that the writer saw */
export const personBaseOf = (seen: PersonFields, changes: Changes): PersonBase =>
  Object.fromEntries((Object.keys(changes) as PersonField[]).map((field) => [field, [fingerprint(seen[field])]]))

/**
 * The resulting values of a person, and whether another device has written a different text into one of the fields since the
 * writer looked. In that case the stored text stays, because a line cannot be merged.
 */
export function writtenPerson(stored: PersonFields, stated: StatedWrite): { values: PersonFields; isChangedElsewhere: boolean } {
  const state = { values: stored, writers: {}, clashes: [] }
  const merged = mergeEdit<PersonFields>(state, editOf(stated), { by: null, at: '' })
  return { values: merged.values, isChangedElsewhere: merged.clashes.length > 0 }
}

/**
 * The base of a refused write that is sent again by a user who saw the stored values.
 *
 * @param shown  the values that the device shows. A value equal to the written one may be the optimistic effect of that write, so
 * its base stays the earlier one.
 */
export function chosenPersonBase(shown: PersonFields, { args, base }: StatedWrite): PersonBase {
  const before = readBase(base)
  const changes = changesOf(args)
  const fields = Object.keys(changes) as PersonField[]
  return Object.fromEntries(
    fields.map((field) => [field, (changes[field] === shown[field] ? before[field] : [fingerprint(shown[field])]) ?? []]),
  )
}

/** Squashes two pending writes into one, if the later one is based on the values of the earlier one. */
export function squashPersonWrites(earlier: StatedWrite, later: StatedWrite): StatedWrite | undefined {
  if (earlier.base === undefined || later.base === undefined) return undefined
  const folded = squashEdits<PersonFields>(editOf(earlier), editOf(later))
  return folded && { args: { ...folded.changes, id: later.args.id } as WritePerson, base: folded.base }
}

const editOf = ({ args, base }: StatedWrite): Edit<PersonFields> => ({ changes: changesOf(args), base: readBase(base) })

/** A base that cannot be parsed counts as empty: a text that differs is then kept. */
function readBase(base: unknown): PersonBase {
  return readOrNone(PersonBase, base) ?? {}
}
