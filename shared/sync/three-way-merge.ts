/**
 * Field-by-field merge of a document that several devices of one person write, each of them for hours without a network.
 *
 * ```
 * stored  companyName "Acme"                        what the server holds now
 * edit    companyName "Acme Labs", base ["Acme"]    what a device makes of the text it saw
 * ```
 *
 * The device and the server run the same rule, so what a device shows before it is online is what will come of it.
 */
export type Value = string | number | boolean | null

export type Fields = Record<string, Value>

/** Who wrote a text, and when by their clock: shown to the person, never used for order. */
export type Author = { by: string | null; at: string }

/** A text that was written on one device while another wrote a different one. It stays until the person chooses. */
export type Conflict<Field extends string = string> = Author & { field: Field; value: Value }

export type MergeState<Values extends Fields> = {
  values: Values
  /** Whose text stands in a field. */
  writers: Partial<Record<keyof Values & string, Author>>
  clashes: Conflict<keyof Values & string>[]
}

/** Texts that one document keeps beside each other: 27 fields of a draft, with some versions of each. */
const MOST_CLASHES = 100
const MOST_CLASH_CHARACTERS = 256 * 1024

export const charactersOf = (texts: string[]) => texts.reduce((sum, text) => sum + text.length, 0)

/**
 * Whether an edit adds to more versions than a person would ever read. A server refuses it then, and the device keeps it. An
 * edit that leaves less than before is always taken.
 */
export const isTooMuch = (before: string[], after: string[]) =>
  charactersOf(after) > charactersOf(before) && (after.length > MOST_CLASHES || charactersOf(after) > MOST_CLASH_CHARACTERS)

/** Fingerprints by field: first of the text an edit began with, then of each step its own device took from there. */
export type Ancestry<Field extends string = string> = Partial<Record<Field, string[]>>

export type Edit<Values extends Fields> = {
  changes: Partial<Values>
  base: Ancestry<keyof Values & string>
  /** Texts the person saw beside this one and decided against. */
  settles?: Ancestry<keyof Values & string> | undefined
}

/**
 * Works one device's edit into what stands.
 *
 * Nothing written is dropped: a text that no lineage explains stays beside the other one, until somebody
 * who saw both settles it. Only what holds no words never clashes: an empty text, a switch.
 */
export function mergeEdit<Values extends Fields>(
  stored: MergeState<Values>,
  edit: Edit<Values>,
  writer: Author,
): MergeState<Values> {
  let merged = stored
  for (const field of Object.keys(edit.changes) as (keyof Values & string)[]) {
    const mine = edit.changes[field]
    if (mine !== undefined) merged = mergeField(merged, { field, mine, edit, writer })
  }
  return merged
}

type One<Values extends Fields> = {
  field: keyof Values & string
  mine: Values[keyof Values & string]
  edit: Edit<Values>
  writer: Author
}

function mergeField<Values extends Fields>(
  stored: MergeState<Values>,
  { field, mine, edit, writer }: One<Values>,
): MergeState<Values> {
  const theirs = stored.values[field]
  const seen = edit.base[field] ?? []
  const settled = new Set(edit.settles?.[field])
  const isSettled = (clash: Conflict) => clash.field === field && settled.has(fingerprint(clash.value))
  const isSame = (clash: Conflict) => clash.field === field && clash.value === mine
  const open = stored.clashes.filter((clash) => !isSettled(clash))
  const others = open.filter((clash) => !isSame(clash))

  if (mine === theirs) return { ...stored, clashes: others }
  const take = { values: { ...stored.values, [field]: mine }, writers: { ...stored.writers, [field]: writer }, clashes: others }
  if (seen.includes(fingerprint(theirs))) return take
  const own = others.findIndex((clash) => clash.field === field && seen.includes(fingerprint(clash.value)))
  if (own >= 0) return { ...stored, clashes: others.with(own, { field, value: mine, ...writer }) }
  // Set aside already; or only the other side changed it, and nobody chose this one.
  if (open.some(isSame) || (settled.size === 0 && seen[0] === fingerprint(mine))) return { ...stored, clashes: open }
  if (holdsNoWords(theirs)) return take
  if (holdsNoWords(mine)) return { ...stored, clashes: open }
  return { ...stored, clashes: [...open, { field, value: mine, ...writer }] }
}

const holdsNoWords = (value: Value | undefined) =>
  value === '' || value === null || value === undefined || typeof value === 'boolean'

/**
 * 53 bits of a text, in 1 to 11 characters: to know one's own text again without carrying it along.
 *
 * cyrb53, public domain. It keeps no secret: whoever makes two texts collide overwrites their own.
 */
export function fingerprint(value: Value | undefined): string {
  const text = `${typeof value}:${value}`
  let high = 0xdeadbeef
  let low = 0x41c6ce57
  for (let at = 0; at < text.length; at++) {
    const unit = text.charCodeAt(at)
    high = Math.imul(high ^ unit, 2654435761)
    low = Math.imul(low ^ unit, 1597334677)
  }
  high = Math.imul(high ^ (high >>> 16), 2246822507) ^ Math.imul(low ^ (low >>> 13), 3266489909)
  low = Math.imul(low ^ (low >>> 16), 2246822507) ^ Math.imul(high ^ (high >>> 13), 3266489909)
  return (4294967296 * (2097151 & low) + (high >>> 0)).toString(36)
}

/** So many steps of one text are carried along; a longer chain begins anew in an edit of its own. */
export const MAX_LINEAGE = 500

/**
 * Two edits that wait one behind the other as one; `undefined` when the later one did not know the earlier one's text
 * (another tab wrote it), so that the merge has to hear of both.
 *
 * The earlier one may have reached the server already, its answer lost: its texts therefore join the lineage.
 */
export function squashEdits<Values extends Fields>(earlier: Edit<Values>, later: Edit<Values>): Edit<Values> | undefined {
  const base: Ancestry = { ...earlier.base }
  for (const field of Object.keys(later.changes)) {
    const steps = later.base[field] ?? []
    const known = earlier.changes[field]
    if (known === undefined) {
      base[field] = steps
      continue
    }
    if (!steps.includes(fingerprint(known))) return undefined
    base[field] = [...new Set([...(earlier.base[field] ?? []), ...steps])]
    if (base[field].length > MAX_LINEAGE) return undefined
  }
  const settles: Ancestry = { ...earlier.settles }
  for (const [field, answered] of Object.entries(later.settles ?? {})) {
    settles[field] = [...new Set([...(settles[field] ?? []), ...(answered ?? [])])]
  }
  return { changes: { ...earlier.changes, ...later.changes }, base, settles } as Edit<Values>
}
