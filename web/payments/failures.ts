import { HttpProblem } from '#web/net/api.ts'

export const refusalCode = (error: unknown) => (error instanceof HttpProblem ? error.code : undefined)

/** Whether asking again later may go better: nobody answered, or the server was not able to. */
export function isTransient(error: unknown): boolean {
  return !(error instanceof HttpProblem) || error.status >= 500 || [408, 425, 429].includes(error.status)
}

/** Whether the server no longer knows the person whom this device shows. The way to the sign-in was taken, and the page stayed. */
export const isSignedOut = (error: unknown) => ['session-lost', 'session-ended'].includes(refusalCode(error) ?? '')

export const SIGN_IN_AGAIN = 'You are signed out on this device. Sign in again, and then try once more.'

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
  if (isSignedOut(error)) return SIGN_IN_AGAIN
  return error instanceof HttpProblem ? (error.problem?.message ?? fallback) : fallback
}
