const PAUSE_MS = 8
/** From a key to the list that follows it, on a slow phone. */
const AFTER_KEY_MS = 300
/** Keys that follow each other without a pause do not keep the rest from being read. */
const MAX_PAUSE_MS = 1000

/**
 * Pauses between the slices of a long read, in which the page paints and takes keys. After a key the pause is longer, so that no slice
 * runs between the key and the list that follows it.
 */
export function followKeys() {
  let pressedAt = Number.NEGATIVE_INFINITY
  const onKey = () => {
    pressedAt = performance.now()
  }
  addEventListener('keydown', onKey, { capture: true })
  const pause = async () => {
    const until = performance.now() + MAX_PAUSE_MS
    for (let ms = PAUSE_MS; ms > 0; ) {
      await new Promise((resolve) => setTimeout(resolve, ms))
      const now = performance.now()
      ms = Math.min(pressedAt + AFTER_KEY_MS, until) - now
    }
  }
  return { pause, end: () => removeEventListener('keydown', onKey, { capture: true }) }
}
