import { LRUCache } from 'lru-cache'

/**
 * Values by key that are computed once and shared by all callers for a while. A failed value and `undefined` are not kept.
 *
 * @param most  number of newest values that are kept: memory must not grow with invented keys
 * @param now  milliseconds, from any origin
 */
export function keepFor<Value>({ ms, most, now = () => performance.now() }: { ms: number; most: number; now?: () => number }) {
  const kept = new LRUCache<string, { value: Promise<Value>; madeAt: number }>({ max: most })
  return (key: string, make: () => Promise<Value>): Promise<Value> => {
    const known = kept.peek(key)
    if (known && now() - known.madeAt < ms) return known.value
    const value = make()
    kept.set(key, { value, madeAt: now() })
    const forget = () => {
      if (kept.peek(key)?.value === value) kept.delete(key)
    }
    value.then((made) => made === undefined && forget(), forget)
    return value
  }
}
