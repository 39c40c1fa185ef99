import { eq } from 'drizzle-orm'
import { expect, test } from 'vitest'
import { users } from '#drizzle/schema/index.ts'
import { DEFAULT_CODES } from '#shared/accounting/accounts.ts'
import { ADMIN_ROLES, ADMIN_ROUTES, type AdminRole, type AdminRoute, mayCall } from '#shared/admin/rights.ts'
import { NO_COMPANY } from '#shared/company/contract.ts'
import { account } from '#tests/support/actors/account.ts'
import { giveRoles } from '#tests/support/actors/admins.ts'
import { addProject } from '#tests/support/actors/projects.ts'
import { startTestApp } from '#tests/support/app.ts'

const app = await startTestApp()
const { db } = app.database

/** An account with roles. */
async function startRole(...roles: AdminRole[]) {
  const person = await account(app)
  await giveRoles(app, person, roles)
  return person
}

/** A valid body of each route that has one: a body is read before the caller is known. */
const bodies: Partial<Record<AdminRoute, object>> = {
  'PATCH /api/admin/vcs/:id/verify': { isVerified: true, version: 0 },
  'POST /api/admin/vcs/:id/lift-revocation': { version: 0 },
  'PATCH /api/admin/projects/:id': { status: 'verified', version: 0 },
  'PATCH /api/admin/intros/:id': { answer: 'declined', version: 0 },
  'PATCH /api/admin/profile-requests/:id': { decision: 'decline' },
  'POST /api/admin/tickets/:id/reply': { text: 'Dear founder', close: false },
  'PATCH /api/admin/imports/:id': { status: 'confirmed', version: 0 },
  'PATCH /api/admin/prices/:id': { price: 50, version: 0 },
  'POST /api/admin/prices/confirm': { prices: [{ id: 'rec_none', version: 0 }] },
  'POST /api/admin/accounts/recover': { email: 'nobody@example.com', reason: 'Showed a passport.' },
  'POST /api/admin/search': { query: 'ada' },
  'POST /api/admin/customers/:id/ban': { reason: 'Spam.' },
  'POST /api/admin/customers/:id/unban': { reason: 'A mistake.' },
  'POST /api/admin/customers/:id/grants': { vcId: 'vc_none', reason: 'It failed.', version: 0 },
  'POST /api/admin/customers/:id/grants/:grant/revoke': { reason: 'Fraud.', version: 0 },
  'PATCH /api/admin/listings/:id': { change: { bio: 'A bio' }, reason: 'Spam.', version: 0 },
  'PATCH /api/admin/listings/:id/contact': { change: { email: 'new@example.com' }, reason: 'By telephone.', version: 0 },
  'POST /api/admin/listings/:id/pause': { until: null, reason: 'By telephone.', version: 0 },
  'POST /api/admin/records': { facts: { name: 'Ida' }, contact: {}, reason: 'Asked.', isAnother: false },
  'PATCH /api/admin/records/:id': { change: { bio: 'A bio' }, reason: 'Asked.', version: 0 },
  'PATCH /api/admin/records/:id/contact': { change: { email: null }, reason: 'Asked.', version: 0 },
  'POST /api/admin/records/:id/source': { reason: 'Asked.', version: 0 },
  'POST /api/admin/records/:id/listed': { isListed: true, reason: 'Asked.', version: 0 },
  'POST /api/admin/records/:id/merge': { into: 'rec_other', reason: 'Twice.', version: 0, intoVersion: 0 },
  'POST /api/admin/cold-scout/preview': { rows: [{ line: 1, fund: 'Quiet Capital' }] },
  'POST /api/admin/cold-scout/import': { rows: [{ line: 1, fund: 'Quiet Capital' }], version: 0 },
  'POST /api/admin/deliveries/retry': { what: 'mails', kind: 'sale' },
  'POST /api/admin/refunds': { orderId: 'ord_none' },
  'POST /api/admin/refunds/:id/reject': { reason: 'It was used.' },
  'POST /api/admin/payouts/:id/pay': { reference: 'BANK' },
  'POST /api/admin/payouts/remind': { account: 'investor_payable:vc_none' },
  'POST /api/admin/audit/export': {},
  'POST /api/admin/team': { email: 'nobody@example.com', roles: ['support'] },
  'PATCH /api/admin/team/:id': { roles: [], seen: [] },
  'PATCH /api/admin/accounting/codes': { codes: DEFAULT_CODES, version: 0 },
  'POST /api/admin/blocks': { kind: 'domain', value: 'spam.example', reason: 'Spam.', days: 30 },
  'POST /api/admin/orders/:id/block-card': { reason: 'Fraud.', days: 30 },
  'POST /api/admin/blocks/:id/end': { reason: 'By mistake.' },
  'PATCH /api/admin/company': { ...NO_COMPANY, version: 0 },
  'PATCH /api/admin/switches/:feature': { isOff: false, reason: 'It works again.' },
}

const routes = app.app.http.routes.filter(({ path }) => path.startsWith('/api/admin'))

test('every admin route has an entry in the table of rights, and every entry a route', () => {
  const offered = routes.map(({ method, path }) => `${method} ${path}`)
  expect(offered.sort()).toEqual(Object.keys(ADMIN_ROUTES).sort())
})

const combinations: AdminRole[][] = [...ADMIN_ROLES.map((role) => [role]), ['support', 'finance']]

test.each(combinations.map((roles) => ({ roles, named: roles.join(' and ') })))(
  'an account with the role $named calls the routes of the table, and no other one',
  async ({ roles }) => {
    const person = await startRole(...roles)
    for (const { method, path } of routes) {
      const route = `${method} ${path}` as AdminRoute
      const address = path
        .replace(':id', 'pay_none')
        .replace(':into', 'rec_none')
        .replace(':line', 'pol_none')
        .replace(':grant', 'unl_none')
        .replace(':feature', 'newsletter')
      const { body } = await person.post<{ code?: string }>(address, bodies[route], { method })
      expect(`${route} is refused: ${body?.code === 'admin.role-needed'}`).toBe(`${route} is refused: ${!mayCall(roles, route)}`)
      expect(`${route}: ${body?.code}`).not.toMatch(/: (invalid|step-up|session|forbidden)/)
    }
  },
)

test.each<[AdminRole, string, number]>([
  ['support', '/vcs', 200],
  ['support', '/tickets', 200],
  ['support', '/payouts', 403],
  ['support', '/refunds', 403],
  ['support', '/books', 403],
  ['support', '/team', 403],
  ['finance', '/payouts', 200],
  ['finance', '/refunds', 200],
  ['finance', '/books', 200],
  ['finance', '/vcs', 403],
  ['finance', '/tickets', 403],
  ['finance', '/team', 403],
  ['owner', '/team', 200],
  ['owner', '/payouts', 200],
  ['owner', '/vcs', 200],
])('%s reads %s with the status %d', async (role, path, status) => {
  expect((await (await startRole(role)).get(`/api/admin${path}`)).status).toBe(status)
})

test('a listed address is an owner without a stored role, and an account without a role is no admin', async () => {
  const chief = await account(app, { isAdmin: true })
  expect((await chief.get('/api/admin/me')).body).toEqual({ roles: ['owner'] })
  const stranger = await account(app, { emailVerifiedAt: new Date(), passwordProvedAt: new Date() })
  expect(await stranger.get('/api/admin/me')).toMatchObject({ status: 403, body: { code: 'forbidden' } })
})

test('a role counts while the address is verified and its owner has proved it', async () => {
  const support = await startRole('support')
  await db.update(users).set({ passwordProvedAt: null }).where(eq(users.id, support.user.id))
  expect((await support.get('/api/admin/vcs')).body).toMatchObject({ code: 'accounts.admin-needs-password' })
  await db.update(users).set({ emailVerifiedAt: null }).where(eq(users.id, support.user.id))
  expect((await support.get('/api/admin/vcs')).body).toMatchObject({ code: 'forbidden' })
})

test('a role ends at the next call, on every node', async () => {
  const node = await app.anotherNode()
  const support = await startRole('support')
  const elsewhere = node.visitor()
  for (const [name, value] of support.cookies) elsewhere.cookies.set(name, value)
  expect((await elsewhere.get('/api/admin/vcs')).status).toBe(200)
  await giveRoles(app, support, ['finance'])
  expect((await elsewhere.get('/api/admin/vcs')).body).toMatchObject({ code: 'admin.role-needed' })
  expect((await support.get('/api/admin/vcs')).body).toMatchObject({ code: 'admin.role-needed' })
})

test('a member of the team is banned, and the ban lifted, by an owner only', async () => {
  const [support, owner, member] = [await startRole('support'), await startRole('owner'), await startRole('finance')]
  const path = `/api/admin/customers/${member.user.principalId}`
  const decide = (admin: typeof support, decision: 'ban' | 'unban') => admin.post(`${path}/${decision}`, { reason: 'A reason.' })
  expect(await decide(support, 'ban')).toMatchObject({ status: 403, body: { code: 'admin.role-needed' } })
  expect((await decide(owner, 'ban')).status).toBe(200)
  expect(await decide(support, 'unban')).toMatchObject({ status: 403, body: { code: 'admin.role-needed' } })
  expect((await decide(owner, 'unban')).status).toBe(200)
})

test('a draft of a project is read by those who review projects', async () => {
  const draft = `/api/projects/${await addProject(db, { isPublished: false })}`
  expect((await (await startRole('support')).get(draft)).status).toBe(200)
  expect((await (await startRole('finance')).get(draft)).status).toBe(404)
})

test('support recovers no account of the team: an owner does', async () => {
  const [support, chief] = [await startRole('support'), await account(app, { isAdmin: true })]
  const [finance, listed] = [await startRole('finance'), await account(app, { isAdmin: true })]
  for (const { user } of [finance, listed]) {
    const request = { email: user.email, reason: 'Showed a passport in a call.' }
    expect((await support.post('/api/admin/accounts/recover', request)).body).toMatchObject({ code: 'admin.role-needed' })
    expect((await chief.post('/api/admin/accounts/recover', request)).status).toBe(200)
  }
})

test('the account is an admin for its screens, and is notified when that changes', async () => {
  const person = await account(app)
  const isAdmin = async () => (await person.get<{ isAdmin: boolean }>('/api/auth/user')).body.isAdmin
  expect(await isAdmin()).toBe(false)
  await giveRoles(app, person, ['finance'])
  expect(await isAdmin()).toBe(true)
})
