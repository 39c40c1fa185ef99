import type { Transaction } from '#server/db.ts'
import { emailChanged, emailChanging, verifyEmail } from '#server/email/messages/accounts.ts'
import { queueMail } from '#server/email/outbox.ts'
import type { Account } from '#server/http/session.ts'
import { Problem } from '#shared/problem.ts'
import type { AccountDeps } from './deps.ts'
import { openSession, recogniseAdmin, type SignedIn } from './open-session.ts'
import { presentUser, type UserRow } from './present.ts'
import { deleteSessionsOf, findUserByEmail, lockUser, updateUser } from './queries.ts'
import { issueLink, redeemLink } from './tokens.ts'
import type { Visit } from './visiting.ts'

/** Asks an address whether it is really its account's: the one it has, or a new one that waits. */
export async function mailVerification({ now }: AccountDeps, tx: Transaction, user: UserRow, base: string) {
  const to = user.pendingEmail ?? user.email
  const purpose = user.pendingEmail ? 'change-email' : 'verify-email'
  const { token, expiresAt } = await issueLink(tx, { purpose, userId: user.id, email: to, now: now() })
  const letter = verifyEmail(user.firstName, `${base}/verify-email#${token}`)
  await queueMail(tx, { to, template: purpose, letter, secretUntil: expiresAt })
}

/** The old address hears of it at once, while it still counts. */
export async function mailEmailChanging(tx: Transaction, user: UserRow, base: string) {
  await queueMail(tx, { to: user.email, template: 'email-changing', letter: emailChanging(user.firstName, base) })
}

/** @throws Problem `accounts.already-verified`, `too-many-requests` */
export async function sendVerification(deps: AccountDeps, account: Account, base: string) {
  if (account.emailVerified && !account.pendingEmail) throw new Problem('accounts.already-verified')
  await deps.limit('code-identifier', account.pendingEmail ?? account.email)
  await deps.db.transaction(async (tx) => {
    const found = await lockUser(tx, account.id)
    if (found) await mailVerification(deps, tx, found.user, base)
  })
}

/**
 * Takes the secret of a mailed link: the address is verified, or the new one takes the
 * place of the old. What follows from a verified address follows here.
 *
 * @returns the new session, when the link was opened where its account is signed in and its rights grew
 * @throws Problem `accounts.link-invalid`, `accounts.email-refused`
 */
export async function verify(deps: AccountDeps, token: string, account: Account | undefined, visit: Visit) {
  return deps.db.transaction(async (tx) => {
    const link = await redeemLink(tx, ['verify-email', 'change-email'], token, deps.now())
    const found = await lockUser(tx, link.userId)
    if (!found) throw new Problem('accounts.link-invalid')
    const verified = await confirm(deps, tx, found.user, link)
    await deps.claimVerified(tx, verified.email, found.principalId)

    const user = await recogniseAdmin(deps, tx, verified)
    const hasNewRole = user.isAdmin !== found.user.isAdmin
    if (hasNewRole) await deleteSessionsOf(tx, user.id, account?.session.sid)
    const isOwn = account?.id === user.id
    const signedIn: SignedIn | undefined =
      hasNewRole && isOwn
        ? await openSession(deps, tx, { user, principalId: found.principalId, visit, provedAt: account.session.provedAt })
        : undefined
    return { email: user.email, user: isOwn ? presentUser(user, found.principalId) : null, signedIn }
  })
}

type Link = Awaited<ReturnType<typeof redeemLink>>

async function confirm({ now }: AccountDeps, tx: Transaction, user: UserRow, { purpose, email }: Link): Promise<UserRow> {
  if (purpose === 'verify-email') {
    // The account may have moved to another address since.
    if (user.email !== email) throw new Problem('accounts.link-invalid')
    return updateUser(tx, user.id, { emailVerifiedAt: user.emailVerifiedAt ?? now() })
  }
  if (user.pendingEmail !== email) throw new Problem('accounts.link-invalid')
  if (await findUserByEmail(tx, email)) throw new Problem('accounts.email-refused')
  await queueMail(tx, { to: user.email, template: 'email-changed', letter: emailChanged(user.firstName) })
  return updateUser(tx, user.id, { email, pendingEmail: null, emailVerifiedAt: now() }).catch((error) => {
    // Somebody else became its owner between the look and the write.
    if (isDuplicate(error)) throw new Problem('accounts.email-refused')
    throw error
  })
}

const isDuplicate = (error: { cause?: unknown }) => (error.cause as { code?: unknown } | undefined)?.code === '23505'
