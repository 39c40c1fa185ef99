/**
 * Runs one at a time. All calls during a run are served by one additional run after it, which no caller awaits. After a run that
 * found the server unreachable, calls do nothing for `restMs`.
 *
 * @param run  `unreachable` starts the pause
 */
export function runSerially(run: () => Promise<'done' | 'unreachable'>, pauseMs: number, now: () => Date): () => Promise<void> {
  let isRunning = false
  let isRerunRequested = false
  let pausedUntil = 0

  return async function ask() {
    if (now().getTime() < pausedUntil) return
    isRerunRequested = true
    if (isRunning) return
    isRunning = true
    try {
      while (isRerunRequested) {
        isRerunRequested = false
        if ((await run()) === 'unreachable') {
          pausedUntil = now().getTime() + pauseMs
          return
        }
      }
    } finally {
      isRunning = false
    }
  }
}
