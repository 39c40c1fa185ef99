/** Keeps the most recently added values by key; chunks never change. The caller checks whether one may still be served. */
export function lruCache<Value>(most: number) {
  const kept = new Map<string, Value>()
  return async (key: string, find: () => Promise<Value | undefined>): Promise<Value | undefined> => {
    const known = kept.get(key)
    if (known !== undefined) return known
    const found = await find()
    if (found === undefined) return undefined
    const [oldest] = kept.keys()
    if (oldest !== undefined && kept.size >= most) kept.delete(oldest)
    kept.set(key, found)
    return found
  }
}
