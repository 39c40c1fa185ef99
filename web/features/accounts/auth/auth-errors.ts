import type { FieldValues, Path, UseFormSetError } from 'react-hook-form'
import { storageSentence } from '#web/db/storage-errors.ts'
import { HttpProblem, Unreachable } from '#web/net/api.ts'

export const OFFLINE = 'This needs a connection. What you wrote stays here until you have one.'
export const ACCOUNT_NOT_FOUND = 'Account not found. Please sign up first or check your email address.'

const UNKNOWN_ACCOUNT = /User not found|Invalid credentials|No user found/

/** The sentence for a sign-in that failed. */
export function loginRefusal(error: unknown): string {
  if (error instanceof Unreachable) return OFFLINE
  const unkept = storageSentence(error)
  if (unkept) return unkept
  const said = serverMessage(error)
  // The server never says whether it was the address or the password, so both are told the same.
  if (said && UNKNOWN_ACCOUNT.test(said)) return ACCOUNT_NOT_FOUND
  return said ?? 'Invalid email or password'
}

export const registrationRefusal = (error: unknown): string =>
  error instanceof Unreachable ? OFFLINE : (serverMessage(error) ?? storageSentence(error) ?? 'Please try again')

/** The server's own words, those about a field if there is one, or `otherwise`: for forms that mark no fields. */
export function refusalOr(error: unknown, otherwise: string): string {
  if (error instanceof Unreachable) return OFFLINE
  const field = error instanceof HttpProblem ? error.problem?.fields?.[0] : undefined
  return field?.message ?? serverMessage(error) ?? otherwise
}

const serverMessage = (error: unknown) => (error instanceof HttpProblem ? error.problem?.message : undefined)

/** Puts the server's remarks beside the fields they are about. */
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
