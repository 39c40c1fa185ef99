/** A replica that is this far behind reads from the database. */
const MOST_KEPT = 16

const handed = new Map<string, string>()

/** Keeps the text of a chunk that was just stored for the replica, which would read it back from the database otherwise. */
export function handChunk(key: string, text: string): void {
  const [oldest] = handed.keys()
  if (handed.size >= MOST_KEPT && oldest !== undefined) handed.delete(oldest)
  handed.set(key, text)
}

/** @returns the text of a chunk that was handed over, once */
export function takeChunk(key: string): string | undefined {
  const text = handed.get(key)
  handed.delete(key)
  return text
}

/** Where no replica is open, nothing takes them. */
export const forgetChunks = () => handed.clear()
