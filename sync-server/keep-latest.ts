/** Keeps the value of the latest key only, which is made once. A failure is not kept, and neither is `undefined`. */
export function keepLatest<Key, Value>() {
  let latest: { key: Key; value: Promise<Value> } | undefined
  return (key: Key, make: () => Promise<Value>): Promise<Value> => {
    if (latest?.key === key) return latest.value
    const own = { key, value: make() }
    latest = own
    const forget = () => {
      if (latest === own) latest = undefined
    }
    own.value.then((value) => value ?? forget(), forget)
    return own.value
  }
}
