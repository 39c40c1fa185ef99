import { HttpProblem } from '#web/net/api.ts'

/** The message for an admin whose call failed. */
export const problemText = (error: unknown): string =>
  error instanceof HttpProblem ? (error.problem?.message ?? error.message) : 'Couldn’t reach the server. Please try again.'
