import type { Transaction } from '#server/database/client.ts'
import { lift } from '#server/email/suppressions.ts'
import { changePassword } from '#server/features/accounts/credentials/passwords.ts'
import { requireRecent } from '#server/features/accounts/credentials/recent-proof.ts'
import { endTokens, ofUser } from '#server/features/accounts/credentials/token-queries.ts'
import { askAddress, mailEmailChanging } from '#server/features/accounts/credentials/verification.ts'
import type { RequestContext, SignedIn } from '#server/features/accounts/sessions/request-context.ts'
import type { Account } from '#server/http/session.ts'
import { hashToken } from '#server/http/token.ts'
import { noteWriter } from '#server/sync/push/text-writers.ts'
import type { User } from '#shared/accounts/contract.ts'
import { changedNames } from '#shared/accounts/rename.ts'
import type { ChangeProfile, CompleteProfile } from '#shared/accounts/security-contract.ts'
import { Problem } from '#shared/problem.ts'
import type { AccountDeps } from './deps.ts'
import { lockCaller } from './lock-account.ts'
import { nameSubject } from './name-subject.ts'
import { presentUser, type UserRow } from './present.ts'
import { updateUser } from './queries.ts'
import { isReserved } from './service.ts'

/**
 * Changes the editable fields of the caller's account. A new address or password needs a recent proof. A new address takes effect
 * only after its verification. For names the last write wins, because the form is submitted online; their writer is then unknown.
 *
 * @returns the new session too, when the password changed
 * @throws Problem `step-up`, `accounts.email-refused`, `too-many-requests`
 */
export async function changeProfile(
  deps: AccountDeps,
  account: Account,
  { firstName, lastName, email: submittedEmail, newPassword, profileImageUrl }: ChangeProfile,
  context: RequestContext,
): Promise<{ user: User; signedIn?: SignedIn }> {
  // The form shows the pending address: submitting it is no request for a change, and must not restore it after a new password.
  const email = submittedEmail === account.pendingEmail ? undefined : submittedEmail
  const wantsEmail = email !== undefined && email !== account.email
  if (wantsEmail || newPassword) requireRecent(deps, account)
  if (wantsEmail) {
    if (isReserved(email)) throw new Problem('accounts.email-refused')
    await deps.limit('unproved-mail-address', context.address)
    await deps.limit('change-account', account.id)
    // This mails an unverified address. It is counted separately from the codes that the owner of the address requests.
    await deps.limit('code-identifier', `change:${email}`)
  }

  // The password first: it cancels a pending change of address, but not the change in the same request.
  const signedIn = newPassword
    ? await changePassword(deps, account, newPassword, context, { provedAt: account.session.provedAt })
    : undefined
  const sid = signedIn ? hashToken(signedIn.token) : account.session.sid
  const caller = { ...account, session: { ...account.session, sid } }

  const user = await deps.db.transaction(async (tx) => {
    const { user: stored } = await lockCaller(tx, caller)
    const picture = profileImageUrl === undefined || profileImageUrl === stored.profileImageUrl ? {} : { profileImageUrl }
    const change = { ...changedNames(stored, { firstName, lastName }), ...picture }
    // The new password is already counted and has replaced the session: later steps must not fail.
    const changed = await writeProfile(deps, tx, { account, stored, change, isCounted: signedIn !== undefined })
    return email === undefined ? changed : changeEmail(deps, tx, { user: changed, email, base: context.base, sid })
  })
  const presented = presentUser(user, account.principalId, deps.adminEmails)
  return { user: presented, ...(signedIn && { signedIn: { ...signedIn, user: presented } }) }
}

type ProfileChange = Partial<Pick<UserRow, 'firstName' | 'lastName' | 'profileImageUrl' | 'profileCompleted'>>
type Writing = { account: Account; stored: UserRow; change: ProfileChange; isCounted?: boolean }

/**
 * Writes only fields that differ, and nothing when none does: each change of a name is noted for every recipient of the account's
 * requests.
 */
async function writeProfile({ limitOn }: AccountDeps, tx: Transaction, { account, stored, change, isCounted }: Writing) {
  if (Object.keys(change).length === 0) return stored
  const { profileImageUrl: _, profileCompleted: __, ...names } = change
  if (!isCounted) await limitOn(tx)('rename-account', account.id)
  await noteWriter(tx, nameSubject(account), undefined, names)
  return updateUser(tx, account.id, change)
}

type Change = { user: UserRow; email: string; base: string; sid: string }

async function changeEmail(deps: AccountDeps, tx: Transaction, { user, email, base, sid }: Change): Promise<UserRow> {
  if (email === user.pendingEmail) return user
  await endTokens(tx, ofUser(user.id), ['change-email'], deps.now())
  // The current address was entered again: the pending change is cancelled.
  if (email === user.email) return user.pendingEmail ? updateUser(tx, user.id, { pendingEmail: null }) : user

  const waiting = await updateUser(tx, user.id, { pendingEmail: email })
  await mailEmailChanging(deps, tx, { user: waiting, base })
  await askAddress(deps, tx, { user: waiting, base, sid, sender: user.id })
  return waiting
}

/**
 * The owner of the address wants mails again, after a mail was reported as spam. A bounce ends with a new confirmation of the address,
 * and a suppression by hand with its operator: both stay.
 *
 * @throws Problem `accounts.verify-first`
 */
export async function resumeMail({ db, keyring, adminEmails }: AccountDeps, account: Account): Promise<User> {
  const resumed = await db.transaction(async (tx) => {
    const { user } = await lockCaller(tx, account)
    if (!user.emailVerifiedAt) throw new Problem('accounts.verify-first')
    return updateUser(tx, user.id, await lift(tx, keyring, user.email, ['complaint']))
  })
  return presentUser(resumed, account.principalId, adminEmails)
}

/** Completes an account that was created without names, and opens the profile gate. */
export async function completeProfile(deps: AccountDeps, account: Account, names: CompleteProfile): Promise<User> {
  const user = await deps.db.transaction(async (tx) => {
    const { user: stored } = await lockCaller(tx, account)
    const completed = stored.profileCompleted ? {} : { profileCompleted: true }
    return writeProfile(deps, tx, { account, stored, change: { ...changedNames(stored, names), ...completed } })
  })
  return presentUser(user, account.principalId, deps.adminEmails)
}
