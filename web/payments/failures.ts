import { HttpProblem } from '#web/net/api.ts'

export const refusalCode = (error: unknown) => (error instanceof HttpProblem ? error.code : undefined)

/** Whether asking again later may go better: nobody answered, or the server was not able to. */
export function isTransient(error: unknown): boolean {
  return !(error instanceof HttpProblem) || error.status >= 500 || [408, 425, 429].includes(error.status)
}

/** The server answered, and its answer opens no payment. */
export class NoPayment extends Error {
  override readonly name = 'NoPayment'
  constructor() {
    super('Failed to create payment intent')
  }
}

/** Our server's own sentence, where it gave one, else `fallback`. */
export function messageOfFailure(error: unknown, fallback: string): string {
  if (error instanceof NoPayment) return error.message
  return error instanceof HttpProblem ? (error.problem?.message ?? fallback) : fallback
}
