import { signInCode } from '#server/email/messages/accounts.ts'
import { queueMail } from '#server/email/outbox.ts'
import type { AccountDeps } from '#server/features/accounts/deps.ts'
import { lockCaller } from '#server/features/accounts/lock-account.ts'
import { findUser, findUserByEmail } from '#server/features/accounts/queries.ts'
import { greetingOf } from '#server/features/accounts/sessions/greeting.ts'
import { openSession } from '#server/features/accounts/sessions/open-session.ts'
import type { RequestContext, SignedIn } from '#server/features/accounts/sessions/request-context.ts'
import type { Account } from '#server/http/session.ts'
import type { StepUp } from '#shared/accounts/security-contract.ts'
import { Problem } from '#shared/problem.ts'
import { proveSecondFactor } from './credentials.ts'
import { proveOwnMailbox } from './own-mailbox.ts'
import { verifyPassword } from './password-hash.ts'
import { ofUser } from './token-queries.ts'
import { issueCode, makeCode, redeemCode } from './tokens.ts'

/** Mails the account a code. @throws Problem `too-many-requests` */
export async function mailCode(deps: AccountDeps, account: Account, { address }: RequestContext) {
  if (!account.emailVerified) await deps.limit('unproved-mail-address', address)
  await deps.limit('code-identifier', account.email)
  const code = await makeCode(deps.limit, account.email)
  await deps.db.transaction(async (tx) => {
    const { user } = await lockCaller(tx, account)
    const codeInput = { purpose: 'code' as const, owner: ofUser(user.id), email: user.email, code, now: deps.now() }
    const { expiresAt } = await issueCode(tx, deps.keyring, codeInput)
    const message = signInCode(greetingOf(user), code)
    await queueMail(tx, { to: user.email, template: 'code', message, secretUntil: expiresAt, isUrgent: true })
  })
}

/**
 * Accepts a password or a mailed code as proof, valid for ten minutes, and gives the session a new token. A mailed code also
 * verifies the address. An account with an authenticator app needs a code of the app in addition: a thief who has the laptop may
 * also have its saved passwords and its mailbox.
 *
 * @throws Problem `accounts.wrong-password`, `accounts.code-invalid`, `totp-required`, `totp-invalid`, `too-many-requests`
 */
export async function stepUp(deps: AccountDeps, account: Account, proof: StepUp, context: RequestContext): Promise<SignedIn> {
  // Checked before the mailed code is consumed.
  if (account.hasTwoFactor && !proof.totp) throw new Problem('totp-required')
  const typed = { purpose: 'code' as const, owner: ofUser(account.id), now: deps.now() }
  const mailbox = 'code' in proof ? await redeemCode(deps, { ...typed, code: proof.code }) : undefined
  if ('password' in proof) await provePassword(deps, account, proof.password, context)
  if (account.hasTwoFactor) await proveApp(deps, account, proof.totp, context)
  await deps.limit('step-up-account', account.id)
  return renewSession(deps, account, context, mailbox)
}

async function proveApp(deps: AccountDeps, { id, session }: Account, totp: string | undefined, context: RequestContext) {
  const user = await findUser(deps.db, id)
  if (!user) throw new Problem('session-lost')
  await proveSecondFactor(deps, user, `${id}:${session.sid}`, totp, context)
}

/** @throws Problem `accounts.wrong-password`, `too-many-requests` */
export async function provePassword(deps: AccountDeps, account: Account, password: string, { address }: RequestContext) {
  // First: many accounts of one client address must not make the node verify passwords without limit.
  await deps.limit('proof-address', address)
  // Per session: neither a stranger at the sign-in nor a thief in another session can use up the owner's attempts.
  await deps.limit('step-up-session', account.session.sid)
  const found = await findUserByEmail(deps.db, account.email)
  if (!(await verifyPassword(password, found?.user.password))) throw new Problem('accounts.wrong-password')
}

const renewSession = (deps: AccountDeps, account: Account, context: RequestContext, mailbox: string | undefined) =>
  deps.db.transaction(async (tx) => {
    // Rolled back with this transaction if the session has ended in between.
    if (mailbox !== undefined) await proveOwnMailbox(deps, tx, account, mailbox)
    const found = await lockCaller(tx, account)
    const { hasTwoFactor } = account
    // The second factor was switched on in between.
    if (found.user.hasTwoFactor && !hasTwoFactor) throw new Problem('totp-required')
    return openSession(deps, tx, { ...found, context, hasPassedSecondFactor: hasTwoFactor })
  })
