import { HttpProblem } from '#web/net/api.ts'

export const refusalCode = (error: unknown) => (error instanceof HttpProblem ? error.code : undefined)

/** Whether asking again later may go better: nobody answered, or the server was not able to. */
export function isTransient(error: unknown): boolean {
  return !(error instanceof HttpProblem) || error.status >= 500 || [408, 425, 429].includes(error.status)
}

/** Our server's own sentence, where it gave one, else `fallback`. */
export const messageOfFailure = (error: unknown, fallback: string) =>
  error instanceof HttpProblem ? (error.problem?.message ?? fallback) : fallback
