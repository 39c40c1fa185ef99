import type { Transaction } from '#server/database/client.ts'
import type { Account } from '#server/http/session.ts'
import { Problem } from '#shared/problem.ts'
import { findEnded, hasSession, type LoginRow, lockUser } from './queries.ts'

/**
 * Locks the account of a signed-in caller until the transaction ends. The session was read when the request was authenticated. A
 * new password or a sign-out may have ended it since; the request then changes nothing.
 *
 * @throws Problem `session-lost`, `session-ended`
 */
export async function lockCaller(tx: Transaction, { id, session }: Pick<Account, 'id' | 'session'>) {
  const found = await lockUser(tx, id)
  if (!found || !(await hasSession(tx, id, session.sid)))
    throw new Problem((await findEnded(tx, session.sid)) ? 'session-ended' : 'session-lost')
  return found
}

/**
 * Locks an account whose password was verified before the transaction. The password may have been replaced since, or a second
 * factor switched on.
 *
 * @throws Problem `accounts.invalid-credentials`, `totp-required`
 */
export async function lockProved(tx: Transaction, { user }: LoginRow) {
  const found = await lockUser(tx, user.id)
  if (!found || found.user.password !== user.password) throw new Problem('accounts.invalid-credentials')
  if (found.user.hasTwoFactor && !user.hasTwoFactor) throw new Problem('totp-required')
  return found
}
