import * as v from 'valibot'
import { readOrNone } from '#shared/read-or-none.ts'
import { fingerprint, MAX_LINEAGE } from '#shared/sync/three-way-merge.ts'
import { cleanLine } from '#shared/text.ts'
import { type ChangeFollowUp, MAX_PLACE_LENGTH } from './follow-up.ts'

const placeFingerprint = (place: string | null) => fingerprint(cleanLine(place ?? ''))

/** Fingerprints of the place that the writer had seen first, and of the later texts of the same device. */
const FollowUpBase = v.object({ metAt: v.pipe(v.array(v.pipe(v.string(), v.maxLength(16))), v.maxLength(MAX_LINEAGE)) })
type FollowUpBase = v.InferOutput<typeof FollowUpBase>

/**
 * The base of a refused place that is sent again by a user who saw the stored one.
 *
 * @param shown  the place that the device shows. If it equals the written one, it may still be the optimistic effect of that
 * mutation, so the base stays the earlier one.
 */
export const chosenFollowUpBase = (shown: string | null, written: string | null, base: unknown): unknown =>
  placeFingerprint(shown) === placeFingerprint(written) ? base : followUpBaseOf(shown)

/** @param seen  the place that its writer saw */
export const followUpBaseOf = (seen: string | null): FollowUpBase => ({ metAt: [placeFingerprint(seen)] })

/** A base that cannot be parsed counts as empty: both places are then kept. */
const readBase = (base: unknown): FollowUpBase => readOrNone(FollowUpBase, base) ?? { metAt: [] }

/**
 * Merges a written meeting place into the stored one: when two devices wrote different places, both are kept.
 *
 * @param base  the base of the writer; undefined when it is unknown
 * @returns undefined when both do not fit
 */
export function mergePlace(stored: string | null, written: string | null, base: unknown): string | null | undefined {
  const [theirs, mine] = [cleanLine(stored ?? ''), cleanLine(written ?? '')]
  const { metAt: seen } = readBase(base)
  if (theirs === '' || theirs === mine || seen.includes(placeFingerprint(theirs))) return mine || null
  if (mine === '' || seen[0] === placeFingerprint(mine) || theirs.includes(mine)) return theirs
  if (mine.includes(theirs)) return mine
  const both = `${theirs} / ${mine}`
  return both.length <= MAX_PLACE_LENGTH ? both : undefined
}

type PendingChange = { args: ChangeFollowUp; base: unknown }

/** Squashes two changes of one follow-up into one; `undefined` when the later one is not based on the place of the earlier. */
export function squashFollowUps(earlier: PendingChange, later: PendingChange): PendingChange | undefined {
  const args = { ...earlier.args, ...later.args }
  if (earlier.args.metAt === undefined || later.args.metAt === undefined) return { args, base: earlier.base ?? later.base }
  if (earlier.base === undefined || later.base === undefined) return { args, base: undefined }
  const [first, second] = [readBase(earlier.base).metAt, readBase(later.base).metAt]
  if (!second.includes(placeFingerprint(earlier.args.metAt))) return undefined
  const metAt = [...new Set([...first, ...second])]
  return metAt.length > MAX_LINEAGE ? undefined : { args, base: { metAt } satisfies FollowUpBase }
}
