/**
 * Writes one at a time, and of several that wait only the last: it holds what the others held.
 *
 * @returns `keep`, which resolves when its draft, or a later one, is on the device
 */
export function draftWriter<Draft>(write: (draft: Draft) => Promise<void>) {
  let next: { draft: Draft } | undefined
  let running: Promise<void> | undefined

  async function drain() {
    try {
      while (next) {
        const { draft } = next
        next = undefined
        await write(draft)
      }
    } finally {
      // In the same step as the last look: what comes after it starts anew.
      running = undefined
    }
  }
  return function keep(draft: Draft): Promise<void> {
    next = { draft }
    running ??= drain()
    return running
  }
}
