import type { Transaction } from '#server/database/client.ts'
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
 * Changes what a person may change of their own account. Another address or password
 * needs a recent proof; another address counts only once it has confirmed itself. Of names the last write counts, because the form is
 * filled online; their writer is unknown from then on.
 *
 * @returns the new session too, when the password changed
 * @throws Problem `step-up`, `accounts.email-refused`, `too-many-requests`
 */
export async function changeProfile(
  deps: AccountDeps,
  account: Account,
  { firstName, lastName, email: given, newPassword, profileImageUrl }: ChangeProfile,
  visit: RequestContext,
): Promise<{ user: User; signedIn?: SignedIn }> {
  // A form shows the address that waits: sending it along asks for nothing, and must not outlive a new password.
  const email = given === account.pendingEmail ? undefined : given
  const wantsEmail = email !== undefined && email !== account.email
  if (wantsEmail || newPassword) requireRecent(deps, account)
  if (wantsEmail) {
    if (isReserved(email)) throw new Problem('accounts.email-refused')
    await deps.limit('unproved-mail-address', visit.address)
    await deps.limit('change-account', account.id)
    // It mails an address that is not proved. Counted apart from the codes that the owner of the address asks for.
    await deps.limit('code-identifier', `change:${email}`)
  }

  // The password first: it calls off whatever change of address waits, and not the one that comes with it.
  const signedIn = newPassword
    ? await changePassword(deps, account, newPassword, visit, { provedAt: account.session.provedAt })
    : undefined
  const sid = signedIn ? hashToken(signedIn.token) : account.session.sid
  const caller = { ...account, session: { ...account.session, sid } }

  const user = await deps.db.transaction(async (tx) => {
    const { user: stored } = await lockCaller(tx, caller)
    const picture = profileImageUrl === undefined || profileImageUrl === stored.profileImageUrl ? {} : { profileImageUrl }
    const change = { ...changedNames(stored, { firstName, lastName }), ...picture }
    // A new password is counted already, and has replaced the session: what comes after it must not fail.
    const changed = await writeProfile(deps, tx, { account, stored, change, isCounted: signedIn !== undefined })
    return email === undefined ? changed : changeEmail(deps, tx, { user: changed, email, base: visit.base, sid })
  })
  const presented = presentUser(user, account.principalId, deps.adminEmails)
  return { user: presented, ...(signedIn && { signedIn: { ...signedIn, user: presented } }) }
}

type ProfileChange = Partial<Pick<UserRow, 'firstName' | 'lastName' | 'profileImageUrl' | 'profileCompleted'>>
type Writing = { account: Account; stored: UserRow; change: ProfileChange; isCounted?: boolean }

/** Writes what differs, and nothing where nothing does: each change of a name notes one for everybody whom the account has asked. */
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
  // Back to the address one has: the change is called off.
  if (email === user.email) return user.pendingEmail ? updateUser(tx, user.id, { pendingEmail: null }) : user

  const waiting = await updateUser(tx, user.id, { pendingEmail: email })
  await mailEmailChanging(deps, tx, { user: waiting, base })
  await askAddress(deps, tx, { user: waiting, base, sid, sender: user.id })
  return waiting
}

/** Names for an account that came without them; the gate is open then. */
export async function completeProfile(deps: AccountDeps, account: Account, names: CompleteProfile): Promise<User> {
  const user = await deps.db.transaction(async (tx) => {
    const { user: stored } = await lockCaller(tx, account)
    const completed = stored.profileCompleted ? {} : { profileCompleted: true }
    return writeProfile(deps, tx, { account, stored, change: { ...changedNames(stored, names), ...completed } })
  })
  return presentUser(user, account.principalId, deps.adminEmails)
}
