import { manyWrongCodes } from '#server/email/messages/accounts.ts'
import { queueMail } from '#server/email/outbox.ts'
import type { AccountDeps } from '#server/features/accounts/deps.ts'
import { findLogin, type LoginRow } from '#server/features/accounts/queries.ts'
import { greetingOf } from '#server/features/accounts/sessions/greeting.ts'
import type { RequestContext } from '#server/features/accounts/sessions/request-context.ts'
import { tryConsume } from '#server/http/limits/rate-limit.ts'
import { hashToken } from '#server/http/token.ts'
import type { Login } from '#shared/accounts/contract.ts'
import { Problem } from '#shared/problem.ts'
import { verifyPassword } from './password-hash.ts'
import { takeSecondFactor } from './two-factor.ts'

/**
 * Verifies a password, and the second factor where it is enabled. Neither the response nor its timing reveals whether the address
 * or the password was wrong.
 *
 * The client address is counted first, so that a client that has used up its own attempts cannot use up the attempts of an
 * account. A browser from which the account has signed in has a separate counter, which no stranger can use up. For second-factor
 * codes this applies only if that browser passed the second factor before: each reset by mail makes another browser known.
 *
 * @throws Problem `accounts.invalid-credentials`, `totp-required`, `totp-invalid`, `too-many-requests`
 */
export async function proveCredentials(
  deps: AccountDeps,
  { email, password, totp }: Login,
  context: RequestContext,
): Promise<LoginRow> {
  await deps.limit('login-address', context.address, 1, context.proof)
  const device = context.device && hashToken(context.device)
  const found = await findLogin(deps.db, email, device)
  const tries = found?.device && `${found.user.id}:${device}`
  await (tries ? deps.limit('login-device', tries) : deps.limit('login-identifier', email))
  if (!(await verifyPassword(password, found?.user.password)) || !found) throw new Problem('accounts.invalid-credentials')
  const codeTries = (found.device?.passedSecondFactorAt && tries) || found.user.id
  if (found.user.hasTwoFactor) await proveSecondFactor(deps, found.user, codeTries, totp, context)
  return found
}

/**
 * Verifies a code of the authenticator app, or a recovery code.
 *
 * @param tries  the counter of attempts: that of the account, of a browser that has passed before, or of a session
 * @throws Problem `totp-required`, `totp-invalid`, `too-many-requests`
 */
export async function proveSecondFactor(
  deps: AccountDeps,
  user: Owner,
  tries: string,
  totp: string | undefined,
  { base }: RequestContext,
) {
  if (!totp) throw new Problem('totp-required')
  await deps.limit('totp', tries)
  // Six digits can be guessed eventually: attempts per day are limited in addition to attempts per 15 minutes.
  await deps.limit('totp-day', tries)
  if (await takeSecondFactor(deps, user.id, totp)) return
  await warnOfWrongCodes(deps, user, base)
  throw new Problem('totp-invalid')
}

type Owner = Pick<LoginRow['user'], 'id' | 'email' | 'firstName' | 'emailVerifiedAt'>

/** A code is only checked after a correct password. After five wrong codes the owner gets a mail, at most once a day. */
async function warnOfWrongCodes({ db, limit }: AccountDeps, user: Owner, base: string) {
  if (await tryConsume(limit, 'totp-wrong', user.id)) return
  if (!(await tryConsume(limit, 'totp-alarm', user.id))) return
  await queueMail(db, { to: user.email, template: 'wrong-codes', message: manyWrongCodes(greetingOf(user), base) })
}
