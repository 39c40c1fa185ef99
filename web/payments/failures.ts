import { HttpProblem } from '#web/net/api.ts'

export const refusalCode = (error: unknown) => (error instanceof HttpProblem ? error.code : undefined)

/** Whether a retry may succeed: there was no response, or a server error. */
export function isTransient(error: unknown): boolean {
  return !(error instanceof HttpProblem) || error.status >= 500 || [408, 425, 429].includes(error.status)
}

/**
 * Whether the server no longer knows the user that this device shows. The redirect to the sign-in was started, and the page
 * stayed.
 */
export const isSignedOut = (error: unknown) => ['session-lost', 'session-ended'].includes(refusalCode(error) ?? '')

export const SIGN_IN_AGAIN = 'You’re signed out on this device. Sign in and try again.'

/** The server answered, but the response opens no payment. */
export class NoPayment extends Error {
  override readonly name = 'NoPayment'
  constructor() {
    super('Failed to create payment intent')
  }
}

/** The message of our server, if there is one, else `fallback`. */
export function messageOfFailure(error: unknown, fallback: string): string {
  if (error instanceof NoPayment) return error.message
  if (isSignedOut(error)) return SIGN_IN_AGAIN
  return error instanceof HttpProblem ? (error.problem?.message ?? fallback) : fallback
}
