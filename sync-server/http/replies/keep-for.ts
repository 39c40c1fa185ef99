/**
 * Values by key that are computed once and shared by all callers for a while. A failed value and `undefined` are not kept.
 *
 * @param most  number of newest values that are kept: memory must not grow with invented keys
 * @param now  milliseconds, from any origin
 */
export function keepFor<Value>({ ms, most, now = () => performance.now() }: { ms: number; most: number; now?: () => number }) {
  const kept = new Map<string, { value: Promise<Value>; madeAt: number }>()
  return (key: string, make: () => Promise<Value>): Promise<Value> => {
    const known = kept.get(key)
    if (known && now() - known.madeAt < ms) return known.value
    const value = make()
    kept.delete(key)
    kept.set(key, { value, madeAt: now() })
    const forget = () => {
      if (kept.get(key)?.value === value) kept.delete(key)
    }
    value.then((made) => made === undefined && forget(), forget)
    const [oldest] = kept.keys()
    if (oldest !== undefined && kept.size > most) kept.delete(oldest)
    return value
  }
}
