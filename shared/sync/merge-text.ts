import { diff3Merge } from 'node-diff3'

/**
 * The maximum cost of the merges of one mutation together, in steps of 1 to 2 ns: up to 10 ms. The comparison visits each pair of
 * equal parts, and for each up to as many candidates as the shorter text has parts: a text of 3,400 equal words would take 16 s.
 *
 * For texts of 4,000 and 10,000 characters, in which both sides changed up to five sentences or 1 % of the words, the most
 * expensive successful merge took 3.7 million steps.
 */
const MAX_STEPS = 5_000_000
/** To split a text, to name a part and to compare it with its neighbours. */
const STEPS_OF_PART = 50

/** The remaining steps. The device and the server start each mutation with the same number, so both get the same text. */
export type MergeBudget = { steps: number }
export const mergeBudget = (): MergeBudget => ({ steps: MAX_STEPS })
export const spentOf = ({ steps }: MergeBudget): number => MAX_STEPS - steps

/**
 * Merges two texts that are based on a third one.
 *
 * ```
 * base    Lead: Jana.
 * theirs  Lead: Jana. Term sheet by Friday.
 * mine    Lead: Jana Novak.
 * merged  Lead: Jana Novak. Term sheet by Friday.
 * ```
 *
 * Words that both sides added at the end of a line are placed on separate lines. A text always wins over an empty one.
 *
 * @param base  the text that the writer of `mine` had seen; undefined for a client that does not send it
 * @returns undefined when both sides changed the same words, so that the user has to choose
 */
export function mergeText(
  base: string | undefined,
  theirs: string,
  mine: string,
  budget: MergeBudget = mergeBudget(),
): string | undefined {
  if (mine === theirs || base === mine) return theirs
  if (base === theirs || theirs === '') return mine
  if (mine === '') return theirs
  if (base === undefined) return containing(theirs, mine)
  const merged = mergeParts([theirs, base, mine], { level: 0, endsLine: true, budget })
  return merged === 'too-long' ? containing(theirs, mine) : merged
}

type Texts = [theirs: string, base: string, mine: string]
type Depth = {
  /** The level of `LEVELS` to compare by. */
  level: number
  /** Whether the texts end at the end of a line. */
  endsLine: boolean
  budget: MergeBudget
}

/**
 * Compares by lines first, then by the sentences of the differing lines, then by their words: long texts differ in few places.
 */
function mergeParts(texts: Texts, { level, endsLine, budget }: Depth): string | undefined | 'too-long' {
  const textByName = new Map<string, string>()
  const split = LEVELS[level] as Split
  const parts = texts.map((text) => split(text, textByName))
  budget.steps -= STEPS_OF_PART * parts.reduce((sum, { length }) => sum + length, 0)
  const { prefix, suffix, rest } = trimmed(parts)
  const [others = [], original = [], ours = []] = rest
  const steps = stepsOf(others, original) + stepsOf(ours, original)
  if (steps > budget.steps) return 'too-long'
  budget.steps -= steps

  const textOf = (parts: string[] = []) => parts.map((part) => textByName.get(part)).join('')
  const regions = diff3Merge(others, original, ours, { excludeFalseConflicts: true })
  let merged = ''
  for (const [at, region] of regions.entries()) {
    merged += textOf(region.ok)
    if (!region.conflict) continue
    const { a, o, b } = region.conflict
    const next = textByName.get((at === regions.length - 1 ? suffix[0] : regions[at + 1]?.ok?.[0]) ?? '')
    const isAtEndOfLine = next === undefined ? endsLine : level === 0 || next.startsWith('\n')
    const conflict: Texts = [textOf(a), textOf(o), textOf(b)]
    const joined =
      level < LEVELS.length - 1
        ? mergeParts(conflict, { level: level + 1, endsLine: isAtEndOfLine, budget })
        : joinAdded(conflict, isAtEndOfLine)
    if (joined === undefined || joined === 'too-long') return joined
    merged += joined
  }
  return textOf(prefix) + merged + textOf(suffix)
}

/** Splits a text into named parts, and records the text of each name. Parts with the same name are equal. */
type Split = (text: string, textByName: Map<string, string>) => string[]

const splitBy =
  (pattern: RegExp): Split =>
  (text, textByName) => {
    const parts = text.match(pattern) ?? []
    for (const part of parts) textByName.set(part, part)
    return parts
  }

/**
 * Words, spaces and line breaks as separate parts. The name of a space includes the word before it: half of the parts of a text
 * are spaces, and equal parts take the longest to compare.
 */
const words: Split = (text, textByName) => {
  let before = ''
  return (text.match(/\n|[^\S\n]+|\S+/g) ?? []).map((part) => {
    const isSpace = /^\s/.test(part)
    const name = isSpace ? `${before}${part}` : part
    if (!isSpace) before = part
    textByName.set(name, part)
    return name
  })
}

const LEVELS: Split[] = [splitBy(/[^\n]*\n|[^\n]+/g), splitBy(/[^.!?\n]*[.!?\n]+[^\S\n]*|[^.!?\n]+/g), words]

/** Upper bound of the cost of comparing two lists. */
function stepsOf(one: string[], other: string[]): number {
  const counts = new Map<string, number>()
  for (const part of one) counts.set(part, (counts.get(part) ?? 0) + 1)
  let pairs = 0
  for (const part of other) pairs += counts.get(part) ?? 0
  return pairs * Math.min(one.length, other.length)
}

/** The text that both sides added in one place at the end of a line; undefined if either changed existing text. */
const joinAdded = ([theirs, base, mine]: Texts, isAtEndOfLine: boolean) =>
  base === '' && isAtEndOfLine ? joinLines(theirs, mine) : undefined

/** Removes the common prefix and suffix: most edits of a long text are in one place. */
function trimmed(texts: string[][]) {
  const shortest = Math.min(...texts.map((text) => text.length))
  const isShared = (at: (text: string[]) => string | undefined) => new Set(texts.map(at)).size === 1
  let start = 0
  while (start < shortest && isShared((text) => text[start])) start += 1
  let end = 0
  while (end < shortest - start && isShared((text) => text.at(-1 - end))) end += 1
  const [any = []] = texts
  return {
    prefix: any.slice(0, start),
    suffix: any.slice(any.length - end),
    rest: texts.map((text) => text.slice(start, text.length - end)),
  }
}

/** The other side's addition, followed by this side's on a new line; only one of them if it contains the other. */
function joinLines(theirs: string, mine: string): string {
  const whole = containing(theirs, mine)
  if (whole !== undefined) return whole
  return `${theirs.trimEnd()}\n${mine.trimStart()}`
}

/** Joins two independent texts with a blank line between them; only one of them if it contains the other. */
export const joinTexts = (theirs: string, mine: string) => containing(theirs, mine) ?? `${theirs}\n\n${mine}`

/** The longer text if it contains the other one completely. */
function containing(theirs: string, mine: string): string | undefined {
  if (mine.includes(theirs)) return mine
  return theirs.includes(mine) ? theirs : undefined
}
