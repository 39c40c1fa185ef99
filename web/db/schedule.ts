/** Calls back once, later, unless it is called off. @param ms  milliseconds @returns what calls it off */
export type Schedule = (ms: number, work: () => void) => () => void

export const schedule: Schedule = (ms, work) => {
  const timer = setTimeout(work, ms)
  return () => clearTimeout(timer)
}
