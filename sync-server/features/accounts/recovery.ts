import * as v from 'valibot'
import type { Database, Transaction } from '#server/db.ts'
import { passwordChanged, resetPassword } from '#server/email/messages/accounts.ts'
import { queueMail } from '#server/email/outbox.ts'
import { enqueueJob } from '#server/jobs/queue.ts'
import { newId } from '#server/new-id.ts'
import { Problem } from '#shared/problem.ts'
import type { AccountDeps } from './deps.ts'
import { hashPassword } from './password-hash.ts'
import type { UserRow } from './present.ts'
import { deleteSessionsOf, findUserByEmail, lockUser, updateUser } from './queries.ts'
import { endTokens, ofUser } from './token-queries.ts'
import { issueLink, redeemLink } from './tokens.ts'

export const MAIL_RESET = 'accounts.mail-reset'

const MailReset = v.object({ email: v.string(), base: v.string() })

/**
 * Mails a reset link, when the address is an account's.
 *
 * Whether it is one is looked up by a job, after the reply: so the reply and the
 * time it takes are the same for every address.
 */
export async function forgetPassword(deps: AccountDeps, email: string, base: string) {
  await deps.limit('forgot-identifier', email)
  await enqueueJob(deps.db, { kind: MAIL_RESET, key: newId('forgot'), payload: { email, base } })
}

export const mailResetJob = (deps: AccountDeps) => async (payload: unknown) => {
  const { email, base } = v.parse(MailReset, payload)
  await deps.db.transaction(async (tx) => {
    const found = await findUserByEmail(tx, email)
    if (found) await mailResetLink(deps, tx, found.user, base)
  })
}

export async function mailResetLink({ now }: AccountDeps, tx: Transaction | Database, user: UserRow, base: string) {
  const { token, expiresAt } = await issueLink(tx, { purpose: 'reset-password', userId: user.id, email: user.email, now: now() })
  const letter = resetPassword(user.firstName, `${base}/reset-password#${token}`)
  await queueMail(tx, { to: user.email, template: 'reset-password', letter, secretUntil: expiresAt })
}

/**
 * Sets a new password for whoever holds the mailed link, and signs the account out
 * everywhere. It signs nobody in: a second factor is still asked for.
 *
 * @throws Problem `accounts.link-invalid`
 */
export async function resetForgotten(deps: AccountDeps, token: string, newPassword: string, base: string) {
  const password = await hashPassword(newPassword)
  await deps.db.transaction(async (tx) => {
    const { userId, email } = await redeemLink(tx, ['reset-password'], token, deps.now())
    const found = await lockUser(tx, userId)
    if (found?.user.email !== email) throw new Problem('accounts.link-invalid')
    await replacePassword(deps, tx, found.user, password, base)
    await deleteSessionsOf(tx, userId)
  })
}

/** What every change of a password does: secrets mailed before it end, and the owner hears of it. */
export async function replacePassword({ now }: AccountDeps, tx: Transaction, user: UserRow, password: string, base: string) {
  await endTokens(tx, ofUser(user.id), ['reset-password', 'code'], now())
  await queueMail(tx, { to: user.email, template: 'password-changed', letter: passwordChanged(user.firstName, base) })
  return updateUser(tx, user.id, { password, hasSetPassword: true })
}
