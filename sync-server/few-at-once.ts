/** Runs at most `most` pieces of work at a time; the others wait for their turn, first come first served. */
export function fewAtOnce(most: number) {
  const waiting: (() => void)[] = []
  let running = 0
  return async function inTurn<Result>(work: () => Promise<Result>): Promise<Result> {
    // Whoever is woken takes over the place of the one that ended, so nobody slips in between.
    if (running >= most) await new Promise<void>((resolve) => waiting.push(resolve))
    else running += 1
    try {
      return await work()
    } finally {
      const next = waiting.shift()
      if (next) next()
      else running -= 1
    }
  }
}
