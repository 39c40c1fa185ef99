import { Problem } from '#shared/problem.ts'

type Limits = {
  most: number
  /** Limit per level of a path, from the widest: `[6, 2]` allows six for an address and two for a principal in it. */
  mostPer?: number[]
  /** Work beyond these limits is refused immediately. */
  mostWaiting?: number
  mostWaitingPer?: number[]
  refuse?: () => Problem
}

/** Waiting work: of a whole path, or of the parts below one of its parts. */
type Queue = { starts: (() => void)[]; parts: Map<string, Queue> }

const NO_LIMIT = Number.POSITIVE_INFINITY
const busyProblem = () => new Problem('too-many-requests', undefined, 1)
const newQueue = (): Queue => ({ starts: [], parts: new Map() })

/**
 * Limits how many pieces of work run at a time. The others wait. Each piece belongs to a path, such as a customer's addresses,
 * one network of them, and a principal in that network. The next slot is assigned to the customer that has waited longest for
 * one, within it to the network that has waited longest, and so on: no customer waits behind all the work of another. Work of one
 * path keeps its order.
 */
export function limitConcurrency({
  most,
  mostPer = [],
  refuse = busyProblem,
  mostWaiting = NO_LIMIT,
  mostWaitingPer = [],
}: Limits) {
  const waiting = newQueue()
  const runningOf = counter()
  const waitingOf = counter()
  let running = 0
  let queued = 0

  /**
   * A name is counted per level of the path, independent of the levels before it: a principal with many addresses gets the slots
   * of one.
   */
  const nameOf = (part: string, at: number) => `${at} ${part}`
  const hasSlot = (part: string, at: number) => runningOf.of(nameOf(part, at)) < (mostPer[at] ?? NO_LIMIT)
  const canStart = (path: string[]) => running < most && path.every(hasSlot)
  const isFull = (path: string[]) =>
    queued >= mostWaiting || path.some((part, at) => waitingOf.of(nameOf(part, at)) >= (mostWaitingPer[at] ?? NO_LIMIT))
  const count = (path: string[], by: 1 | -1) => {
    running += by
    path.forEach((part, at) => {
      runningOf.add(nameOf(part, at), by)
    })
  }
  const countWaiting = (path: string[], by: 1 | -1) => {
    queued += by
    path.forEach((part, at) => {
      waitingOf.add(nameOf(part, at), by)
    })
  }
  const wait = (path: string[]) =>
    new Promise<void>((start) => {
      let queue = waiting
      for (const part of path) {
        const below = queue.parts.get(part) ?? newQueue()
        queue.parts.set(part, below)
        queue = below
      }
      queue.starts.push(start)
      countWaiting(path, 1)
    })
  /** Starts the first piece that may start. Each part that supplied one moves to the end of its queue. */
  const startIn = (queue: Queue, path: string[]): boolean => {
    const start = queue.starts.shift()
    if (start) {
      countWaiting(path, -1)
      count(path, 1)
      start()
      return true
    }
    for (const [part, below] of queue.parts) {
      if (!hasSlot(part, path.length) || !startIn(below, [...path, part])) continue
      queue.parts.delete(part)
      if (below.starts.length > 0 || below.parts.size > 0) queue.parts.set(part, below)
      return true
    }
    return false
  }

  /** @throws Problem the one that `refuse` returns, `too-many-requests` by default */
  return async function inTurn<Result>(work: () => Promise<Result>, ...path: string[]): Promise<Result> {
    if (canStart(path)) count(path, 1)
    else if (isFull(path)) throw refuse()
    else await wait(path)
    try {
      return await work()
    } finally {
      count(path, -1)
      // Starts the next piece synchronously, so that a new caller cannot take the slot first.
      if (running < most) startIn(waiting, [])
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
