import { eq } from 'drizzle-orm'
import { Secret, TOTP } from 'otpauth'
import { describe, expect, test, vi } from 'vitest'
import { users } from '#drizzle/schema/index.ts'
import { verifyEmail } from '#tests/support/actors/projects.ts'
import { startTestApp } from '#tests/support/app.ts'
import type { Client } from '#tests/support/client.ts'
import { mailsTo, mailTo, tokenIn } from '#tests/support/stand-ins/mailbox.ts'
import { makeAppOld, makeStale } from '#tests/support/stand-ins/stale-responses.ts'
import { findUser, listDevices } from '#tests/support/state/accounts.ts'
import { from, login, NEW, start, times, useUp } from './setup.ts'

test('a client address that has used up its attempts does not use up the attempts of others', async () => {
  const app = await start()
  const ada = await app.member()
  await times(100, (at) => login(app.visitor(), `stranger-${at}@example.com`, 'not-the-password', '6.6.6.6'))
  const refused = await times(20, () => login(app.visitor(), ada.user.email, 'not-the-password', '6.6.6.6'))
  expect(refused.every(({ status }) => status === 429)).toBe(true)
  expect((await login(app.visitor(), ada.user.email, ada.password)).status).toBe(200)
})

test('a browser that the account knows signs in and changes the password while strangers use up the attempts of the e-mail address', async () => {
  const app = await start()
  const ada = await app.member()
  const tries = await times(12, () => login(app.visitor(), ada.user.email, 'not-the-password', '6.6.6.6'))
  expect(tries.at(-1)?.status).toBe(429)
  expect((await login(app.visitor(), ada.user.email, ada.password)).status).toBe(429)
  expect((await ada.post('/api/update-password', { currentPassword: ada.password, newPassword: NEW })).status).toBe(200)
  await ada.post('/api/auth/logout')
  expect((await login(ada, ada.user.email, NEW)).status).toBe(200)
})

test('the cookie of a browser that another account knows gives no attempts of its own', async () => {
  const app = await start()
  const [ada, eve] = [await app.member(), await app.member()]
  await times(10, () => login(app.visitor(), ada.user.email, 'not-the-password', '6.6.6.6'))
  expect((await login(eve, ada.user.email, 'not-the-password')).status).toBe(429)
})

test('a known browser has ten attempts too', async () => {
  const app = await start()
  const ada = await app.member()
  const tries = await times(11, () => login(ada, ada.user.email, 'not-the-password'))
  expect(tries.map(({ status }) => status)).toEqual([...Array(10).fill(401), 429])
})

test('a browser in which a password was reset by mail can sign in, even while strangers use up attempts', async () => {
  const app = await start()
  const ada = await app.member()
  await times(12, () => login(app.visitor(), ada.user.email, 'not-the-password', '6.6.6.6'))
  const phone = app.visitor()
  await phone.post('/api/auth/forgot-password', { email: ada.user.email }, from('10.0.0.1'))
  const token = tokenIn(await mailTo(app, ada.user.email, /reset your password/i))
  expect((await phone.post('/api/auth/reset-forgotten', { token, newPassword: NEW }, from('10.0.0.1'))).status).toBe(200)
  expect((await login(phone, ada.user.email, NEW)).status).toBe(200)
})

test('a thief in one session does not use up the owner’s step-up attempts in another', async () => {
  const app = await start()
  const ada = await app.member()
  const laptop = app.visitor()
  await login(laptop, ada.user.email, ada.password)
  await makeStale(app.database.db, ada.user)
  const tries = await times(11, () => laptop.post('/api/auth/step-up', { password: 'not-the-password' }))
  expect(tries.at(-1)?.status).toBe(429)
  expect((await ada.post('/api/auth/step-up', { password: ada.password })).status).toBe(200)
})

test.each<[string, (client: Client) => Promise<{ status: number }>]>([
  ['a step-up', (client) => client.post('/api/auth/step-up', { password: 'not-the-password' }, from('6.6.6.6'))],
  [
    'a new password, with the old one',
    (client) => client.post('/api/update-password', { currentPassword: 'a-fine-password', newPassword: NEW }, from('6.6.6.6')),
  ],
  ['a new password, after a step-up', (client) => client.post('/api/reset-password', { newPassword: NEW }, from('6.6.6.6'))],
])('an attacker with many accounts makes a node hash at most a hundred passwords in a quarter of an hour: %s', async (_, ask) => {
  const app = await start()
  const [ada, eve, other] = [await app.member(), await app.member(), await app.member()]
  await useUp(app, 'proof-address', '6.6.6.6', 98)
  expect((await ask(eve)).status).not.toBe(429)
  await useUp(app, 'proof-address', '6.6.6.6', 1).catch(() => undefined)
  const [hash, verify] = [vi.spyOn(Bun.password, 'hash'), vi.spyOn(Bun.password, 'verify')]
  expect((await ask(other)).status).toBe(429)
  expect([hash.mock.calls.length, verify.mock.calls.length]).toEqual([0, 0])
  vi.restoreAllMocks()
  expect((await ada.post('/api/auth/step-up', { password: ada.password }, from('10.0.0.1'))).status).toBe(200)
})

test('right passwords are limited too: each opens a session, and notifies the owner of a new device', async () => {
  const app = await start()
  const { db } = app.database
  const ada = await app.member()
  const replies = await times(21, () => {
    ada.cookies.delete('__Host-device')
    return ada.post('/api/auth/step-up', { password: ada.password })
  })
  expect(replies.map(({ status }) => status)).toEqual([...Array(20).fill(200), 429])
  expect(await listDevices(db, ada.user.id)).toHaveLength(21)
})

test('wrong authenticator codes are reported to the owner once, and are limited over the day', async () => {
  let skippedMs = 0
  const app = await startTestApp({
    env: { RATE_LIMIT_SCALE: '1', TRUST_PROXY: '1' },
    world: { now: () => new Date(Date.now() + skippedMs) },
  })
  const { db, sql } = app.database
  const ada = await app.member()
  await verifyEmail(db, ada.user)
  const { secret } = (await ada.post<{ secret: string }>('/api/auth/totp/begin')).body
  const codeNow = () => new TOTP({ secret: Secret.fromBase32(secret) }).generate({ timestamp: Date.now() + skippedMs })
  expect((await ada.post('/api/auth/totp/confirm', { code: codeNow() })).status).toBe(200)
  skippedMs += 60_000
  const guess = () => login(app.visitor(), ada.user.email, ada.password, '6.6.6.6', '000000')
  expect((await times(5, guess)).map(({ body }) => body.code)).toEqual(Array(5).fill('totp-invalid'))
  expect(await mailsTo(app, ada.user.email, /wrong sign-in codes/i)).toEqual([])
  await guess()
  await mailTo(app, ada.user.email, /wrong sign-in codes/i)

  // The limits of a quarter of an hour are reset; the limit of the day is not.
  const quarter = () => sql`delete from rate_limits where bucket in ('login-identifier', 'login-address', 'totp')`
  for (let round = 0; round < 5; round += 1) {
    await quarter()
    await times(8, guess)
  }
  await quarter()
  expect((await login(app.visitor(), ada.user.email, ada.password, '6.6.6.6', codeNow())).status).toBe(429)
  expect(await mailsTo(app, ada.user.email, /wrong sign-in codes/i)).toHaveLength(1)
  // The owner’s known browser has its own attempts.
  await ada.post('/api/auth/logout')
  expect((await login(ada, ada.user.email, ada.password, '10.0.0.1', codeNow())).status).toBe(200)
  expect(await findUser(db, { id: ada.user.id })).toMatchObject({ hasTwoFactor: true })
})

describe('attempts for authenticator codes', () => {
  let skippedMs = 0
  /** An account with an app, whose setup code has expired. */
  async function enrolled() {
    const app = await startTestApp({
      env: { RATE_LIMIT_SCALE: '1', TRUST_PROXY: '1' },
      world: { now: () => new Date(Date.now() + skippedMs) },
    })
    const ada = await app.member()
    await verifyEmail(app.database.db, ada.user)
    const { secret } = (await ada.post<{ secret: string }>('/api/auth/totp/begin')).body
    const codeNow = () => new TOTP({ secret: Secret.fromBase32(secret) }).generate({ timestamp: Date.now() + skippedMs })
    expect((await ada.post('/api/auth/totp/confirm', { code: codeNow() })).status).toBe(200)
    skippedMs += 60_000
    return { app, ada, codeNow }
  }
  const codesOf = (replies: { body: { code?: string } }[]) => replies.map(({ body }) => body.code)
  const WRONG = Array(10).fill('totp-invalid')

  test('belong to the account: a reader of its mailbox gets no more of them by resets in other browsers', async () => {
    const { app, ada } = await enrolled()
    await makeAppOld(app.database.db, ada.user)
    const codes = await times(2, async (round) => {
      const [eve, newPassword] = [app.visitor(), `${NEW}${round}`]
      await eve.post('/api/auth/forgot-password', { email: ada.user.email }, from('6.6.6.6'))
      const links = () => mailsTo(app, ada.user.email, /reset your password/i)
      await expect.poll(async () => (await links()).length).toBe(round + 1)
      const token = tokenIn(await mailTo(app, ada.user.email, /reset your password/i))
      expect((await eve.post('/api/auth/reset-forgotten', { token, newPassword }, from('6.6.6.6'))).status).toBe(200)
      return codesOf(await times(10, () => login(eve, ada.user.email, newPassword, '6.6.6.6', '000000')))
    })
    expect(codes).toEqual([WRONG, Array(10).fill('too-many-requests')])
  })

  test('belong to the account in a browser that it knew before the app', async () => {
    const { app, ada } = await enrolled()
    const { db } = app.database
    const eve = app.visitor()
    await db.update(users).set({ hasTwoFactor: false }).where(eq(users.id, ada.user.id))
    expect((await login(eve, ada.user.email, ada.password)).status).toBe(200)
    await db.update(users).set({ hasTwoFactor: true }).where(eq(users.id, ada.user.id))
    await times(9, () => login(app.visitor(), ada.user.email, ada.password, '6.6.6.6', '000000'))
    const tries = await times(2, () => login(eve, ada.user.email, ada.password, '6.6.6.6', '000000'))
    expect(codesOf(tries)).toEqual(['totp-invalid', 'too-many-requests'])
  })

  test('belong to the browser if a code was accepted there before, and are ten too', async () => {
    const { app, ada, codeNow } = await enrolled()
    const phone = app.visitor()
    expect((await login(phone, ada.user.email, ada.password, '10.0.0.1', codeNow())).status).toBe(200)
    skippedMs += 60_000
    await times(10, () => login(app.visitor(), ada.user.email, ada.password, '6.6.6.6', '000000'))
    expect((await login(phone, ada.user.email, ada.password, '10.0.0.1', codeNow())).status).toBe(200)
    await app.database.sql`delete from rate_limits where bucket in ('login-device', 'totp')`
    const tries = await times(10, () => login(phone, ada.user.email, ada.password, '10.0.0.1', '000000'))
    expect(codesOf(tries)).toEqual(WRONG)
    await app.database.sql`delete from rate_limits where bucket = 'login-device'`
    expect((await login(phone, ada.user.email, ada.password, '10.0.0.1', codeNow())).status).toBe(429)
  })
})
