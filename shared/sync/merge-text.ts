import { diff3Merge } from 'node-diff3'

/**
 * Longer texts are not compared word by word: the time grows with the product of their lengths, and a text whose words are
 * all the same takes the most.
 */
const MOST_COMPARISONS = 12_000_000

/**
 * Merges two texts that were both made from a third.
 *
 * ```
 * base    Lead: Jana.
 * theirs  Lead: Jana. Term sheet by Friday.
 * mine    Lead: Jana Novak.
 * merged  Lead: Jana Novak. Term sheet by Friday.
 * ```
 *
 * Words that both sides added at the end of a line stand below each other. A text always wins over an empty one.
 *
 * @param base  what the writer of `mine` had seen; undefined for a client that does not say it
 * @returns undefined when both sides changed the same words, so that a person has to choose
 */
export function mergeText(base: string | undefined, theirs: string, mine: string): string | undefined {
  if (mine === theirs || base === mine) return theirs
  if (base === theirs || theirs === '') return mine
  if (mine === '') return theirs
  if (base === undefined) return containing(theirs, mine)
  const { prefix, suffix, rest } = trimmed([words(theirs), words(base), words(mine)])
  const [others = [], original = [], ours = []] = rest
  if (Math.max(ours.length, others.length) * Math.max(1, original.length) > MOST_COMPARISONS) return containing(theirs, mine)

  const regions = diff3Merge(others, original, ours, { excludeFalseConflicts: true })
  let merged = ''
  for (const [at, region] of regions.entries()) {
    if (region.ok) merged += region.ok.join('')
    if (!region.conflict) continue
    const { a, o, b } = region.conflict
    const next = at === regions.length - 1 ? suffix[0] : regions[at + 1]?.ok?.[0]
    const isAtEndOfLine = next === undefined || next === '\n'
    const joined = o.length === 0 && isAtEndOfLine ? joinLines(a.join(''), b.join('')) : undefined
    if (joined === undefined) return undefined
    merged += joined
  }
  return prefix.join('') + merged + suffix.join('')
}

/** Words, spaces and line breaks, each by themselves. */
const words = (text: string): string[] => text.match(/\n|[^\S\n]+|\S+/g) ?? []

/** Takes away what all of them begin and end with: most edits of a long text are in one place. */
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

/** What the other side added first, then one's own on a line of its own; one of them where it holds the other. */
function joinLines(theirs: string, mine: string): string {
  const whole = containing(theirs, mine)
  if (whole !== undefined) return whole
  return `${theirs.trimEnd()}\n${mine.trimStart()}`
}

/** The longer text where it holds the other one whole. */
function containing(theirs: string, mine: string): string | undefined {
  if (mine.includes(theirs)) return mine
  return theirs.includes(mine) ? theirs : undefined
}
