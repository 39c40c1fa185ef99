import { eq } from 'drizzle-orm'
import { describe, expect, test } from 'vitest'
import { knownDevices, sessions } from '#drizzle/schema/index.ts'
import { SESSION_COOKIE } from '#server/http/session.ts'
import { hashToken } from '#server/http/token.ts'
import type { SessionEntry } from '#shared/accounts/security-contract.ts'
import { runJob } from '#tests/support/actors/money.ts'
import { startTestApp } from '#tests/support/app.ts'
import type { Client } from '#tests/support/client.ts'
import { listDevices, listEndedSessions, listSessions } from '#tests/support/state/accounts.ts'

const app = await startTestApp()
const { member, visitor, database } = app

describe('sessions', () => {
  const list = async (client: Client) => (await client.get<SessionEntry[]>('/api/auth/sessions')).body

  test('are listed with the browser, under ids that reveal no token', async () => {
    const ada = await member()
    const phone = visitor()
    await phone.post(
      '/api/auth/login',
      { email: ada.user.email, password: ada.password },
      { headers: { 'user-agent': 'Phone/2' } },
    )
    const entries = await list(ada)
    expect(entries.map(({ isCurrent }) => isCurrent).sort()).toEqual([false, true])
    expect(entries.find(({ isCurrent }) => !isCurrent)?.userAgent).toBe('Phone/2')
    const rows = await listSessions(database.db, { userId: ada.user.id })
    for (const { id } of entries) expect(rows.some(({ sid }) => sid.includes(id))).toBe(false)
  })

  test('end one by one, or all others together', async () => {
    const ada = await member()
    const others = [visitor(), visitor()]
    for (const other of others) await other.post('/api/auth/login', { email: ada.user.email, password: ada.password })
    const [away] = (await list(ada)).filter(({ isCurrent }) => !isCurrent)
    expect((await ada.send(`/api/auth/sessions/${away?.id}`, { method: 'DELETE' })).status).toBe(200)
    expect(await list(ada)).toHaveLength(2)
    expect((await ada.send('/api/auth/sessions', { method: 'DELETE' })).status).toBe(200)
    expect(await list(ada)).toHaveLength(1)
    for (const other of others) expect((await other.get('/api/auth/user')).status).toBe(401)
    expect((await ada.get('/api/auth/user')).status).toBe(200)
  })

  test('the own session ends with the cookie; another account’s is not found', async () => {
    const [ada, eve] = [await member(), await member()]
    const [own] = await list(ada)
    expect((await eve.send(`/api/auth/sessions/${own?.id}`, { method: 'DELETE' })).status).toBe(404)
    expect((await ada.send(`/api/auth/sessions/${own?.id}`, { method: 'DELETE' })).status).toBe(200)
    expect(ada.cookies.has(SESSION_COOKIE)).toBe(false)
  })
})

describe('an account has at most 100 sessions', () => {
  const MAX = 100
  type Person = Awaited<ReturnType<typeof member>>
  const signIn = async ({ user, password }: Person, client = visitor()) => {
    expect((await client.post('/api/auth/login', { email: user.email, password })).status).toBe(200)
    return client
  }
  const count = async ({ user }: Person) => (await listSessions(database.db, { userId: user.id })).length
  /** As many sessions as a thief opens by repeated sign-ins without a cookie, each used later than the previous one. */
  const open = ({ user }: Person, many: number, since: Date) =>
    database.sql`
      insert into sessions (sid, user_id, seen_at, expire)
      select ${user.id} || n, ${user.id}, ${since.toISOString()}::timestamptz + n * interval '1 second', now() + interval '180 days'
      from generate_series(1, ${many}::int) n`
  const lastUsed = (client: Client, seenAt: Date) =>
    database.db
      .update(sessions)
      .set({ seenAt })
      .where(eq(sessions.sid, hashToken(client.cookies.get(SESSION_COOKIE) ?? '')))
  const daysAgo = (days: number) => new Date(Date.now() - days * 86_400_000)

  test('one more sign-in of a thief ends the session that was used longest ago, as if it had expired', async () => {
    const ada = await member()
    const [old, other] = [await signIn(ada), await signIn(ada)]
    await lastUsed(old, daysAgo(9))
    await lastUsed(other, daysAgo(7))
    await open(ada, MAX - 3, daysAgo(8))
    expect((await old.get('/api/auth/user')).status).toBe(200)
    await lastUsed(old, daysAgo(9))
    const thief = await signIn(ada)
    expect(await count(ada)).toBe(MAX)
    // No user signed it out, so its device keeps its data until its owner signs in again.
    const request = { principalId: ada.user.principalId, have: {} }
    expect(await old.post('/api/sync/me', request)).toMatchObject({ status: 401, body: { code: 'session-lost' } })
    for (const client of [ada, other, thief]) expect((await client.get('/api/auth/user')).status).toBe(200)
    expect(await listEndedSessions(database.db, ada.user.id)).toEqual([])
  })

  test('also if it has more from the last release, and several sign-ins are concurrent', async () => {
    const ada = await member()
    await open(ada, 3 * MAX, daysAgo(8))
    await Promise.all([signIn(ada), signIn(ada), signIn(ada), signIn(ada)])
    expect(await count(ada)).toBe(MAX)
    expect((await ada.get('/api/auth/user')).status).toBe(200)
  })

  test('sessions of another account do not count', async () => {
    const [ada, ben] = [await member(), await member()]
    await open(ben, MAX - 1, daysAgo(8))
    await signIn(ada)
    expect([await count(ada), await count(ben)]).toEqual([2, MAX])
  })
})

test('each cookie has the lifetime that the privacy policy states', async () => {
  const eve = visitor()
  const responses = [
    await eve.send('/api/claims', json({ email: 'eve@example.com' })),
    await eve.send('/api/auth/register', json(EVE)),
    await eve.send('/api/logout', { headers: { 'sec-fetch-site': 'none' } }),
  ]
  const set = responses.flatMap(({ headers }) => headers.getSetCookie()).filter((line) => !/max-age=0/i.test(line))
  const days = set.map((line) => [line.split('=')[0], Number(/max-age=(\d+)/i.exec(line)?.[1]) / 86_400])
  expect(Object.fromEntries(days)).toEqual({
    '__Host-anon': 400,
    '__Host-latchkey': 180,
    '__Host-device': 400,
    '__Host-left': 400,
  })
})

test('a browser without a sign-in for 400 days is forgotten', async () => {
  const ada = await member()
  const daysAgo = (days: number) => new Date(Date.now() - days * 86_400_000)
  const browsers = [['old', daysAgo(401)] as const, ['known', daysAgo(399)] as const]
  for (const [deviceHash, seenAt] of browsers)
    await database.db.insert(knownDevices).values({ userId: ada.user.id, deviceHash, seenAt })
  await runJob(app, 'accounts.prune')
  const left = await listDevices(database.db, ada.user.id)
  expect(left.map(({ deviceHash }) => deviceHash)).toContain('known')
  expect(left.map(({ deviceHash }) => deviceHash)).not.toContain('old')
})

const EVE = {
  email: 'eve@example.com',
  password: 'a lantern in the fog',
  confirmPassword: 'a lantern in the fog',
  firstName: 'Eve',
  lastName: 'Ames',
  userType: 'founder',
}

const json = (body: unknown) => ({
  method: 'POST',
  body: JSON.stringify(body),
  headers: { 'content-type': 'application/json' },
})
