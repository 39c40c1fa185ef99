export type Gate = <Result>(work: () => Promise<Result>) => Promise<Result>

/** Lets so many pieces of work run at a time; the others wait in the order in which they came. */
export function createGate(most: number): Gate {
  let running = 0
  const waiting: (() => void)[] = []
  return async (work) => {
    if (running >= most) await new Promise<void>((resolve) => waiting.push(resolve))
    else running += 1
    try {
      return await work()
    } finally {
      // A place that is free goes to the next in line, and the count stays.
      const next = waiting.shift()
      if (next) next()
      else running -= 1
    }
  }
}
