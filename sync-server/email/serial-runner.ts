/**
 * Runs one at a time. All calls during a run are served by one additional run after it, which no caller awaits. After a run that
 * found the server unreachable, calls do nothing for `restMs`.
 *
 * @param run  `unreachable` starts the pause
 */
export function oneAtATime(run: () => Promise<'done' | 'unreachable'>, restMs: number, now: () => Date): () => Promise<void> {
  let isRunning = false
  let isAskedAgain = false
  let restsUntil = 0

  return async function ask() {
    if (now().getTime() < restsUntil) return
    isAskedAgain = true
    if (isRunning) return
    isRunning = true
    try {
      while (isAskedAgain) {
        isAskedAgain = false
        if ((await run()) === 'unreachable') {
          restsUntil = now().getTime() + restMs
          return
        }
      }
    } finally {
      isRunning = false
    }
  }
}
