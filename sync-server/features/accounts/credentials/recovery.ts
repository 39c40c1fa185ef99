import * as v from 'valibot'
import type { Database, Transaction } from '#server/database/client.ts'
import { newId } from '#server/database/new-id.ts'
import { passwordChanged, resetPassword } from '#server/email/messages/accounts.ts'
import { queueMail, senderAt } from '#server/email/outbox.ts'
import { noteArrival } from '#server/email/suppressions.ts'
import type { AccountDeps } from '#server/features/accounts/deps.ts'
import type { UserRow } from '#server/features/accounts/present.ts'
import { endSessionsOf, findUserByEmail, forgetDevices, rememberDevice, updateUser } from '#server/features/accounts/queries.ts'
import { greetingOf } from '#server/features/accounts/sessions/greeting.ts'
import type { RequestContext } from '#server/features/accounts/sessions/request-context.ts'
import { detachDestination } from '#server/features/earnings/detach.ts'
import { tryConsume } from '#server/http/limits/rate-limit.ts'
import { refuseBlocked } from '#server/http/limits/refuse-blocked.ts'
import { hashToken, randomToken } from '#server/http/token.ts'
import { enqueueJob } from '#server/jobs/queue.ts'
import type { PrincipalId } from '#shared/ids.ts'
import { Problem } from '#shared/problem.ts'
import { hashPassword } from './password-hash.ts'
import { startOver } from './start-over.ts'
import { endAllTokens } from './token-queries.ts'
import { issueLink, readLink, redeemLink } from './tokens.ts'
import { dropNewApp } from './two-factor.ts'

export const MAIL_RESET = 'accounts.mail-reset'

const MailReset = v.object({ email: v.string(), base: v.string() })

/**
 * Mails a reset link if the address belongs to an account.
 *
 * A job looks up the account after the reply, so that the reply and its timing are the same for every address. The reply is also
 * the same when no mail is written because a link was mailed minutes ago.
 *
 * @throws Problem `too-many-requests`
 */
export async function forgetPassword(deps: AccountDeps, email: string, { address, base, proof }: RequestContext) {
  await deps.limit('forgot-address', address, 1, proof)
  await refuseBlocked(deps.db, deps.now(), { address, email })
  if (!(await mayMailReset(deps, email))) return
  await enqueueJob(deps.db, { kind: MAIL_RESET, key: newId('forgot'), payload: { email, base } })
}

/**
 * Three an hour, then one every ten minutes: requests by strangers must neither fill the mailbox nor withhold the owner's link.
 */
export const mayMailReset = async ({ limit }: AccountDeps, email: string) =>
  (await tryConsume(limit, 'forgot-identifier', email)) || tryConsume(limit, 'forgot-again', email)

export const mailResetJob = (deps: AccountDeps) => async (payload: unknown) => {
  const { email, base } = v.parse(MailReset, payload)
  await deps.db.transaction(async (tx) => {
    const found = await findUserByEmail(tx, email)
    if (found) await mailResetLink(deps, tx, found.user, base)
  })
}

/** Links mailed earlier stay valid: a stranger who requests a link must not invalidate the owner's. */
export async function mailResetLink({ now }: AccountDeps, tx: Transaction | Database, user: UserRow, base: string) {
  const { token, expiresAt } = await issueLink(tx, { purpose: 'reset-password', userId: user.id, email: user.email, now: now() })
  const isFirstProof = user.emailVerifiedAt === null
  const message = resetPassword(greetingOf(user), `${base}/reset-password#${token}`, { isFirstProof })
  await queueMail(tx, { to: user.email, template: 'reset-password', message, secretUntil: expiresAt, isUrgent: true })
}

/**
 * Sets a new password for the holder of the mailed link, and signs the account out everywhere. It opens no session: a second
 * factor is still required, unless it was set up within the last week. An address that was never verified becomes verified, and
 * the account is reset (`startOver`).
 *
 * @returns the token of this browser, which the account knows from now on: its sign-in has its own counter of attempts
 * @throws Problem `accounts.link-invalid`, `too-many-requests`
 */
export async function resetForgotten(
  deps: AccountDeps,
  token: string,
  newPassword: string,
  context: RequestContext,
): Promise<string> {
  await deps.limit('reset-address', context.address, 1, context.proof)
  // An invented link costs one lookup and no hash.
  await readLink(deps.db, ['reset-password'], token, deps.now())
  const password = await hashPassword(newPassword)
  const device = context.device ?? randomToken()
  await deps.db.transaction(async (tx) => {
    const { link, ...found } = await redeemLink(tx, ['reset-password'], token, deps.now())
    const { userId, email } = link
    if (found.user.email !== email) throw new Problem('accounts.link-invalid')
    await replacePassword(deps, tx, found, password, context)
    await endSessionsOf(tx, userId, { now: deps.now(), own: context.session && hashToken(context.session) })
    // Another person may have known the old password and have connected their own bank account.
    await detachDestination(tx, found.user)
    if (found.user.emailVerifiedAt === null) await startOver(deps, tx, found)
    else await dropNewApp(tx, found.user, link.createdAt)
    await updateUser(tx, userId, { passwordProvedAt: deps.now(), ...(await noteArrival(tx, deps.keyring, email)) })
    await rememberDevice(tx, userId, hashToken(device), deps.now())
  })
  return device
}

/**
 * The part common to every change of a password: a pending change of address and all secrets mailed earlier end, every other
 * browser is forgotten, so that its next sign-in sends a notification, and the owner gets a mail.
 *
 * `isQuiet`: without that mail, for a password that the gate asked for.
 */
export async function replacePassword(
  { now, keyring }: AccountDeps,
  tx: Transaction,
  found: { user: UserRow; principalId: PrincipalId },
  password: string,
  { base, device, address }: RequestContext,
  { isQuiet = false }: { isQuiet?: boolean } = {},
) {
  const { user } = found
  await endAllTokens(tx, found, now())
  await forgetDevices(tx, user.id, device && hashToken(device))
  if (!isQuiet) {
    const message = passwordChanged(greetingOf(user), base)
    const sender = user.emailVerifiedAt ? undefined : await senderAt(keyring, address)
    await queueMail(tx, { to: user.email, template: 'password-changed', message, ...(sender !== undefined && { sender }) })
  }
  return updateUser(tx, user.id, { password, hasSetPassword: true, pendingEmail: null })
}
