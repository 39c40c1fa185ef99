import type { Database, Transaction } from '#server/database/client.ts'
import type { UserRow } from '#server/features/accounts/present.ts'
import { endSessionsOf, findUserByEmail, lockUser, updateUser } from '#server/features/accounts/queries.ts'
import { lockCaller } from '#server/features/accounts/sessions/lock-caller.ts'
import { nameOf } from '#server/features/admin/account-name.ts'
import { writeAuditEntry } from '#server/features/admin/write-audit-entry.ts'
import type { Account } from '#server/http/session.ts'
import type { AdminRole } from '#shared/admin/rights.ts'
import type { AddMember, ChangeRoles, Team, TeamMember } from '#shared/admin/team.ts'
import type { UserId } from '#shared/ids.ts'
import { Problem } from '#shared/problem.ts'
import { isLastOwner, isListedOwner, lacksOf, lockOwners, rolesOf } from './rights.ts'
import { listMembers } from './team-queries.ts'

export type TeamDeps = { db: Database; now: () => Date; adminEmails: readonly string[]; adminsNeedTwoFactor: boolean }

export const listTeam = async (deps: TeamDeps): Promise<Team> => ({
  members: (await listMembers(deps.db, deps.adminEmails)).map((user) => present(deps, user)),
})

const present = ({ adminEmails, adminsNeedTwoFactor }: TeamDeps, user: UserRow): TeamMember => ({
  id: user.id,
  name: nameOf(user),
  email: user.email,
  roles: rolesOf(user, adminEmails),
  isListed: isListedOwner(user, adminEmails),
  lacks: lacksOf(user, adminsNeedTwoFactor),
})

/**
 * Gives roles to an account whose address is verified. Its sessions end: another person may have opened one before the account
 * had rights.
 *
 * @throws Problem `admin.no-account`, `admin.is-member`, `admin.role-needed`
 */
export async function addMember(deps: TeamDeps, owner: Account, { email, roles }: AddMember): Promise<TeamMember> {
  const target = await findUserByEmail(deps.db, email)
  if (!target) throw new Problem('admin.no-account')
  return deps.db.transaction(async (tx) => {
    await lockCaller(tx, { principalId: owner.principalId, account: owner })
    const { user } = (await lockUser(tx, target.user.id)) ?? {}
    // The address may have changed since.
    if (user?.email !== target.user.email || user.emailVerifiedAt === null) throw new Problem('admin.no-account')
    if (rolesOf(user, deps.adminEmails).length > 0) throw new Problem('admin.is-member')
    await endSessionsOf(tx, user.id, { now: deps.now() })
    return setRoles(deps, tx, owner, user, roles)
  })
}

/**
 * Replaces the roles of an account. A call of the account that is in progress comes before the change, or is refused.
 *
 * @throws Problem `not-found`, `admin.team-moved-on`, `admin.listed-owner`, `admin.last-owner`, `admin.role-needed`
 */
export const changeRoles = (deps: TeamDeps, owner: Account, id: UserId, { roles, seen }: ChangeRoles): Promise<TeamMember> =>
  deps.db.transaction(async (tx) => {
    // Before the caller, who is an owner: two owners who change roles in parallel wait for each other.
    const owners = await lockOwners(tx, deps.adminEmails)
    await lockCaller(tx, { principalId: owner.principalId, account: owner })
    const { user } = (await lockUser(tx, id)) ?? {}
    if (!user) throw new Problem('not-found')
    const present = rolesOf(user, deps.adminEmails)
    if (isListedOwner(user, deps.adminEmails)) throw new Problem('admin.listed-owner')
    if (!isSame(present, seen)) throw new Problem('admin.team-moved-on')
    const losesOwner = present.includes('owner') && !roles.includes('owner')
    if (losesOwner && isLastOwner(owners, id, deps.adminsNeedTwoFactor)) throw new Problem('admin.last-owner')
    return setRoles(deps, tx, owner, user, roles)
  })

async function setRoles(deps: TeamDeps, tx: Transaction, owner: Account, user: UserRow, roles: AdminRole[]) {
  const changed = await updateUser(tx, user.id, { adminRoles: roles })
  await writeAuditEntry(tx, {
    actorId: owner.id,
    action: roles.length === 0 ? 'removed' : user.adminRoles.length === 0 ? 'added' : 'changed the roles of',
    targetType: 'team',
    targetId: user.id,
    before: { roles: asText(user.adminRoles) },
    after: { roles: asText(roles) },
  })
  return present(deps, changed)
}

const isSame = (one: readonly AdminRole[], other: readonly AdminRole[]) => asText(one) === asText(other)

const asText = (roles: readonly AdminRole[]) => roles.toSorted().join(', ')
