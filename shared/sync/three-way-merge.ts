/**
 * Field-by-field merge of a document that several devices of one user edit, each of them for hours without a network.
 *
 * ```
 * stored  companyName "Acme"                        the server's version
 * edit    companyName "Acme Labs", base ["Acme"]    a device's edit of the text that it saw
 * ```
 *
 * The device and the server apply the same rule, so what a device shows offline is also the later result.
 */
export type Value = string | number | boolean | null

export type Fields = Record<string, Value>

/** The author of a text and its time by the author's clock: for display, never used for ordering. */
export type Author = { by: string | null; at: string }

/** A text written on one device while another wrote a different one. It is kept until the user chooses. */
export type Conflict<Field extends string = string> = Author & { field: Field; value: Value }

export type MergeState<Values extends Fields> = {
  values: Values
  /** The author of the current text of a field. */
  writers: Partial<Record<keyof Values & string, Author>>
  clashes: Conflict<keyof Values & string>[]
}

/** Maximum number of conflicting texts of one document: 27 fields of a draft, with some versions of each. */
const MAX_CLASHES = 100
const MAX_CLASH_CHARACTERS = 256 * 1024

export const charactersOf = (texts: string[]) => texts.reduce((sum, text) => sum + text.length, 0)

/**
 * Whether an edit adds to more versions than a user would ever read. A server then refuses it, and the device keeps it. An edit
 * that leaves fewer characters than before is always accepted.
 */
export const isTooMuch = (before: string[], after: string[]) =>
  charactersOf(after) > charactersOf(before) && (after.length > MAX_CLASHES || charactersOf(after) > MAX_CLASH_CHARACTERS)

/** Fingerprints by field: first of the text that an edit is based on, then of each later step of its own device. */
export type Ancestry<Field extends string = string> = Partial<Record<Field, string[]>>

export type Edit<Values extends Fields> = {
  changes: Partial<Values>
  base: Ancestry<keyof Values & string>
  /** Texts that the user saw as conflicts and rejected. */
  settles?: Ancestry<keyof Values & string> | undefined
}

/**
 * Merges one device's edit into the stored document.
 *
 * No text is dropped: a text that no lineage covers is kept as a conflict, until a user who saw both texts resolves it. Only
 * values without text never conflict: an empty text, a switch.
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

type FieldEdit<Values extends Fields> = {
  field: keyof Values & string
  mine: Values[keyof Values & string]
  edit: Edit<Values>
  writer: Author
}

function mergeField<Values extends Fields>(
  stored: MergeState<Values>,
  { field, mine, edit, writer }: FieldEdit<Values>,
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
  // Already a conflict; or only the other side changed it, and the user did not choose this one.
  if (open.some(isSame) || (settled.size === 0 && seen[0] === fingerprint(mine))) return { ...stored, clashes: open }
  if (hasNoText(theirs)) return take
  if (hasNoText(mine)) return { ...stored, clashes: open }
  return { ...stored, clashes: [...open, { field, value: mine, ...writer }] }
}

const hasNoText = (value: Value | undefined) =>
  value === '' || value === null || value === undefined || typeof value === 'boolean'

/**
 * 53 bits of a text, in 1 to 11 characters: recognises a device's own text without transmitting it.
 *
 * cyrb53, public domain. It is not a security feature: a client that produces a collision only overwrites its own text.
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

/** Maximum number of steps of one text in a lineage; a longer chain starts a separate edit. */
export const MAX_LINEAGE = 500

/**
 * Squashes two consecutive pending edits into one; `undefined` when the later edit is not based on the text of the earlier
 * edit (another tab wrote it), so that both have to be merged.
 *
 * The earlier one may have reached the server already, with its reply lost: its texts are therefore added to the lineage.
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
