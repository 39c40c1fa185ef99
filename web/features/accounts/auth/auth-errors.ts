import type { FieldValues, Path, UseFormSetError } from 'react-hook-form'
import { storageSentence } from '#web/db/storage-errors.ts'
import { HttpProblem, Unreachable } from '#web/net/api.ts'

export const OFFLINE = 'You’re offline. Reconnect to change this.'
export const ACCOUNT_NOT_FOUND = 'Account not found. Please sign up first or check your email address.'

const UNKNOWN_ACCOUNT = /User not found|Invalid credentials|No user found/

/** The message for a failed sign-in. */
export function loginRefusal(error: unknown): string {
  if (error instanceof Unreachable) return OFFLINE
  const unkept = storageSentence(error)
  if (unkept) return unkept
  const message = serverMessage(error)
  // The server never reveals whether the address or the password was wrong, so both have the same message.
  if (message && UNKNOWN_ACCOUNT.test(message)) return ACCOUNT_NOT_FOUND
  return message ?? 'Invalid email or password'
}

export const registrationRefusal = (error: unknown): string =>
  error instanceof Unreachable ? OFFLINE : (serverMessage(error) ?? storageSentence(error) ?? 'Please try again')

/** The server's message, preferably about a field, or `otherwise`: for forms that mark no fields. */
export function serverMessageOr(error: unknown, otherwise: string): string {
  if (error instanceof Unreachable) return OFFLINE
  const field = error instanceof HttpProblem ? error.problem?.fields?.[0] : undefined
  return field?.message ?? serverMessage(error) ?? otherwise
}

const serverMessage = (error: unknown) => (error instanceof HttpProblem ? error.problem?.message : undefined)

/** Shows the server's messages next to their fields. */
export function showFieldErrors<Fields extends FieldValues>(
  error: unknown,
  names: Path<Fields>[],
  setError: UseFormSetError<Fields>,
) {
  if (!(error instanceof HttpProblem)) return
  for (const { path, message } of error.problem?.fields ?? []) {
    const name = names.find((known) => known === path)
    if (name) setError(name, { message })
  }
}
