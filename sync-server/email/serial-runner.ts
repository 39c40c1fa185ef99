/**
 * One run at a time. Whoever asks meanwhile is served by one more run after it, for which
 * nobody waits; and after a run that found nobody to talk to, nothing runs for a while.
 *
 * @param run  says whether it may be asked again at once
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
