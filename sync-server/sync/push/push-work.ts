/**
 * Maximum cost of the mutations of one push beyond their fixed cost: merges of texts, and reading texts to be merged into. In the
 * steps of `merge-text.ts`: 20 to 40 ms. No mutation costs more than a quarter of it.
 */
const MAX_STEPS = 20_000_000

/** To read a stored character, to compare it and to write it again. */
const STEPS_OF_CHARACTER = 10

/** This many steps, a millisecond or two, cost as much as one more call. */
const STEPS_OF_CALL = 1_000_000

/** @param steps  of a merge @param characters  of stored texts, which are read with their document */
export type AddWork = (work: { steps?: number; characters?: number }) => void

/**
 * Counts the work of one push.
 *
 * Once it is used up, the remaining mutations are replied to as a retry, and the device sends them again. A mutation is never
 * interrupted, so that its result depends only on its texts. The first one of a push is always applied.
 */
export function createPushWork() {
  let sum = 0
  const add: AddWork = ({ steps = 0, characters = 0 }) => {
    sum += steps + characters * STEPS_OF_CHARACTER
  }
  return { add, isUsedUp: () => sum >= MAX_STEPS, calls: () => sum / STEPS_OF_CALL }
}
