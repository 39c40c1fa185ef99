/**
 * Says a word at once, and then at most once more per span, however often it is asked to.
 *
 * The last asking is never swallowed: what was asked for within a span is said at its end.
 */
export function coalesce(spanMs: number, say: (word: string) => void): (word: string) => void {
  const spans = new Map<string, { isAskedAgain: boolean }>()
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
    }, spanMs).unref()
    say(word)
  }
}
