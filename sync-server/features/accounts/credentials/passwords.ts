import type { AccountDeps } from '#server/features/accounts/deps.ts'
import { lockCaller } from '#server/features/accounts/lock-account.ts'
import { endSessionsOf, hasOtherSession } from '#server/features/accounts/queries.ts'
import { openSession } from '#server/features/accounts/sessions/open-session.ts'
import type { RequestContext, SignedIn } from '#server/features/accounts/sessions/request-context.ts'
import type { Account } from '#server/http/session.ts'
import type { UpdatePassword } from '#shared/accounts/security-contract.ts'
import { Problem } from '#shared/problem.ts'
import { hashPassword } from './password-hash.ts'
import { isRecent, requireRecent } from './recent-proof.ts'
import { mailResetLink, mayMailReset, replacePassword } from './recovery.ts'
import { provePassword } from './step-up.ts'

/** Sets the first password of an account that has none. @throws Problem `accounts.password-is-set`, `step-up` */
export async function setPassword(
  deps: AccountDeps,
  account: Account,
  password: string,
  context: RequestContext,
): Promise<SignedIn> {
  if (account.hasSetPassword) throw new Problem('accounts.password-is-set')
  requireRecent(deps, account)
  return changePassword(deps, account, password, context, { onlyFirst: true, provedAt: account.session.provedAt })
}

/**
 * With an authenticator app the password alone is not sufficient: a recent proof is required, which needs a code of the app. Each
 * change opens a session, and each session has its own counter of attempts for codes of the app.
 *
 * @throws Problem `step-up`, `accounts.wrong-password`, `too-many-requests`
 */
export async function updatePassword(
  deps: AccountDeps,
  account: Account,
  input: UpdatePassword,
  context: RequestContext,
): Promise<SignedIn> {
  if (account.hasTwoFactor) requireRecent(deps, account)
  await provePassword(deps, account, input.currentPassword, context)
  // With an authenticator app the password alone is not a recent proof.
  const provedAt = account.hasTwoFactor ? account.session.provedAt : deps.now()
  return changePassword(deps, account, input.newPassword, context, { provedAt })
}

/**
 * Sets a new password without the current one, for a session with a recent proof. Any other session gets a link mailed to the
 * account's own mailbox instead.
 *
 * @throws Problem `step-up` after the link was mailed
 */
export async function resetPassword(
  deps: AccountDeps,
  account: Account,
  password: string,
  context: RequestContext,
): Promise<SignedIn> {
  if (isRecent(deps, account)) {
    return changePassword(deps, account, password, context, { provedAt: account.session.provedAt })
  }
  if (await mayMailReset(deps, account.email)) {
    await deps.db.transaction(async (tx) => {
      const { user } = await lockCaller(tx, account)
      await mailResetLink(deps, tx, user, context.base)
    })
  }
  throw new Problem('step-up', 'Please confirm that it is you, or use the link we emailed you.')
}

type Change = { onlyFirst?: boolean; provedAt?: Date }

/** Signs out every other browser, and gives this one a new session. */
export async function changePassword(
  deps: AccountDeps,
  account: Account,
  newPassword: string,
  context: RequestContext,
  { onlyFirst = false, provedAt }: Change,
): Promise<SignedIn> {
  await deps.limit('proof-address', context.address)
  await deps.limit('password-account', account.id)
  if (!account.emailVerified) await deps.limit('unproved-mail-address', context.address)
  const password = await hashPassword(newPassword)
  return deps.db.transaction(async (tx) => {
    const found = await lockCaller(tx, account)
    // The second factor was switched on in between.
    if (found.user.hasTwoFactor && !account.hasTwoFactor) throw new Problem('totp-required')
    // Two tabs may both have seen an account without a password.
    if (onlyFirst && found.user.hasSetPassword) throw new Problem('accounts.password-is-set')
    // The gate asks a new account for a strong password. Only where it signs out another browser, the owner may not have set it.
    const isQuiet = onlyFirst && !(await hasOtherSession(tx, account.id, account.session.sid))
    const user = await replacePassword(deps, tx, found, password, context, { isQuiet })
    await endSessionsOf(tx, account.id, { now: deps.now(), own: account.session.sid })
    return openSession(deps, tx, { ...found, user, context, ...(provedAt && { provedAt }) })
  })
}
