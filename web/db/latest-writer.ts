/**
 * Writes one draft at a time. Of several pending drafts only the last is written: it contains the others.
 *
 * @returns `keep`, which resolves when its draft, or a later one, is stored
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
      // In the same step as the last check: a later call starts a new run.
      running = undefined
    }
  }
  return function keep(draft: Draft): Promise<void> {
    next = { draft }
    running ??= drain()
    return running
  }
}
