import { Problem } from '#shared/problem.ts'

type Limits = {
  most: number
  mostPerKey?: number
  /** Keys belong to groups, such as the principals of one address. */
  mostPerGroup?: number
  /** Work beyond these is refused at once. */
  mostWaiting?: number
  mostWaitingPerKey?: number
  refuse?: () => Problem
}

const putOff = () => new Problem('too-many-requests', undefined, 1)

/**
 * Runs a few pieces of work at a time. The others wait: the next place goes to the group that has waited longest for one, and
 * within it to such a key, so that nobody waits behind all the work of another. Work of one key keeps its order.
 */
export function fewAtOnce({ most, mostPerKey = most, mostPerGroup = most, refuse = putOff, ...limits }: Limits) {
  const { mostWaiting = Number.POSITIVE_INFINITY, mostWaitingPerKey = Number.POSITIVE_INFINITY } = limits
  const waiting = new Map<string, Map<string, (() => void)[]>>()
  const runningOfKey = counter()
  const runningOfGroup = counter()
  let running = 0
  let inLine = 0

  const canStart = (key: string, group: string) =>
    running < most && runningOfKey.of(key) < mostPerKey && runningOfGroup.of(group) < mostPerGroup
  const count = (key: string, group: string, by: 1 | -1) => {
    running += by
    runningOfKey.add(key, by)
    runningOfGroup.add(group, by)
  }
  const wait = (key: string, group: string) =>
    new Promise<void>((start) => {
      const ofGroup = waiting.get(group) ?? new Map<string, (() => void)[]>()
      waiting.set(group, ofGroup.set(key, [...(ofGroup.get(key) ?? []), start]))
      inLine += 1
    })
  /** Those that were given a place go to the end of the line. */
  const startNext = () => {
    for (const [group, ofGroup] of waiting) {
      for (const [key, starts] of ofGroup) {
        if (!canStart(key, group)) continue
        const [start, ...others] = starts
        ofGroup.delete(key)
        if (others.length > 0) ofGroup.set(key, others)
        waiting.delete(group)
        if (ofGroup.size > 0) waiting.set(group, ofGroup)
        inLine -= 1
        count(key, group, 1)
        start?.()
        return
      }
    }
  }

  const isFull = (key: string, group: string) =>
    inLine >= mostWaiting || (waiting.get(group)?.get(key)?.length ?? 0) >= mostWaitingPerKey

  /** @throws Problem what `refuse` makes, `too-many-requests` by default */
  return async function inTurn<Result>(work: () => Promise<Result>, key = '', group = ''): Promise<Result> {
    if (canStart(key, group)) count(key, group, 1)
    else if (isFull(key, group)) throw refuse()
    else await wait(key, group)
    try {
      return await work()
    } finally {
      count(key, group, -1)
      // The next one takes the place before anybody else can.
      startNext()
    }
  }
}

function counter() {
  const counts = new Map<string, number>()
  return {
    of: (key: string) => counts.get(key) ?? 0,
    add(key: string, by: number) {
      const count = (counts.get(key) ?? 0) + by
      if (count > 0) counts.set(key, count)
      else counts.delete(key)
    },
  }
}
