import type { Transaction } from '#server/database/client.ts'
import type { AccountDeps } from '#server/features/accounts/deps.ts'
import { listOwnListings, listReplacedRecords } from '#server/features/accounts/erasure/order-queries.ts'
import { endSessionsOf, lockUser, updateUser } from '#server/features/accounts/queries.ts'
import { lockCaller } from '#server/features/accounts/sessions/lock-caller.ts'
import { writeAuditEntry } from '#server/features/admin/write-audit-entry.ts'
import type { Account } from '#server/http/session.ts'
import type { PrincipalId, UserId } from '#shared/ids.ts'
import { Problem } from '#shared/problem.ts'
import { findAccount, lockBans } from './ban-queries.ts'
import { rolesOf } from './rights.ts'

export type BanDeps = Pick<AccountDeps, 'db' | 'now' | 'cancelCalls' | 'adminEmails'>

type Decision = { id: PrincipalId; reason: string }

/**
 * Bans an account: every session ends, and with each its device for pushes and its live connection; no sign-in succeeds; its
 * listings are not sold; its future calls are cancelled and refunded by the rules of a deletion. Everything that its owner wrote
 * stays. A ban of a banned account changes nothing.
 *
 * There is always another owner: only an owner bans a member of the team.
 *
 * @throws Problem `not-found` without an account, `accounts.own-ban`, `admin.role-needed` for an account of the team, unless an
 *   owner asks
 */
export const banAccount = (deps: BanDeps, admin: Account, { id, reason }: Decision) =>
  decide(deps, admin, id, async (tx, userId) => {
    if (userId === admin.id) throw new Problem('accounts.own-ban')
    // Calls and their orders are locked before the account, as in a deletion.
    const listings = [...(await listOwnListings(tx, userId)), ...(await listReplacedRecords(tx, userId))]
    await deps.cancelCalls(tx, { principalId: id, listings })
    if ((await lockUser(tx, userId))?.user.bannedAt !== null) return
    await updateUser(tx, userId, { bannedAt: deps.now(), banReason: reason })
    await endSessionsOf(tx, userId, { now: deps.now() })
    await record(tx, admin, userId, { action: 'banned', isBanned: true, reason })
  })

/**
 * Lifts a ban: its owner can sign in, and its listings are sold again, unless they are paused. Calls that the ban cancelled stay
 * cancelled.
 *
 * @throws Problem `not-found` without an account, `admin.role-needed` for an account of the team, unless an owner asks
 */
export const unbanAccount = (deps: BanDeps, admin: Account, { id, reason }: Decision) =>
  decide(deps, admin, id, async (tx, userId) => {
    const found = await lockUser(tx, userId)
    if (!found || found.user.bannedAt === null) return
    await updateUser(tx, userId, { bannedAt: null, banReason: null })
    await record(tx, admin, userId, { action: 'unbanned', isBanned: false, reason })
  })

const decide = (
  { db, adminEmails }: BanDeps,
  admin: Account,
  id: PrincipalId,
  work: (tx: Transaction, userId: UserId) => Promise<void>,
): Promise<void> =>
  db.transaction(async (tx) => {
    // Before the lock of the admin's own session, which a ban of that admin waits for.
    await lockBans(tx)
    await lockCaller(tx, { principalId: admin.principalId, account: admin })
    const found = await findAccount(tx, id)
    if (!found) throw new Problem('not-found')
    const isOfTeam = rolesOf(found.user, adminEmails).length > 0
    if (isOfTeam && !admin.session.roles.includes('owner')) throw new Problem('admin.role-needed')
    await work(tx, found.user.id)
  })

type Recorded = { action: string; isBanned: boolean; reason: string }

const record = (tx: Transaction, admin: Account, targetId: UserId, { action, isBanned, reason }: Recorded) =>
  writeAuditEntry(tx, {
    ...{ actorId: admin.id, action, targetType: 'account', targetId },
    before: { status: isBanned ? 'active' : 'banned', note: null },
    after: { status: isBanned ? 'banned' : 'active', note: reason },
  })
