/**
 * A value that is made at its first use. Formatters of `Intl` are: the first of a kind takes a phone up to a third of a second, and
 * every page loads the modules that contain them.
 */
export function madeOnce<Value>(make: () => Value): () => Value {
  let made: { value: Value } | undefined
  return () => {
    made ??= { value: make() }
    return made.value
  }
}
