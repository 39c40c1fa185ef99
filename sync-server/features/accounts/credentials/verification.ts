import type { Queryable, Transaction } from '#server/database/client.ts'
import {
  addressReserved,
  emailChanged,
  emailChanging,
  registrationAttempted,
  verifyEmail,
} from '#server/email/messages/accounts.ts'
import { queueMail } from '#server/email/outbox.ts'
import { isListedAdmin } from '#server/features/accounts/admin/rights.ts'
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
 * @param sid  the session that asked for another address
 * @param sender  who causes a mail to an address that is not proved: the account, or a hashed client address
 */
type Mailing = { user: UserRow; base: string; sid?: string; sender?: string }

/** Asks an address whether it is really its account's: the one it has, or a new one that waits. */
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
  const letter = verifyEmail(`${base}/verify-email#${token}`, { isChange: purpose === 'change-email' })
  await queueMail(tx, { to, template: purpose, letter, secretUntil: expiresAt, ...(sender !== undefined && { sender }) })
}

/**
 * The address that an account has, or had until now, is told of the change and given the way back: `keep-email.ts`. An address
 * that is not proved gets none: a stranger who registered it must not reserve it.
 */
async function tellOfChange({ now }: AccountDeps, tx: Transaction, { user, base }: Mailing, template: keyof typeof LETTERS) {
  const letter = (link?: string) => LETTERS[template](greetingOf(user), base, link)
  if (!user.emailVerifiedAt) return queueMail(tx, { to: user.email, template, letter: letter() })
  const { token, expiresAt } = await issueLink(tx, { purpose: 'keep-email', userId: user.id, email: user.email, now: now() })
  return queueMail(tx, { to: user.email, template, letter: letter(`${base}/keep-email#${token}`), secretUntil: expiresAt })
}

const LETTERS = { 'email-changing': emailChanging, 'email-changed': emailChanged }

/** The old address hears of it at once, while it still counts. */
export const mailEmailChanging = (deps: AccountDeps, tx: Transaction, mailing: Mailing) =>
  tellOfChange(deps, tx, mailing, 'email-changing')

/** @throws Problem `accounts.already-verified`, `too-many-requests` */
export async function sendVerification(deps: AccountDeps, account: Account, { address, base }: RequestContext) {
  if (account.emailVerified && !account.pendingEmail) throw new Problem('accounts.already-verified')
  await deps.limit('unproved-mail-address', address)
  // Counted for the account: a new address may be somebody else's, whose own codes must not run out by this.
  await deps.limit('code-identifier', `verification:${account.id}`)
  if (account.pendingEmail) await deps.limit('code-identifier', `change:${account.pendingEmail}`)
  await deps.db.transaction(async (tx) => {
    const { user } = await lockCaller(tx, account)
    await askAddress(deps, tx, { user, base, sid: account.session.sid, sender: account.id })
  })
}

/**
 * Writes to the address that has to confirm itself. Where it cannot, its mailbox is told why: it has an account already, or was
 * another account's until lately. Whoever asked sees no difference.
 */
export async function askAddress(deps: AccountDeps, tx: Transaction, mailing: Mailing & { sender: string }) {
  const { user, base, sender } = mailing
  const { pendingEmail } = user
  if (!pendingEmail || (await isFreeFor(deps, tx, user, pendingEmail))) return mailVerification(deps, tx, mailing)
  const owner = await findUserByEmail(tx, pendingEmail)
  if (owner?.user.id === user.id) return mailVerification(deps, tx, mailing)
  if (!owner) return mailReserved(tx, pendingEmail, sender)
  const letter = registrationAttempted(greetingOf(owner.user), base)
  await queueMail(tx, { to: pendingEmail, template: 'registration-attempted', letter, sender })
}

const DAY_MS = 24 * 60 * 60 * 1000

export const mailReserved = (tx: Queryable, to: string, sender: string) =>
  queueMail(tx, { to, template: 'address-reserved', letter: addressReserved(TTL_MS['keep-email'] / DAY_MS), sender })

/** Whether an account may take an address: it is no other account's, and was none's until lately. */
export const isFreeFor = async ({ now }: AccountDeps, tx: Transaction, user: UserRow, email: string): Promise<boolean> =>
  !(await findUserByEmail(tx, email)) && !(await isKeptForAnother(tx, email, now(), user.id))

/**
 * Takes the secret of a mailed link: the address is verified, or the new one takes the
 * place of the old. What follows from a verified address follows here.
 *
 * The link alone proves the mailbox, and not that its holder made the account: a stranger may have registered
 * the address, or asked for the change. So it counts in a session of the account, or with its password.
 *
 * @returns the new session, when the link was opened where its account is signed in and its rights grew
 * @throws Problem `accounts.link-invalid`, `accounts.link-needs-password`, `accounts.email-refused`, and as `proveCredentials`
 */
export async function verify(deps: AccountDeps, input: VerifyEmail, account: Account | undefined, visit: RequestContext) {
  const lockOpener = await proveOpener(deps, input, account, visit)
  return deps.db.transaction(async (tx) => {
    await lockOpener(tx)
    const { link, ...found } = await redeemLink(tx, PURPOSES, input.token, deps.now())
    const user = await confirm(deps, tx, found.user, link, visit.base)
    if (link.purpose === 'change-email') await endAllTokens(tx, { ...found, user }, deps.now())
    await deps.claimVerified(tx, user.email, found.principalId)

    const hasNewRole = isListedAdmin(user, deps.adminEmails) && !isListedAdmin(found.user, deps.adminEmails)
    if (hasNewRole) await endSessionsOf(tx, user.id, { now: deps.now(), except: account?.session.sid })
    const isOwn = account?.id === user.id
    const signedIn: SignedIn | undefined =
      hasNewRole && isOwn
        ? await openSession(deps, tx, { user, principalId: found.principalId, visit, provedAt: account.session.provedAt })
        : undefined
    return { email: user.email, user: isOwn ? presentUser(user, found.principalId, deps.adminEmails) : null, signedIn }
  })
}

const PURPOSES: Link['purpose'][] = ['verify-email', 'change-email']

/** @returns what holds the account until the transaction ends, if the proof is still good by then */
async function proveOpener(
  deps: AccountDeps,
  { token, password, totp }: VerifyEmail,
  account: Account | undefined,
  visit: RequestContext,
): Promise<(tx: Transaction) => Promise<unknown>> {
  const link = await readLink(deps.db, PURPOSES, token, deps.now())
  if (account?.id === link.userId && mayOpen(deps, link, account)) return (tx) => lockCaller(tx, account)
  if (password === undefined) throw new Problem('accounts.link-needs-password')
  const user = await findUser(deps.db, link.userId)
  if (!user) throw new Problem('accounts.link-invalid')
  const proved = await proveCredentials(deps, { email: user.email, password, totp }, visit)
  return (tx) => lockProved(tx, proved)
}

/** A change of address is confirmed where it was asked for, or where the password was proved lately. */
const mayOpen = (deps: AccountDeps, { purpose, sid }: Link, account: Account) =>
  purpose === 'verify-email' || sid === account.session.sid || isRecent(deps, account)

async function confirm(
  deps: AccountDeps,
  tx: Transaction,
  user: UserRow,
  { purpose, email }: Link,
  base: string,
): Promise<UserRow> {
  const proved = { emailVerifiedAt: deps.now(), passwordProvedAt: deps.now() }
  if (purpose === 'verify-email') {
    // The account may have moved to another address since.
    if (user.email !== email) throw new Problem('accounts.link-invalid')
    return updateUser(tx, user.id, { ...proved, emailVerifiedAt: user.emailVerifiedAt ?? proved.emailVerifiedAt })
  }
  if (user.pendingEmail !== email) throw new Problem('accounts.link-invalid')
  if (!(await isFreeFor(deps, tx, user, email))) throw new Problem('accounts.email-refused')
  const since = await findWayBack(tx, user.id, email, deps.now())
  // It comes home: the addresses that it had in between have no claim to it.
  if (since) await endWaysBack(tx, user.id, { email, since }, deps.now())
  else await tellOfChange(deps, tx, { user, base }, 'email-changed')
  return updateUser(tx, user.id, { ...proved, email, pendingEmail: null }).catch((error) => {
    // Somebody else became its owner between the look and the write.
    if (isDuplicate(error)) throw new Problem('accounts.email-refused')
    throw error
  })
}

export const isDuplicate = (error: { cause?: unknown }) => (error.cause as { code?: unknown } | undefined)?.code === '23505'
