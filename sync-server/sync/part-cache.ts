/**
 * The newest so many values by key. They never change, but one may be removed where it came from: after so long it is looked for
 * again.
 */
export function recentValues<Value>(most: number, lifeMs: number, now: () => number = () => performance.now()) {
  const kept = new Map<string, { value: Value; foundAt: number }>()
  return async (key: string, find: () => Promise<Value | undefined>): Promise<Value | undefined> => {
    const known = kept.get(key)
    if (known && now() - known.foundAt < lifeMs) return known.value
    const value = await find()
    kept.delete(key)
    if (value === undefined) return undefined
    const [oldest] = kept.keys()
    if (oldest !== undefined && kept.size >= most) kept.delete(oldest)
    kept.set(key, { value, foundAt: now() })
    return value
  }
}
