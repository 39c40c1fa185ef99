/** This many intervals may be short; after that each short one requires a long one before it. */
export type Backoff = { shortSpans: number; longMs: number }

/**
 * Leading-edge throttle per key: one call immediately, at most one more per interval.
 *
 * The last call is never dropped: a call within an interval runs at its end.
 *
 * @param backoff  for a key that wakes many devices: when it is called continuously, it runs twice per long interval
 */
export function coalesce(spanMs: number, run: (key: string) => void, backoff?: Backoff): (key: string) => void {
  const spans = new Map<string, { isAskedAgain: boolean }>()
  const lengthOf = backoff ? spanLengths(spanMs, backoff) : () => spanMs
  return function ask(key) {
    const running = spans.get(key)
    if (running) {
      running.isAskedAgain = true
      return
    }
    const span = { isAskedAgain: false }
    spans.set(key, span)
    setTimeout(() => {
      spans.delete(key)
      if (span.isAskedAgain) ask(key)
    }, lengthOf(key)).unref()
    run(key)
  }
}

/** A leaky bucket per key: an interval fills it by one, a long interval drains it by one. */
function spanLengths(spanMs: number, { shortSpans, longMs }: Backoff): (key: string) => number {
  const buckets = new Map<string, { level: number; at: number }>()
  return (key) => {
    const at = performance.now()
    const known = buckets.get(key)
    const level = known ? Math.max(0, known.level - (at - known.at) / longMs) : 0
    buckets.set(key, { level: Math.min(level + 1, shortSpans), at })
    return level + 1 > shortSpans ? longMs : spanMs
  }
}
