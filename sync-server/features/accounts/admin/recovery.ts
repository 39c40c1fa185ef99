import { accountRecovered } from '#server/email/messages/accounts.ts'
import { queueMail } from '#server/email/outbox.ts'
import { mailResetLink } from '#server/features/accounts/credentials/recovery.ts'
import { endAllTokens } from '#server/features/accounts/credentials/token-queries.ts'
import { deleteTwoFactor } from '#server/features/accounts/credentials/two-factor-queries.ts'
import type { AccountDeps } from '#server/features/accounts/deps.ts'
import { endSessionsOf, findUserByEmail, forgetDevices, lockUser, updateUser } from '#server/features/accounts/queries.ts'
import { greetingOf } from '#server/features/accounts/sessions/greeting.ts'
import { writeAuditEntry } from '#server/features/admin/write-audit-entry.ts'
import { detachDestination } from '#server/features/earnings/detach.ts'
import type { Account } from '#server/http/session.ts'
import type { RecoverAccount } from '#shared/accounts/recovery.ts'
import { Problem } from '#shared/problem.ts'
import { rolesOf } from './rights.ts'

/**
 * Restores access to an account after its owner has proved their identity outside the product. The second factor and every
 * session end, the password becomes void, and a reset link is mailed to the account's current address. An admin chooses neither
 * the password nor the address. Control of the mailbox decides: a stolen password gives no access, although no second factor is
 * required any more.
 *
 * @throws Problem `not-found`, `admin.role-needed` for an account of the team, unless an owner asks
 */
export async function recoverAccount(deps: AccountDeps, admin: Account, { email, reason }: RecoverAccount, base: string) {
  const target = await findUserByEmail(deps.db, email)
  if (!target) throw new Problem('not-found')
  await deps.db.transaction(async (tx) => {
    const found = await lockUser(tx, target.user.id)
    // If a change of address is confirmed concurrently, no link is sent: the admin has named another mailbox.
    if (found?.user.email !== target.user.email) throw new Problem('not-found')
    // Otherwise a role could take over an account with more rights.
    const isOfTeam = rolesOf(found.user, deps.adminEmails).length > 0
    if (isOfTeam && !admin.session.roles.includes('owner')) throw new Problem('admin.role-needed')
    const { hasTwoFactor, pendingEmail } = found.user
    await deleteTwoFactor(tx, found.user.id)
    await endAllTokens(tx, found, deps.now())
    await detachDestination(tx, found.user)
    await endSessionsOf(tx, found.user.id, { now: deps.now() })
    await forgetDevices(tx, found.user.id)
    const user = await updateUser(tx, found.user.id, {
      hasTwoFactor: false,
      pendingEmail: null,
      password: null,
      passwordProvedAt: null,
    })
    await writeAuditEntry(tx, {
      actorId: admin.id,
      action: 'recovered',
      targetType: 'account',
      targetId: user.id,
      before: { hasTwoFactor, pendingEmail, reason: null },
      after: { hasTwoFactor: false, pendingEmail: null, reason },
    })
    await queueMail(tx, { to: user.email, template: 'account-recovered', message: accountRecovered(greetingOf(user)) })
    await mailResetLink(deps, tx, user, base)
  })
}
