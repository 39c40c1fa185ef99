import * as v from 'valibot'
import { readOrNone } from '#shared/read-or-none.ts'
import { cleanLine } from '#shared/text.ts'
import { type Ancestry, type Edit, type Fields, fingerprint, MAX_LINEAGE, mergeEdit, squashEdits } from './three-way-merge.ts'

/**
 * Writes of single fields of a private document: of an own person, of a deal, of the round. Changes of different fields on two devices
 * are both kept. Where two devices wrote different values into one field, the stored one stays and the later write is refused, so that
 * its device keeps it until the user chooses.
 */
const FieldsBase = v.record(v.string(), v.pipe(v.array(v.pipe(v.string(), v.maxLength(16))), v.maxLength(MAX_LINEAGE)))

/** The arguments of a write: the id of the document, and the fields that change. */
type Args<Values extends Fields> = { id: string } & Partial<Values>
type StatedWrite<Values extends Fields> = { args: Args<Values>; base: unknown }

/** The stored form of a written value: one clean line, or null. */
const clean = (value: unknown) => (typeof value === 'string' ? cleanLine(value) || null : value)

const changesOf = <Values extends Fields>({ id: _, ...changes }: Args<Values>): Partial<Values> =>
  Object.fromEntries(
    Object.entries(changes).flatMap(([field, value]) => (value === undefined ? [] : [[field, clean(value)]])),
  ) as Partial<Values>

/** The fields that differ from what its writer saw. Nothing else is sent. */
export function changedFields<Values extends Fields>(seen: Values, edited: Values): Partial<Values> {
  const isChanged = (field: keyof Values) => (clean(edited[field]) ?? '') !== (seen[field] ?? '')
  return changesOf({
    ...Object.fromEntries(Object.entries(edited).filter(([field]) => isChanged(field))),
    id: '',
  } as Args<Values>)
}

/** @param seen  the values that the writer saw */
export const fieldsBaseOf = <Values extends Fields>(seen: Values, changes: Partial<Values>): Ancestry<keyof Values & string> =>
  Object.fromEntries(Object.keys(changes).map((field) => [field, [fingerprint(seen[field])]])) as Ancestry<keyof Values & string>

/**
 * The resulting values, and whether another device has written a different value into one of the fields since the writer looked. In
 * that case the stored value stays, because a line cannot be merged.
 *
 * @param chosen  fields that are set with one tap and contain no text: the later value counts
 */
export function writtenFields<Values extends Fields>(
  stored: Values,
  stated: StatedWrite<Values>,
  chosen: readonly (keyof Values & string)[] = [],
): { values: Values; isChangedElsewhere: boolean } {
  const { changes, base } = editOf(stated)
  const seen = { ...base, ...Object.fromEntries(chosen.map((field) => [field, [fingerprint(stored[field])]])) }
  const state = { values: stored, writers: {}, clashes: [] }
  const merged = mergeEdit<Values>(state, { changes, base: seen as Ancestry<keyof Values & string> }, { by: null, at: '' })
  return { values: merged.values, isChangedElsewhere: merged.clashes.length > 0 }
}

/**
 * The base of a refused write that is sent again by a user who saw the stored values.
 *
 * @param shown  the values that the device shows. A value equal to the written one may be the optimistic effect of that write, so
 * its base stays the earlier one.
 */
export const chosenFieldsBase = <Values extends Fields>(shown: Values, { args, base }: StatedWrite<Values>): Ancestry =>
  chosenBase(shown, changesOf(args), base)

/** The same for changes in their stored form. */
export function chosenBase<Values extends Fields>(shown: Values, changes: Partial<Values>, base: unknown): Ancestry {
  const before: Ancestry = readBase(base)
  return Object.fromEntries(
    Object.entries(changes).map(([field, value]) => [
      field,
      (value === shown[field] ? before[field] : [fingerprint(shown[field])]) ?? [],
    ]),
  )
}

/** Squashes two pending writes into one, if the later one is based on the values of the earlier one. */
export function squashFields<Values extends Fields>(
  earlier: StatedWrite<Values>,
  later: StatedWrite<Values>,
): StatedWrite<Values> | undefined {
  if (earlier.base === undefined || later.base === undefined) return undefined
  const folded = squashEdits<Values>(editOf(earlier), editOf(later))
  return folded && { args: { ...folded.changes, id: later.args.id } as Args<Values>, base: folded.base }
}

const editOf = <Values extends Fields>({ args, base }: StatedWrite<Values>): Edit<Values> => ({
  changes: changesOf(args),
  base: readBase(base) as Ancestry<keyof Values & string>,
})

/** A base that cannot be parsed counts as empty: a value that differs is then kept. */
export const readBase = (base: unknown): Ancestry => readOrNone(FieldsBase, base) ?? {}
