import type { RateLimit } from './rate-limit.ts'

const WINDOW_MS = 60_000

/**
 * A limit that queries the database only for frequent callers: a write for each pull of each device would use up a transaction id
 * and a flush of the disk. Calls of one key are counted in the node's memory first. From `free` calls in a minute on, all of them
 * are counted in the database as well.
 *
 * @param free  how many calls of one key per minute are counted in memory only
 */
export function countLocally(
  limit: (key: string, amount: number) => ReturnType<RateLimit>,
  free: number,
  now = () => performance.now(),
) {
  let counts = new Map<string, number>()
  let began = now()
  return async (key: string): Promise<void> => {
    if (now() - began >= WINDOW_MS) {
      counts = new Map()
      began = now()
    }
    const count = (counts.get(key) ?? 0) + 1
    counts.set(key, count)
    if (count > free) await limit(key, count === free + 1 ? count : 1)
  }
}
