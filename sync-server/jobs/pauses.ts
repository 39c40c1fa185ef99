/** Long enough to be worth yielding to the event loop, and too short to be noticed. */
const TURN_MS = 10

/** For work of many small pieces: awaited after each of them, it yields to the event loop once the time slice is used up. */
export function pauses(): () => Promise<void> {
  let began = performance.now()
  return async () => {
    if (performance.now() - began < TURN_MS) return
    await new Promise((resolve) => setImmediate(resolve))
    began = performance.now()
  }
}
