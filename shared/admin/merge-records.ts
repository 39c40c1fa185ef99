import type { ProblemCode } from '#shared/problem.ts'
import { type AdminRecord, RECORD_CONTACT, RECORD_FACTS, type RecordContact, type RecordFact } from './records.ts'

type Fields = Record<RecordContact, string | null> & AdminRecord['facts']

/**
 * A merge does not fill these: a name is never empty, a price and a limit that are not set have a meaning, and a statement of the
 * source is about its own record.
 */
const OWN = ['name', 'price', 'limit', 'donateToCharity', 'isVentureCapital', 'isAngel', 'isVerified'] as const
export type FilledField = Exclude<RecordFact, (typeof OWN)[number]> | RecordContact

const FILLABLE = [...RECORD_FACTS, ...RECORD_CONTACT].filter(
  (field): field is FilledField => !(OWN as readonly string[]).includes(field),
)

const isEmpty = (value: string | readonly string[] | null) => value === null || value.length === 0

/** The fields that are empty in the record that stays, with the values of the other one. */
export function filledFields(into: Fields, from: Fields): Partial<Pick<Fields, FilledField>> {
  const filled = FILLABLE.filter((field) => isEmpty(into[field]) && !isEmpty(from[field]))
  return Object.fromEntries(filled.map((field) => [field, from[field]]))
}

type Standing = Pick<AdminRecord, 'id' | 'isListed' | 'replacedBy' | 'mergedInto'>

/**
 * Why one record may not be merged into another one, or `undefined` when it may.
 *
 * @param from  the record that goes. `hasProfile`: a listing of an account has replaced it, now or before
 */
export function mergeRefusal(from: Standing & { hasProfile: boolean }, into: Standing): ProblemCode | undefined {
  if (from.id === into.id) return 'records.same'
  if (from.mergedInto !== null || into.mergedInto !== null) return 'records.merged'
  if (from.hasProfile) return 'records.has-profile'
  return into.isListed || into.replacedBy !== null ? undefined : 'records.not-listed'
}
