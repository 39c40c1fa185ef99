/**
 * What one request may cost a node: the time in which the node does nothing else, measured from within by a timer that comes
 * late, and the memory. The promise is 100 ms and 50 MB on an idle machine; the bounds here leave room for a busy one, whose
 * process runs two other test files meanwhile. Every body they were found with cost seconds and hundreds of megabytes.
 */
export const MOST_MS = 400
export const MOST_BYTES = 240 * 1024 * 1024

const TICK_MS = 5

/** Runs some work, and returns how long the event loop stood still at most, and by how much memory grew. */
export async function costOf(work: () => Promise<unknown>) {
  const before = process.memoryUsage().rss
  let [blockedMs, grownBytes, last] = [0, 0, performance.now()]
  const timer = setInterval(() => {
    const now = performance.now()
    blockedMs = Math.max(blockedMs, now - last - TICK_MS)
    grownBytes = Math.max(grownBytes, process.memoryUsage().rss - before)
    last = now
  }, TICK_MS)
  await work()
  await Bun.sleep(2 * TICK_MS)
  clearInterval(timer)
  return { blockedMs, grownBytes: Math.max(grownBytes, process.memoryUsage().rss - before) }
}
