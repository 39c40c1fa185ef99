const MOST = 2000

/**
 * Caches one result per text: ten thousand investors share a few dozen terms, titles and places. The cache is bounded, so that
 * odd data cannot grow it without limit.
 */
export function memoize<T>(read: (text: string) => T): (text: string) => T {
  const known = new Map<string, T>()
  return (text) => {
    const cached = known.get(text)
    if (cached !== undefined) return cached
    if (known.size >= MOST) known.clear()
    const fresh = read(text)
    known.set(text, fresh)
    return fresh
  }
}
