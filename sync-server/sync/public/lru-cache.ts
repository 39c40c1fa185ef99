/** The newest so many values by key; parts never change. Whether one may still be served is for the caller to ask. */
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
