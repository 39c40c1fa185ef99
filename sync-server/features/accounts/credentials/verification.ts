import type { Queryable, Transaction } from '#server/database/client.ts'
import {
  addressReserved,
  emailChanged,
  emailChanging,
  registrationAttempted,
  verifyEmail,
} from '#server/email/messages/accounts.ts'
import { queueMail } from '#server/email/outbox.ts'
import { noteArrival } from '#server/email/suppressions.ts'
import { isListedOwner } from '#server/features/accounts/admin/rights.ts'
import type { AccountDeps } from '#server/features/accounts/deps.ts'
import { lockCaller, lockProved } from '#server/features/accounts/lock-account.ts'
import { presentUser, type UserRow } from '#server/features/accounts/present.ts'
import { endSessionsOf, findUser, findUserByEmail, updateUser } from '#server/features/accounts/queries.ts'
import { greetingOf } from '#server/features/accounts/sessions/greeting.ts'
import { openSession } from '#server/features/accounts/sessions/open-session.ts'
import type { RequestContext, SignedIn } from '#server/features/accounts/sessions/request-context.ts'
import type { Account } from '#server/http/session.ts'
import type { VerifyEmail } from '#shared/accounts/security-contract.ts'
import { Problem } from '#shared/problem.ts'
import { proveCredentials } from './credentials.ts'
import { isRecent } from './recent-proof.ts'
import { endAllTokens, endWaysBack, findWayBack, isKeptForAnother } from './token-queries.ts'
import { issueLink, type Link, readLink, redeemLink, TTL_MS } from './tokens.ts'

/**
 * @param sid  the session that requested the change of address
 * @param sender  the cause of a mail to an unverified address: an account id or a hashed client address
 */
type Mailing = { user: UserRow; base: string; sid?: string; sender?: string }

/** Mails a verification link to the current address, or to a pending new one. */
export async function mailVerification({ now }: AccountDeps, tx: Transaction, { user, base, sid, sender }: Mailing) {
  const to = user.pendingEmail ?? user.email
  const purpose = user.pendingEmail ? 'change-email' : 'verify-email'
  const { token, expiresAt } = await issueLink(tx, {
    purpose,
    userId: user.id,
    email: to,
    now: now(),
    ...(sid !== undefined && { sid }),
  })
  const message = verifyEmail(`${base}/verify-email#${token}`, { isChange: purpose === 'change-email' })
  await queueMail(tx, { to, template: purpose, message, secretUntil: expiresAt, ...(sender !== undefined && { sender }) })
}

/**
 * Notifies the current or previous address of the change and includes the restore link: `keep-email.ts`. An unverified address
 * gets no link: a stranger who registered it must not reserve it.
 */
async function notifyOfChange({ now }: AccountDeps, tx: Transaction, { user, base }: Mailing, template: keyof typeof LETTERS) {
  const message = (link?: string) => LETTERS[template](greetingOf(user), base, link)
  if (!user.emailVerifiedAt) return queueMail(tx, { to: user.email, template, message: message() })
  const { token, expiresAt } = await issueLink(tx, { purpose: 'keep-email', userId: user.id, email: user.email, now: now() })
  return queueMail(tx, { to: user.email, template, message: message(`${base}/keep-email#${token}`), secretUntil: expiresAt })
}

const LETTERS = { 'email-changing': emailChanging, 'email-changed': emailChanged }

/** Notifies the old address immediately, while it is still in effect. */
export const mailEmailChanging = (deps: AccountDeps, tx: Transaction, mailing: Mailing) =>
  notifyOfChange(deps, tx, mailing, 'email-changing')

/**
 * Mails a link. Where mails to a verified address came back, the link shows that they arrive again.
 *
 * @throws Problem `accounts.already-verified`, `too-many-requests`
 */
export async function sendVerification(deps: AccountDeps, account: Account, { address, base }: RequestContext) {
  const isConfirmed = account.emailVerified && !account.pendingEmail
  if (isConfirmed && account.mailStop?.kind !== 'hard-bounce') throw new Problem('accounts.already-verified')
  await deps.limit('unproved-mail-address', address)
  // Counted per account: a new address may belong to another person, whose own codes must not run out because of this.
  await deps.limit('code-identifier', `verification:${account.id}`)
  if (account.pendingEmail) await deps.limit('code-identifier', `change:${account.pendingEmail}`)
  await deps.db.transaction(async (tx) => {
    const { user } = await lockCaller(tx, account)
    await askAddress(deps, tx, { user, base, sid: account.session.sid, sender: account.id })
  })
}

/**
 * Mails the address that has to be verified. If it cannot be used, its mailbox gets the reason: it already has an account, or
 * belonged to another account recently. The requester sees no difference.
 */
export async function askAddress(deps: AccountDeps, tx: Transaction, mailing: Mailing & { sender: string }) {
  const { user, base, sender } = mailing
  const { pendingEmail } = user
  if (!pendingEmail || (await isFreeFor(deps, tx, user, pendingEmail))) return mailVerification(deps, tx, mailing)
  const owner = await findUserByEmail(tx, pendingEmail)
  if (owner?.user.id === user.id) return mailVerification(deps, tx, mailing)
  if (!owner) return mailReserved(tx, pendingEmail, sender)
  const message = registrationAttempted(greetingOf(owner.user), base)
  await queueMail(tx, { to: pendingEmail, template: 'registration-attempted', message, sender })
}

const DAY_MS = 24 * 60 * 60 * 1000

export const mailReserved = (tx: Queryable, to: string, sender: string) =>
  queueMail(tx, { to, template: 'address-reserved', message: addressReserved(TTL_MS['keep-email'] / DAY_MS), sender })

/** Whether an account may take an address: it belongs to no other account, and did not recently. */
export const isFreeFor = async ({ now }: AccountDeps, tx: Transaction, user: UserRow, email: string): Promise<boolean> =>
  !(await findUserByEmail(tx, email)) && !(await isKeptForAnother(tx, email, now(), user.id))

/**
 * Consumes the secret of a mailed link: the address becomes verified, or the new address replaces the old one. All consequences
 * of a verified address are applied here.
 *
 * The link alone proves control of the mailbox, but not that its holder created the account: a stranger may have registered the
 * address or requested the change. So it is valid only in a session of the account, or together with its password.
 *
 * @returns the new session, when the link was opened where its account is signed in and its rights were extended
 * @throws Problem `accounts.link-invalid`, `accounts.link-needs-password`, `accounts.email-refused`, and as `proveCredentials`
 */
export async function verify(deps: AccountDeps, input: VerifyEmail, account: Account | undefined, context: RequestContext) {
  const lockOpener = await proveOpener(deps, input, account, context)
  return deps.db.transaction(async (tx) => {
    await lockOpener(tx)
    const { link, ...found } = await redeemLink(tx, PURPOSES, input.token, deps.now())
    const user = await confirm(deps, tx, found.user, link, context.base)
    if (link.purpose === 'change-email') await endAllTokens(tx, { ...found, user }, deps.now())
    await deps.claimVerified(tx, user.email, found.principalId)

    const hasNewRole = isListedOwner(user, deps.adminEmails) && !isListedOwner(found.user, deps.adminEmails)
    if (hasNewRole) await endSessionsOf(tx, user.id, { now: deps.now(), except: account?.session.sid })
    const isOwn = account?.id === user.id
    const signedIn: SignedIn | undefined =
      hasNewRole && isOwn
        ? await openSession(deps, tx, { user, principalId: found.principalId, context, provedAt: account.session.provedAt })
        : undefined
    return { email: user.email, user: isOwn ? presentUser(user, found.principalId, deps.adminEmails) : null, signedIn }
  })
}

const PURPOSES: Link['purpose'][] = ['verify-email', 'change-email']

/** @returns a function that locks the account until the transaction ends and checks that the proof is still valid */
async function proveOpener(
  deps: AccountDeps,
  { token, password, totp }: VerifyEmail,
  account: Account | undefined,
  context: RequestContext,
): Promise<(tx: Transaction) => Promise<unknown>> {
  const link = await readLink(deps.db, PURPOSES, token, deps.now())
  if (account?.id === link.userId && mayOpen(deps, link, account)) return (tx) => lockCaller(tx, account)
  if (password === undefined) throw new Problem('accounts.link-needs-password')
  const user = await findUser(deps.db, link.userId)
  if (!user) throw new Problem('accounts.link-invalid')
  const proved = await proveCredentials(deps, { email: user.email, password, totp }, context)
  return (tx) => lockProved(tx, proved)
}

/** A change of address is confirmed in the session that requested it, or in one with a recent proof. */
const mayOpen = (deps: AccountDeps, { purpose, sid }: Link, account: Account) =>
  purpose === 'verify-email' || sid === account.session.sid || isRecent(deps, account)

async function confirm(
  deps: AccountDeps,
  tx: Transaction,
  user: UserRow,
  { purpose, email }: Link,
  base: string,
): Promise<UserRow> {
  const reached = await noteArrival(tx, deps.keyring, email)
  const proved = { emailVerifiedAt: deps.now(), passwordProvedAt: deps.now(), ...reached }
  if (purpose === 'verify-email') {
    // The account may have changed to another address in between.
    if (user.email !== email) throw new Problem('accounts.link-invalid')
    return updateUser(tx, user.id, { ...proved, emailVerifiedAt: user.emailVerifiedAt ?? proved.emailVerifiedAt })
  }
  if (user.pendingEmail !== email) throw new Problem('accounts.link-invalid')
  if (!(await isFreeFor(deps, tx, user, email))) throw new Problem('accounts.email-refused')
  const since = await findWayBack(tx, user.id, email, deps.now())
  // The account returns to a former address: the addresses in between have no claim to it.
  if (since) await endWaysBack(tx, user.id, { email, since }, deps.now())
  else await notifyOfChange(deps, tx, { user, base }, 'email-changed')
  return updateUser(tx, user.id, { ...proved, email, pendingEmail: null }).catch((error) => {
    // Another account took the address between the check and the write.
    if (isDuplicate(error)) throw new Problem('accounts.email-refused')
    throw error
  })
}

export const isDuplicate = (error: { cause?: unknown }) => (error.cause as { code?: unknown } | undefined)?.code === '23505'
