/** How much work may wait, in all and of one key, and what more of it is refused with. */
type Waiting = { most: number; mostOfKey: number; refuse: () => Error }

/**
 * Runs at most `most` pieces of work at a time, and at most `mostPerKey` of one key. The others wait for their turn, first come
 * first served; work whose key has its share waits behind work of other keys.
 *
 * @param limit  of the work that waits; without one any amount may wait
 */
export function fewAtOnce(most: number, mostPerKey = most, limit?: Waiting) {
  const waiting: { key: string; start: () => void }[] = []
  const runningOf = new Map<string, number>()
  let running = 0

  const canStart = (key: string) => running < most && (runningOf.get(key) ?? 0) < mostPerKey
  const take = (key: string) => {
    running += 1
    runningOf.set(key, (runningOf.get(key) ?? 0) + 1)
  }
  const release = (key: string) => {
    running -= 1
    const left = (runningOf.get(key) ?? 1) - 1
    if (left > 0) runningOf.set(key, left)
    else runningOf.delete(key)
    // The next one takes the place before anybody else can.
    const at = waiting.findIndex((each) => canStart(each.key))
    const [next] = at < 0 ? [] : waiting.splice(at, 1)
    if (!next) return
    take(next.key)
    next.start()
  }

  const isFull = (key: string, { most, mostOfKey }: Waiting) =>
    waiting.length >= most || waiting.filter((each) => each.key === key).length >= mostOfKey

  return async function inTurn<Result>(work: () => Promise<Result>, key = ''): Promise<Result> {
    if (canStart(key)) take(key)
    else if (limit && isFull(key, limit)) throw limit.refuse()
    else await new Promise<void>((start) => waiting.push({ key, start }))
    try {
      return await work()
    } finally {
      release(key)
    }
  }
}
