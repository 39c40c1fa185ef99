import { eq } from 'drizzle-orm'
import { describe, expect, test } from 'vitest'
import { users } from '#drizzle/schema/index.ts'
import type { AdminRole } from '#shared/admin/rights.ts'
import type { Team, TeamMember } from '#shared/admin/team.ts'
import { account } from '#tests/support/actors/account.ts'
import { changeRolesDuring, dismissAdmin, giveRoles, grantAdmin } from '#tests/support/actors/admins.ts'
import { startTestApp } from '#tests/support/app.ts'
import type { Client } from '#tests/support/client.ts'
import { makeStale } from '#tests/support/stand-ins/stale-responses.ts'
import { auditEntriesOf } from '#tests/support/state/audit.ts'

const app = await startTestApp()
const { db } = app.database

type Refused = { code?: string }
const verified = () => account(app, { emailVerifiedAt: new Date(), passwordProvedAt: new Date() })
const startOwner = () => account(app, { isAdmin: true })
const add = (by: Client, email: string, roles: AdminRole[]) => by.post<TeamMember & Refused>('/api/admin/team', { email, roles })
const change = (by: Client, id: string, seen: AdminRole[], roles: AdminRole[]) =>
  by.post<TeamMember & Refused>(`/api/admin/team/${id}`, { seen, roles }, { method: 'PATCH' })
const leave = (client: Client) => client.post<Refused>('/api/auth/delete-account', undefined, { method: 'DELETE' })

/** An owner with a stored role. */
async function startStoredOwner() {
  const person = await account(app)
  await giveRoles(app, person, ['owner'])
  return person
}

describe('the team', () => {
  test('an owner adds the verified account of an address, changes its roles and removes it; each step is logged', async () => {
    const [owner, ada] = [await startOwner(), await verified()]
    const added = await add(owner, ada.user.email.toUpperCase(), ['support'])
    expect(added).toMatchObject({ status: 200, body: { id: ada.user.id, roles: ['support'], isListed: false, lacks: null } })
    const both = await change(owner, ada.user.id, ['support'], ['support', 'finance'])
    expect(both.body.roles).toEqual(['finance', 'support'])
    const { members } = (await owner.get<Team>('/api/admin/team')).body
    expect(members.find(({ id }) => id === ada.user.id)).toMatchObject({ roles: ['finance', 'support'] })
    expect(members.find(({ id }) => id === owner.user.id)).toMatchObject({ roles: ['owner'], isListed: true })
    expect((await change(owner, ada.user.id, ['finance', 'support'], [])).body.roles).toEqual([])
    expect((await owner.get<Team>('/api/admin/team')).body.members.some(({ id }) => id === ada.user.id)).toBe(false)
    expect(await auditEntriesOf(db, ada.user.id)).toMatchObject([
      { actorId: owner.user.id, targetType: 'team', action: 'added', before: { roles: '' }, after: { roles: 'support' } },
      { action: 'changed the roles of', before: { roles: 'support' }, after: { roles: 'finance, support' } },
      { action: 'removed', before: { roles: 'finance, support' }, after: { roles: '' } },
    ])
  })

  test('sessions that were opened before the account had rights end', async () => {
    const [owner, ada] = [await startOwner(), await verified()]
    expect((await add(owner, ada.user.email, ['support'])).status).toBe(200)
    expect((await ada.get('/api/auth/user')).status).toBe(401)
  })

  test('an address without a verified account cannot be added, nor an account twice', async () => {
    const [owner, unproved, ada] = [await startOwner(), await account(app), await verified()]
    expect((await add(owner, 'nobody@example.com', ['support'])).body.code).toBe('admin.no-account')
    expect((await add(owner, unproved.user.email, ['support'])).body.code).toBe('admin.no-account')
    expect((await add(owner, ada.user.email, ['support'])).status).toBe(200)
    expect((await add(owner, ada.user.email, ['finance'])).body.code).toBe('admin.is-member')
    expect((await add(owner, ada.user.email, [])).status).toBe(422)
  })

  test('every change needs a recent proof', async () => {
    const [owner, ada] = [await startOwner(), await verified()]
    await makeStale(db, owner.user as never)
    expect((await add(owner, ada.user.email, ['support'])).body.code).toBe('step-up')
    expect((await change(owner, ada.user.id, [], ['support'])).body.code).toBe('step-up')
    expect((await owner.get('/api/admin/team')).status).toBe(200)
  })

  test('a listed address stays an owner', async () => {
    const [owner, other] = [await startOwner(), await startOwner()]
    expect((await change(owner, other.user.id, ['owner'], [])).body.code).toBe('admin.listed-owner')
  })

  test('roles that another owner changed in between are not overwritten', async () => {
    const [owner, ada] = [await startOwner(), await verified()]
    await giveRoles(app, ada, ['finance'])
    expect((await change(owner, ada.user.id, ['support'], ['owner'])).body.code).toBe('admin.team-moved-on')
  })

  test('an account without an authenticator app is listed with what it lacks', async () => {
    const [owner, ada] = [await startOwner(), await verified()]
    await giveRoles(app, ada, ['finance'])
    await db.update(users).set({ passwordProvedAt: null }).where(eq(users.id, ada.user.id))
    const { members } = (await owner.get<Team>('/api/admin/team')).body
    expect(members.find(({ id }) => id === ada.user.id)).toMatchObject({ lacks: 'password' })
  })
})

describe('the last owner', () => {
  const noOwner = async () => {
    app.world.env.ADMIN_EMAILS.splice(0)
    await db.update(users).set({ adminRoles: [] })
  }

  test('cannot lose the role, nor delete the account', async () => {
    await noOwner()
    const last = await startStoredOwner()
    expect((await change(last, last.user.id, ['owner'], ['support'])).body.code).toBe('admin.last-owner')
    expect((await leave(last)).body.code).toBe('accounts.last-admin')
    const finance = await account(app)
    await giveRoles(app, finance, ['finance'])
    expect((await change(last, last.user.id, ['owner'], [])).body.code).toBe('admin.last-owner')
    expect((await leave(finance)).status).toBe(200)
    await startStoredOwner()
    expect((await change(last, last.user.id, ['owner'], ['support'])).body.roles).toEqual(['support'])
  })

  test('of two owners who remove each other at the same time, one remains', async () => {
    await noOwner()
    const [one, other] = [await startStoredOwner(), await startStoredOwner()]
    const removals = [change(one, other.user.id, ['owner'], []), change(other, one.user.id, ['owner'], [])]
    const statuses = (await Promise.all(removals)).map(({ status }) => status)
    expect(statuses.sort()).toEqual([200, 403])
    const readable = await Promise.all([one, other].map((owner) => owner.get('/api/admin/team')))
    expect(readable.map(({ status }) => status).sort()).toEqual([200, 403])
  })

  test('of two owners who step back at the same time, one remains', async () => {
    await noOwner()
    const [one, other] = [await startStoredOwner(), await startStoredOwner()]
    const steps = [one, other].map((owner) => change(owner, owner.user.id, ['owner'], []))
    expect((await Promise.all(steps)).map(({ status }) => status).sort()).toEqual([200, 409])
  })

  test('is counted with the listed addresses', async () => {
    await noOwner()
    const [stored, listed] = [await startStoredOwner(), await account(app)]
    await grantAdmin(app, listed)
    expect((await change(stored, stored.user.id, ['owner'], [])).status).toBe(200)
    dismissAdmin(app, listed)
  })
})

test('a decision whose role is taken away while the call waits is refused', async () => {
  const [owner, finance] = [await startOwner(), await account(app)]
  await giveRoles(app, finance, ['owner'])
  const { user } = await verified()
  const { body } = await changeRolesDuring(app, finance, [], () => add(finance, user.email, ['support']))
  expect(body.code).toBe('admin.role-needed')
  expect((await owner.get<Team>('/api/admin/team')).body.members.some(({ id }) => id === user.id)).toBe(false)
})
