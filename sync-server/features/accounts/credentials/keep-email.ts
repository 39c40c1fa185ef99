import type { Transaction } from '#server/database/client.ts'
import { emailKept } from '#server/email/messages/accounts.ts'
import { queueMail } from '#server/email/outbox.ts'
import { noteArrival } from '#server/email/suppressions.ts'
import type { AccountDeps } from '#server/features/accounts/deps.ts'
import type { UserRow } from '#server/features/accounts/present.ts'
import { endSessionsOf, forgetDevices, updateUser } from '#server/features/accounts/queries.ts'
import { greetingOf } from '#server/features/accounts/sessions/greeting.ts'
import type { RequestContext } from '#server/features/accounts/sessions/request-context.ts'
import { detachDestination } from '#server/features/earnings/detach.ts'
import { hashToken } from '#server/http/token.ts'
import { Problem } from '#shared/problem.ts'
import { mailResetLink } from './recovery.ts'
import { endAllTokens, endWaysBack } from './token-queries.ts'
import { type Link, redeemLink } from './tokens.ts'
import { dropNewApp } from './two-factor.ts'
import { isDuplicate } from './verification.ts'

/**
 * Restores an address with the link of the warning that was mailed to it: cancels a pending change, or reverts a confirmed one.
 * It needs no session, because an attacker who requested the change may have the only one. Every session ends, every other
 * browser is forgotten, and a link for a new password is mailed to the address.
 *
 *     requested ──confirmed──► changed
 *         │                       │
 *       link: cancelled         link: reverted; the password is void
 *
 * In both cases an authenticator app is removed if it was set up since the warning, or in the week before it.
 *
 * @returns the address of the account from now on
 * @throws Problem `accounts.link-invalid`
 */
export const keepEmail = (deps: AccountDeps, token: string, { base, device, session }: RequestContext): Promise<string> =>
  deps.db.transaction(async (tx) => {
    const { link, ...found } = await redeemLink(tx, ['keep-email'], token, deps.now())
    const hasLeft = found.user.email !== link.email
    const reached = await noteArrival(tx, deps.keyring, link.email)
    const kept = hasLeft
      ? await takeBack(deps, tx, found.user, link, reached)
      : await updateUser(tx, link.userId, { pendingEmail: null, ...reached })
    const user = await dropNewApp(tx, kept, link.createdAt)
    await endWaysBack(tx, link.userId, { email: link.email, since: link.createdAt }, deps.now())
    await endAllTokens(tx, { ...found, user }, deps.now())
    await endSessionsOf(tx, user.id, { now: deps.now(), own: session && hashToken(session) })
    await forgetDevices(tx, user.id, device && hashToken(device))
    await detachDestination(tx, user)
    await mailResetLink(deps, tx, user, base)
    return user.email
  })

async function takeBack(
  deps: AccountDeps,
  tx: Transaction,
  user: UserRow,
  { email }: Link,
  reached: Partial<UserRow>,
): Promise<UserRow> {
  await queueMail(tx, { to: user.email, template: 'email-kept', message: emailKept(greetingOf(user)) })
  return updateUser(tx, user.id, {
    ...reached,
    email,
    pendingEmail: null,
    emailVerifiedAt: deps.now(),
    // The password may have been changed together with the address.
    password: null,
    passwordProvedAt: null,
  }).catch((error) => {
    if (isDuplicate(error)) throw new Problem('accounts.email-refused')
    throw error
  })
}
