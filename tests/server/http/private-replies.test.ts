import { eq } from 'drizzle-orm'
import { expect, test } from 'vitest'
import { principals } from '#drizzle/schema/index.ts'
import type { PrincipalId } from '#shared/ids.ts'
import {
  CARDS,
  confirmUnlock,
  intentOf,
  listInvestor,
  orderOfIntent,
  payWithCard,
  startPayment,
} from '#tests/support/actors/money.ts'
import { confirmPerson, listFund, startPerson } from '#tests/support/actors/order-kinds.ts'
import { addProject } from '#tests/support/actors/projects.ts'
import { startTestApp } from '#tests/support/app.ts'

const app = await startTestApp()
const { db } = app.world

/** A member with a contact, a decision maker, and everything else that a session can read. */
async function startHolder() {
  const vcId = await listInvestor(db)
  const { id: personId, slug } = await listFund(db)
  const holder = await app.member()
  const contact = (await startPayment(holder, vcId)).body.clientSecret
  await payWithCard(app, contact, CARDS.good)
  await confirmUnlock(holder, contact, vcId)
  const person = (await startPerson(holder, personId)).body.clientSecret
  await payWithCard(app, person, CARDS.good)
  await confirmPerson(holder, person, personId)
  const orderId = (await orderOfIntent(db, intentOf(contact))).id
  return { holder, vcId, personId, slug, orderId, projectId: await addProject(db) }
}

test('no reply to a session may be cached, unless a stranger gets the same one', async () => {
  const { holder, vcId, personId, slug, orderId, projectId } = await startHolder()
  const values: Record<string, string> = { slug, orderId, sha256: '0'.repeat(64), vcId, vcType: 'airtable', part: '1.xml' }
  const idOf = (path: string) => (path.includes('project') ? projectId : vcId)
  const calls = app.app.http.routes.filter(
    ({ method, path }) => method === 'GET' && /^\/(api|sandbox)\//.test(path) && !path.includes('*'),
  )
  expect(calls.length).toBeGreaterThan(40)
  let answered = 0
  for (const { path } of calls) {
    // This one ends the session that the others need.
    if (path.endsWith('/logout')) continue
    const filled = path.replace(/:(\w+)/g, (_, name: string) => values[name] ?? idOf(path))
    const address = `${filled}?vcId=${vcId}&decisionMakerId=${personId}&month=2026-11`
    const { status, headers, body } = await holder.get(address)
    if (status < 300) answered += 1
    if (headers.get('cache-control')?.split(/, */).includes('no-store')) continue
    const stranger = await app.visitor().get(address)
    expect([path, body]).toEqual([path, stranger.body])
  }
  expect(answered).toBeGreaterThan(20)
})

test('the listing with the buyer’s contacts is not cached, and the public one is', async () => {
  const { holder } = await startHolder()
  const own = await holder.get('/api/airtable/vcs')
  expect(JSON.stringify(own.body)).toContain('grace@harbour.example')
  expect(own.headers.get('cache-control')).toBe('no-store')
  expect((await app.visitor().get('/api/airtable/vcs')).headers.get('cache-control')).toBe('private, max-age=300')
})

test('the cookie of a guest, which grants access to purchases, is never set with a reply that a shared cache may store', async () => {
  const projectId = await addProject(db)
  const guest = app.visitor()
  const empty = { clientId: crypto.randomUUID(), mutations: [] }
  const { principalId } = (await guest.post<{ principalId: PrincipalId }>('/api/sync/push', empty)).body
  for (const path of [`/api/projects/${projectId}`, '/api/airtable/vcs']) {
    expect((await app.visitor().get(path)).headers.get('cache-control')).not.toBe('no-store')
    const seenAt = new Date(Date.now() - 2 * 24 * 60 * 60_000)
    await db.update(principals).set({ seenAt }).where(eq(principals.id, principalId))
    const { headers } = await guest.get(path)
    expect([path, headers.getSetCookie().length, headers.get('cache-control')]).toEqual([path, 1, 'no-store'])
  }
})

test('robots.txt and the sitemap for a forged Host header are not cached', async () => {
  const named = await startTestApp({ env: { PUBLIC_URL: 'https://latchkey.example' } })
  for (const path of ['/robots.txt', '/sitemap.xml']) {
    const forged = await app.visitor().get(path, { headers: { host: 'evil.example' } })
    expect(forged.headers.get('cache-control')).toBe('no-store')
    const own = await named.visitor().get<string>(path, { headers: { host: 'evil.example' } })
    expect(own.headers.get('cache-control')).toBe('public, max-age=3600')
    expect(own.body).not.toContain('evil.example')
  }
})

test('ledger violations are reported to this machine and to holders of the token, and to no stranger', async () => {
  const token = 'a-token-for-the-monitor'
  const node = await startTestApp({ env: { TRUST_PROXY: '1', HEALTH_TOKEN: token } })
  const violations = async (headers: Record<string, string>) =>
    (await node.visitor().get<{ status: string; violations: number | null }>('/api/health', { headers })).body.violations
  expect(await violations({ 'x-forwarded-for': '203.0.113.9' })).toBeNull()
  expect(await violations({ 'x-forwarded-for': '203.0.113.9', authorization: 'Bearer another-token-altogether' })).toBeNull()
  expect(await violations({ 'x-forwarded-for': '203.0.113.9', authorization: `Bearer ${token}` })).toBe(0)
  expect(await violations({})).toBe(0)
  const direct = await app
    .visitor()
    .get<{ violations: number | null }>('/api/health', { headers: { 'x-forwarded-for': '203.0.113.9' } })
  expect(direct.body.violations).toBeNull()
})

test('the marketplace is generated once for each of its states, and a change is visible immediately', async () => {
  const read = () => app.visitor().get<{ companyName: string }[]>('/api/scout-projects')
  await addProject(db, { companyName: 'First Light' })
  const before = await read()
  const etag = before.headers.get('etag') ?? ''
  expect((await app.visitor().get('/api/scout-projects', { headers: { 'if-none-match': etag } })).status).toBe(304)
  await app.database.sql`update projects set company_name = 'Second Light' where company_name = 'First Light'`
  const after = await read()
  expect(after.headers.get('etag')).not.toBe(etag)
  expect(JSON.stringify(after.body)).toContain('Second Light')
})
