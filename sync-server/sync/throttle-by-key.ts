/** So many spans are short; after them each short one needs a long one before it. */
export type Patience = { shortSpans: number; longMs: number }

/**
 * Says a word at once, and then at most once more per span, however often it is asked to.
 *
 * The last asking is never swallowed: what was asked for within a span is said at its end.
 *
 * @param patience  for a word that wakes many: asked for without an end, it is said twice per long span
 */
export function coalesce(spanMs: number, say: (word: string) => void, patience?: Patience): (word: string) => void {
  const spans = new Map<string, { isAskedAgain: boolean }>()
  const lengthOf = patience ? spanLengths(spanMs, patience) : () => spanMs
  return function ask(word) {
    const running = spans.get(word)
    if (running) {
      running.isAskedAgain = true
      return
    }
    const span = { isAskedAgain: false }
    spans.set(word, span)
    setTimeout(() => {
      spans.delete(word)
      if (span.isAskedAgain) ask(word)
    }, lengthOf(word)).unref()
    say(word)
  }
}

/** A leaky bucket for each word: a span fills it by one, a long span empties it by one. */
function spanLengths(spanMs: number, { shortSpans, longMs }: Patience): (word: string) => number {
  const buckets = new Map<string, { level: number; at: number }>()
  return (word) => {
    const at = performance.now()
    const known = buckets.get(word)
    const level = known ? Math.max(0, known.level - (at - known.at) / longMs) : 0
    buckets.set(word, { level: Math.min(level + 1, shortSpans), at })
    return level + 1 > shortSpans ? longMs : spanMs
  }
}
