import { sql } from 'drizzle-orm'
import { expect, test } from 'vitest'
import { rateLimits } from '#drizzle/schema/index.ts'
import { clientAddress } from '#server/http/limits/client-address.ts'
import { createLimit, pruneBuckets } from '#server/http/limits/rate-limit.ts'
import { hashToken } from '#server/http/token.ts'
import { Problem } from '#shared/problem.ts'
import type { PushReply } from '#shared/sync/push.ts'
import { startTestApp } from '#tests/support/app.ts'
import { testDatabase } from '#tests/support/database/postgres.ts'
import { newClientId, newMutationId } from '#tests/support/private-lane.ts'
import { listMails } from '#tests/support/state/mails.ts'
import { storedText } from '#tests/support/state/rows.ts'
import { FIXED_KEYS } from '#tests/support/vault.ts'

const database = await testDatabase()
const limit = createLimit({ db: database.db, scale: 1, keys: FIXED_KEYS })
const { member, visitor } = await startTestApp({ env: { RATE_LIMIT_SCALE: '1' } })

const refusalOf = (attempt: Promise<void>) =>
  attempt.then(
    () => undefined,
    (error) => (error instanceof Problem ? error : Promise.reject(error)),
  )

test('concurrent attempts, on two nodes, do not exceed the limit', async () => {
  const otherNode = createLimit({ db: database.connectAgain().db, scale: 1, keys: FIXED_KEYS })
  const tries = Array.from({ length: 30 }, (_, index) => refusalOf((index % 2 ? limit : otherNode)('login-identifier', 'ada')))
  const refusals = (await Promise.all(tries)).filter((refusal) => refusal !== undefined)
  expect(refusals).toHaveLength(20)
  expect(refusals[0]).toMatchObject({ code: 'too-many-requests', status: 429 })
  expect(refusals[0]?.retryAfterSeconds).toBeGreaterThan(890)
  expect(refusals[0]?.retryAfterSeconds).toBeLessThanOrEqual(901) // whole seconds, rounded up
})

test('a client can try again after the wait, and another client is not affected', async () => {
  await limit('login-identifier', 'somebody else')
  await database.db.update(rateLimits).set({ windowStart: sql`now() - interval '15 minutes'` })
  await limit('login-identifier', 'ada')
})

test('a window that ends at this instant is over, even if its start is stored as the millisecond after it', async () => {
  for (let n = 0; n < 30; n += 1) {
    await database.db.transaction(async (tx) => {
      const now = createLimit({ db: tx, scale: 1, keys: FIXED_KEYS })
      for (let at = 0; at < 10; at += 1) await now('login-identifier', `instant ${n}`)
      await tx.update(rateLimits).set({ windowStart: sql`now() - interval '15 minutes'` })
      expect(await refusalOf(now('login-identifier', `instant ${n}`)), `instant ${n}`).toBeUndefined()
    })
  }
})

test('the table contains neither addresses nor names, nor hashes of them that anyone could compute', async () => {
  await limit('login-identifier', 'grace@example.com')
  const rows = await storedText(database.db, rateLimits)
  expect(rows).not.toContain('grace')
  expect(rows).not.toContain(hashToken('grace@example.com'))
})

test('reading a counter takes no place, and reports a limit once it was exceeded', async () => {
  const look = () => refusalOf(limit('code-wrong', 'looked-at', 0))
  expect(await look()).toBeUndefined()
  for (let at = 0; at < 50; at += 1) await limit('code-wrong', 'looked-at')
  for (let at = 0; at < 3; at += 1) expect(await look()).toBeUndefined()
  expect(await refusalOf(limit('code-wrong', 'looked-at'))).toMatchObject({ code: 'too-many-requests' })
  expect(await look()).toMatchObject({ code: 'too-many-requests' })
})

test('expired counters are deleted, each after its own time', async () => {
  for (const bucket of ['code-identifier', 'totp-day', 'code-wrong'] as const) await limit(bucket, 'old')
  await database.db.update(rateLimits).set({ windowStart: sql`now() - interval '2 hours'` })
  await limit('code-identifier', 'new')
  const left = async () => {
    await pruneBuckets(database.db)
    return [...new Set((await database.db.select().from(rateLimits)).map(({ bucket }) => bucket))].sort()
  }
  expect(await left()).toEqual(['code-identifier', 'code-wrong', 'totp-day'])
  await database.db.update(rateLimits).set({ windowStart: sql`now() - interval '6 days'` })
  expect(await left()).toEqual(['code-wrong'])
})

test('one customer of an IPv6 provider, with 65,536 blocks, gets the limit of ten addresses, and one block at most its share of it', async () => {
  const blockOf = (at: number) => `2001:db8:7:${at.toString(16)}::/64`
  const isAccepted = async (key: string, amount = 1) =>
    (await refusalOf(limit('profile-wish-address', key, amount))) === undefined
  const taken: boolean[] = []
  for (let at = 0; at < 12; at += 1) taken.push(await isAccepted(blockOf(at), 20))
  expect(taken).toEqual([...Array(10).fill(true), false, false])
  expect(await isAccepted(blockOf(12))).toBe(false)
  expect(await isAccepted('2001:db8:8:1::/64', 20)).toBe(true)
  for (let at = 0; at < 30; at += 1) expect(await isAccepted('2001:db8:8:1::/64', 20)).toBe(false)
  expect(await isAccepted('2001:db8:8:2::/64', 20)).toBe(true)
  expect(await isAccepted(blockOf(1), 0)).toBe(false)
  await database.db.update(rateLimits).set({ windowStart: sql`now() - interval '61 minutes'` })
  expect(await isAccepted(blockOf(13))).toBe(true)
})

test('concurrent requests from blocks of one customer, on two nodes, do not exceed its limit', async () => {
  const otherNode = createLimit({ db: database.connectAgain().db, scale: 1, keys: FIXED_KEYS })
  const tries = Array.from({ length: 30 }, (_, at) =>
    refusalOf((at % 2 ? limit : otherNode)('profile-wish-address', `2001:db8:9:${at.toString(16)}::/64`, 10)),
  )
  expect((await Promise.all(tries)).filter((refusal) => refusal === undefined)).toHaveLength(20)
})

test('a key that contains more than a block is counted for both blocks of it', async () => {
  const ask = (at: number) => limit('profile-request-record', `update:rec1:2001:db8:7:${at.toString(16)}::/64`)
  for (let at = 0; at < 30; at += 1) await ask(at)
  expect(await refusalOf(ask(30))).toMatchObject({ code: 'too-many-requests' })
  await limit('profile-request-record', 'update:rec2:2001:db8:7:1f::/64')
})

test('an unavailable database lets no request through', async () => {
  const closed = database.connectAgain()
  await closed.close()
  await expect(createLimit({ db: closed.db, scale: 1, keys: FIXED_KEYS })('login-identifier', 'ada')).rejects.toThrow()
})

test('ten wrong passwords block an address for a quarter of an hour, in any spelling, also for the right password', async () => {
  const ada = await member({ email: 'ada@example.com' })
  const login = (email: string, password: string) => visitor().post('/api/auth/login', { email, password })
  for (let attempt = 0; attempt < 10; attempt += 1) {
    expect((await login(attempt % 2 ? ' ADA@example.com' : 'ada@example.com', 'not-the-password')).status).toBe(401)
  }
  const refused = await login('ada@example.com', ada.password)
  expect(refused).toMatchObject({ status: 429, body: { code: 'too-many-requests' } })
  expect(Number(refused.headers.get('retry-after'))).toBeGreaterThan(0)
  expect((await login('grace@example.com', 'not-the-password')).status).toBe(401)
})

test.each([
  ['10.0.0.1', 0, 'the peer'],
  ['10.0.0.1', 1, '10.0.0.1'],
  // The client wrote the first entry itself.
  ['6.6.6.6, 10.0.0.1', 1, '10.0.0.1'],
  ['6.6.6.6, 10.0.0.1, 10.0.0.2', 2, '10.0.0.1'],
  ['10.0.0.1', 2, 'the peer'],
  ['', 1, 'the peer'],
])('behind X-Forwarded-For "%s" with %d trusted proxies the client is %s', (header, trusted, address) => {
  const request = new Request('http://localhost/', { headers: { 'x-forwarded-for': header } })
  expect(clientAddress(request, { requestIP: () => ({ address: 'the peer' }) }, trusted)).toBe(address)
})

test('claim codes requested by a stranger are limited per address, and another address is not affected', async () => {
  const { visitor } = await startTestApp({ env: { RATE_LIMIT_SCALE: '1' } })
  const ask = (email: string) => visitor().post('/api/claims', { email })
  for (let times = 0; times < 5; times += 1) expect((await ask('ada@example.com')).status).toBe(200)
  const refused = await ask(' ADA@example.com')
  expect(refused.status).toBe(429)
  expect(Number(refused.headers.get('retry-after'))).toBeGreaterThan(3500)
  expect((await ask('grace@example.com')).status).toBe(200)
})

test('an account can request five codes an hour, and verify a password ten times a quarter of an hour', async () => {
  const { member } = await startTestApp({ env: { RATE_LIMIT_SCALE: '1' } })
  const ada = await member({ email: 'ada@example.com' })
  const statusesOf = async (times: number, ask: () => Promise<{ status: number }>) => {
    const statuses: number[] = []
    for (let time = 0; time < times; time += 1) statuses.push((await ask()).status)
    return statuses
  }
  expect(await statusesOf(6, () => ada.post('/api/auth/code'))).toEqual([200, 200, 200, 200, 200, 429])
  const guess = () => ada.post('/api/auth/step-up', { password: 'not-the-password' })
  expect(await statusesOf(11, guess)).toEqual([...Array(10).fill(403), 429])
  const change = await ada.post('/api/update-password', { currentPassword: ada.password, newPassword: 'k7#mQz2pp' })
  expect(change.status).toBe(429)
})

test('a newsletter sign-up is silently ignored once its address has had three mails', async () => {
  const { visitor, database: own } = await startTestApp({ env: { RATE_LIMIT_SCALE: '1' } })
  const ask = () => visitor().post('/api/newsletter-signup', { email: 'ada@example.com' })
  for (let time = 0; time < 5; time += 1) expect((await ask()).status).toBe(200)
  expect(await listMails(own.db)).toHaveLength(3)
})

test('outbox sign-ups are counted by client address, for any guest, and wait', async () => {
  const { visitor } = await startTestApp({ env: { RATE_LIMIT_SCALE: '0.05' } })
  const join = async (at: number) => {
    const args = { email: `reader-${at}@example.com` }
    const mutations = [{ id: newMutationId(), name: 'earlyAccess.join', args, madeAt: new Date().toISOString() }]
    const { body } = await visitor().post<PushReply>('/api/sync/push', { clientId: newClientId(), mutations })
    return body.results[0]?.status
  }
  const statuses: unknown[] = []
  for (let at = 0; at < 7; at += 1) statuses.push(await join(at))
  expect(statuses).toEqual([...Array(5).fill('applied'), 'retry', 'retry'])
})
