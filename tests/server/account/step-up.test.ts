import { eq } from 'drizzle-orm'
import { describe, expect, test } from 'vitest'
import { authTokens } from '#drizzle/schema/index.ts'
import { SESSION_COOKIE } from '#server/http/session.ts'
import type { User } from '#shared/accounts/contract.ts'
import { startTestApp } from '#tests/support/app.ts'
import type { Client } from '#tests/support/client.ts'
import { codeIn, mailsTo, mailTo, tokenIn } from '#tests/support/stand-ins/mailbox.ts'
import { makeStale } from '#tests/support/stand-ins/stale-responses.ts'
import { findUser } from '#tests/support/state/accounts.ts'
import { listMails } from '#tests/support/state/mails.ts'

const app = await startTestApp()
const { member, visitor, database } = app

const put = (client: Client, body: unknown) => client.post<User & { code?: string }>('/api/auth/profile', body, { method: 'PUT' })
const signIn = (email: string, password: string) => visitor().post('/api/auth/login', { email, password })
const stealFrom = (client: Client) => {
  const thief = visitor()
  thief.cookies.set(SESSION_COOKIE, client.cookies.get(SESSION_COOKIE) ?? '')
  return thief
}
const rowOf = ({ id }: User) => findUser(database.db, { id })

describe('a step-up that is eleven minutes old', () => {
  const sensitive: [string, (client: Client) => Promise<{ status: number; body: unknown }>][] = [
    ['another address', (client) => put(client, { email: 'sensitive@example.com' })],
    ['another password in the profile', (client) => put(client, { newPassword: 'k7#mQz2pp' })],
    ['a password reset', (client) => client.post('/api/reset-password', { newPassword: 'k7#mQz2pp' })],
    [
      'a first strong password, after a sign-up with a short one',
      (client) => client.post('/api/set-password', { password: 'k7#mQz2pp' }),
    ],
  ]
  test.each(sensitive)('is not enough for %s', async (_, call) => {
    const ada = await member({ password: 'short1' })
    await makeStale(database.db, ada.user)
    expect(await call(ada)).toMatchObject({ status: 403, body: { code: 'step-up' } })
    expect(await rowOf(ada.user)).toMatchObject({ pendingEmail: null })
    expect((await signIn(ada.user.email, ada.password)).status).toBe(200)
  })

  test.each(sensitive)('is enough again for %s once the password was entered', async (_, call) => {
    const ada = await member({ password: 'short1' })
    await makeStale(database.db, ada.user)
    expect((await ada.post('/api/auth/step-up', { password: ada.password })).status).toBe(200)
    expect((await call(ada)).status).toBe(200)
  })

  test('is renewed by a mailed code, once, and the session is a new one', async () => {
    const ada = await member()
    await makeStale(database.db, ada.user)
    const before = stealFrom(ada)
    await ada.post('/api/auth/code')
    const code = codeIn(await mailTo(app, ada.user.email, /code/i))
    expect((await ada.post('/api/auth/step-up', { code: `${code.slice(0, 3)} ${code.slice(3)}` })).status).toBe(200)
    expect((await before.get('/api/auth/user')).status).toBe(401)
    expect((await ada.post('/api/reset-password', { newPassword: 'k7#mQz2pp' })).status).toBe(200)
    expect(await ada.post('/api/auth/step-up', { code })).toMatchObject({ status: 403, body: { code: 'accounts.code-invalid' } })
  })

  test('a code can be guessed five times at most, and is valid for its account only', async () => {
    const [ada, eve] = [await member(), await member()]
    await ada.post('/api/auth/code')
    const code = codeIn(await mailTo(app, ada.user.email, /code/i))
    expect((await eve.post('/api/auth/step-up', { code })).status).toBe(403)
    const wrong = code === '000000' ? '000001' : '000000'
    const guesses = await Promise.all(Array.from({ length: 6 }, () => ada.post('/api/auth/step-up', { code: wrong })))
    expect(guesses.map(({ status }) => status)).toEqual(Array(6).fill(403))
    expect((await ada.post('/api/auth/step-up', { code })).status).toBe(403)
  })

  test('an expired code, and a replaced one, are not valid', async () => {
    const ada = await member()
    await ada.post('/api/auth/code')
    const first = codeIn(await mailTo(app, ada.user.email, /code/i))
    await ada.post('/api/auth/code')
    await expect.poll(async () => (await mailsTo(app, ada.user.email, /code/i)).length).toBe(2)
    const second = codeIn(await mailTo(app, ada.user.email, /code/i))
    if (first !== second) expect((await ada.post('/api/auth/step-up', { code: first })).status).toBe(403)
    await database.db
      .update(authTokens)
      .set({ expiresAt: new Date(0) })
      .where(eq(authTokens.userId, ada.user.id))
    expect((await ada.post('/api/auth/step-up', { code: second })).status).toBe(403)
  })

  test('a wrong password is refused, and not as a lost session', async () => {
    const ada = await member()
    const { status, body } = await ada.post<{ message: string }>('/api/auth/step-up', { password: 'not-the-password' })
    expect([status, body]).toMatchObject([403, { code: 'accounts.wrong-password' }])
    expect(body.message).not.toContain('Unauthorized')
  })

  test('a refused password reset is offered by mail', async () => {
    const ada = await member()
    await makeStale(database.db, ada.user)
    const refused = await ada.post<{ message: string }>('/api/reset-password', { newPassword: 'k7#mQz2pp' })
    expect(refused.body.message).toContain('link we emailed you')
    const token = tokenIn(await mailTo(app, ada.user.email, /reset your password/i))
    expect((await visitor().post('/api/auth/reset-forgotten', { token, newPassword: 'k7#mQz2pp' })).status).toBe(200)
  })
})

test('step-up codes, claim codes and reset links are urgent mail, and no other mail is', async () => {
  const ada = await member({ email: 'urgent@example.com' })
  await ada.post('/api/auth/code')
  await ada.post('/api/claims', { email: 'urgent@example.com' })
  await visitor().post('/api/auth/forgot-password', { email: 'urgent@example.com' })
  await mailTo(app, 'urgent@example.com', /reset your password/i)
  const mails = await listMails(database.db, { recipient: 'urgent@example.com' })
  const urgent = mails.filter(({ isUrgent }) => isUrgent).map(({ template }) => template)
  expect(urgent.sort()).toEqual(['claim-code', 'code', 'reset-password'])
  expect(mails.length).toBeGreaterThan(urgent.length)
})
