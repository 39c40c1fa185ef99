const MOST = 2000

/** A reading done once per text: ten thousand investors share a few dozen terms, titles and places. Odd data cannot grow it without end. */
export function memoize<T>(read: (text: string) => T): (text: string) => T {
  const known = new Map<string, T>()
  return (text) => {
    const standing = known.get(text)
    if (standing !== undefined) return standing
    if (known.size >= MOST) known.clear()
    const fresh = read(text)
    known.set(text, fresh)
    return fresh
  }
}
