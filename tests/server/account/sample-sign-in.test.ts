import { expect, test } from 'vitest'
import { seedAccounts } from '#server/seed/accounts.ts'
import { sampleAccounts, type User } from '#shared/accounts/contract.ts'
import { startTestApp } from '#tests/support/app.ts'

const offered = await startTestApp({ env: { SEED: 'demo' } })
await seedAccounts(offered.database.db, 'a-long-sample-password')

test.each(sampleAccounts)('a press signs in as the sample %s, without a password', async (account) => {
  const visitor = offered.visitor()
  const { status, body } = await visitor.post<User>('/api/auth/sample', { account })
  expect([status, body.email]).toEqual([200, `${account}@latchkey.example`])
  expect((await visitor.get<User>('/api/auth/user')).body.email).toBe(body.email)
})

test.each([
  ['names another host', { host: 'latchkey.example', origin: 'http://latchkey.example' }],
  ['came through a proxy', { 'x-forwarded-for': '203.0.113.7' }],
])('a request that %s does not sign in', async (_, headers) => {
  const visitor = offered.visitor()
  const reply = await visitor.post('/api/auth/sample', { account: 'admin' }, { headers })
  expect(reply).toMatchObject({ status: 404, body: { code: 'not-found' } })
  expect((await visitor.get('/api/auth/user')).status).toBe(401)
})

test('it is offered to the app only where it works', async () => {
  const closed = await startTestApp()
  await seedAccounts(closed.database.db, 'a-long-sample-password')
  expect(await closed.visitor().post('/api/auth/sample', { account: 'admin' })).toMatchObject({ status: 404 })
  expect((await closed.visitor().get('/api/config')).body).not.toHaveProperty('sampleSignIn')
  expect((await offered.visitor().get('/api/config')).body).toHaveProperty('sampleSignIn', true)
  await closed.stop()
})

test('another account is refused', async () => {
  expect(await offered.visitor().post('/api/auth/sample', { account: 'owner' })).toMatchObject({ status: 422 })
})
