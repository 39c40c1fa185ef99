/** Calls back once, later, unless it is cancelled. @param ms  milliseconds @returns a function that cancels it */
export type Schedule = (ms: number, work: () => void) => () => void

export const schedule: Schedule = (ms, work) => {
  const timer = setTimeout(work, ms)
  return () => clearTimeout(timer)
}
