import { eq } from 'drizzle-orm'
import { Secret, TOTP } from 'otpauth'
import { describe, expect, test } from 'vitest'
import { recoveryCodes, twoFactor } from '#drizzle/schema/index.ts'
import type { User } from '#shared/accounts/contract.ts'
import { verifyEmail } from '#tests/support/actors/projects.ts'
import { startTestApp } from '#tests/support/app.ts'
import type { Client } from '#tests/support/client.ts'
import { inOrder } from '#tests/support/in-order.ts'
import { codeIn, mailTo } from '#tests/support/stand-ins/mailbox.ts'
import { makeAppOld, makeStale } from '#tests/support/stand-ins/stale-responses.ts'

let skippedMs = 0
const app = await startTestApp({ world: { now: () => new Date(Date.now() + skippedMs) } })
const { member, visitor, database } = app

/** Every test's code is of a step of its own, as if it were typed half a minute later. */
const nextStep = () => {
  skippedMs += 30_000
}
const codeOf = (secret: string) => new TOTP({ secret: Secret.fromBase32(secret) }).generate({ timestamp: Date.now() + skippedMs })
const begin = async (client: Client) => (await client.post<{ secret: string; otpauthUrl: string }>('/api/auth/totp/begin')).body
const signIn = (person: { user: User; password: string }, totp?: string) =>
  visitor().post('/api/auth/login', { email: person.user.email, password: person.password, ...(totp !== undefined && { totp }) })

/** Somebody whose address is confirmed: only then an app can be set up. */
async function owner() {
  const ada = await member()
  await verifyEmail(database.db, ada.user)
  return ada
}

async function enrolled() {
  nextStep()
  const ada = await owner()
  const { secret } = await begin(ada)
  const reply = await ada.post<{ recoveryCodes: string[] }>('/api/auth/totp/confirm', { code: codeOf(secret) })
  expect(reply.status).toBe(200)
  return { ...ada, secret, recoveryCodes: reply.body.recoveryCodes }
}

test('the app is told all it needs, and nothing is asked for before it has shown a code', async () => {
  const ada = await owner()
  const { secret, otpauthUrl } = await begin(ada)
  const app = new URL(otpauthUrl)
  expect([app.protocol, app.host]).toEqual(['otpauth:', 'totp'])
  expect(app.searchParams.get('secret')).toBe(secret)
  expect(app.searchParams.get('issuer')).toBe('Latchkey')
  expect((await signIn(ada)).status).toBe(200)
})

test('signing in takes a code of the app, in words that do not read as a lost session', async () => {
  const ada = await enrolled()
  expect((await ada.get<User>('/api/auth/user')).body.hasTwoFactor).toBe(true)
  await mailTo(app, ada.user.email, /two-factor authentication is on/i)
  const asked = await signIn(ada)
  expect(asked).toMatchObject({ status: 401, body: { code: 'totp-required' } })
  expect(JSON.stringify(asked.body)).not.toContain('Unauthorized')
  nextStep()
  expect(await signIn(ada, '000000')).toMatchObject({ status: 401, body: { code: 'totp-invalid' } })
  expect((await signIn(ada, codeOf(ada.secret))).status).toBe(200)
})

test('nobody is asked for a code before the password was right', async () => {
  const ada = await enrolled()
  const reply = await signIn({ user: ada.user, password: 'not-the-password' }, codeOf(ada.secret))
  expect(reply).toMatchObject({ status: 401, body: { code: 'accounts.invalid-credentials' } })
})

test('one code opens one door, however many knock at once', async () => {
  const ada = await enrolled()
  nextStep()
  const code = codeOf(ada.secret)
  const replies = await Promise.all(Array.from({ length: 4 }, () => signIn(ada, code)))
  expect(replies.map(({ status }) => status).sort()).toEqual([200, 401, 401, 401])
  expect((await signIn(ada, code)).status).toBe(401)
})

test('the code that confirmed the app does not sign in as well', async () => {
  nextStep()
  const ada = await owner()
  const { secret } = await begin(ada)
  const code = codeOf(secret)
  expect((await ada.post('/api/auth/totp/confirm', { code })).status).toBe(200)
  expect((await signIn(ada, code)).status).toBe(401)
})

test.each([
  ['of the step before', -30_000, 200],
  ['of the step after', 30_000, 200],
  ['of two steps ago', -60_000, 401],
])('a code %s counts for clocks that are a little off', async (_, offMs, status) => {
  const ada = await enrolled()
  skippedMs += 90_000
  const code = new TOTP({ secret: Secret.fromBase32(ada.secret) }).generate({ timestamp: Date.now() + skippedMs + offMs })
  expect((await signIn(ada, code)).status).toBe(status)
})

test('a recovery code stands in for a lost phone once, typed in any case', async () => {
  const ada = await enrolled()
  expect(ada.recoveryCodes).toHaveLength(10)
  expect(new Set(ada.recoveryCodes).size).toBe(10)
  const [first = '', second = ''] = ada.recoveryCodes
  expect((await signIn(ada, first.toUpperCase())).status).toBe(200)
  expect((await signIn(ada, first)).status).toBe(401)
  expect((await signIn(ada, second.replace('-', ' '))).status).toBe(200)
})

test("nobody else's recovery code does", async () => {
  const [ada, eve] = [await enrolled(), await enrolled()]
  expect((await signIn(ada, eve.recoveryCodes[0])).status).toBe(401)
})

test('the database keeps neither the secret nor the codes as they are', async () => {
  const ada = await enrolled()
  const kept = [
    ...(await database.db.select().from(twoFactor).where(eq(twoFactor.userId, ada.user.id))),
    ...(await database.db.select().from(recoveryCodes).where(eq(recoveryCodes.userId, ada.user.id))),
  ]
  const dump = kept.map((row) => JSON.stringify(row, (_, value) => value)).join()
  const raw = kept.flatMap((row) => ('secret' in row ? [Buffer.from(row.secret).toString('latin1')] : []))
  for (const secret of [ada.secret, ...ada.recoveryCodes, ...ada.recoveryCodes.map((code) => code.replace('-', ''))]) {
    expect(dump).not.toContain(secret)
    expect(raw.join()).not.toContain(secret)
  }
})

test('switching it off takes a recent proof, and is told', async () => {
  const ada = await enrolled()
  await makeStale(database.db, ada.user)
  expect(await ada.post('/api/auth/totp/disable')).toMatchObject({ status: 403, body: { code: 'step-up' } })
  nextStep()
  const proof = { password: ada.password, totp: codeOf(ada.secret) }
  expect((await ada.post('/api/auth/step-up', proof)).status).toBe(200)
  expect((await ada.post('/api/auth/totp/disable')).status).toBe(200)
  await mailTo(app, ada.user.email, /two-factor authentication is off/i)
  expect((await signIn(ada)).status).toBe(200)
  expect((await ada.post('/api/auth/totp/disable')).status).toBe(409)
})

describe('a thief of a laptop, with its saved password and its open mailbox,', () => {
  const stolen = async () => {
    const ada = await enrolled()
    await makeStale(database.db, ada.user)
    return ada
  }

  test('proves nothing to an account with an app: neither by the password nor by a mailed code', async () => {
    const thief = await stolen()
    await thief.post('/api/auth/code')
    const code = codeIn(await mailTo(app, thief.user.email, /latchkey code/i))
    for (const proof of [{ password: thief.password }, { code }]) {
      const asked = await thief.post('/api/auth/step-up', proof)
      expect(asked).toMatchObject({ status: 401, body: { code: 'totp-required' } })
      expect(JSON.stringify(asked.body)).not.toContain('Unauthorized')
      expect(await thief.post('/api/auth/step-up', { ...proof, totp: '000000' })).toMatchObject({
        body: { code: 'totp-invalid' },
      })
    }
    expect((await thief.post('/api/auth/totp/disable')).body).toMatchObject({ code: 'step-up' })
  })

  test('changes no password, and so gets neither a fresh proof nor new tries for codes of the app', async () => {
    const thief = await stolen()
    const change = { currentPassword: thief.password, newPassword: 'k7#mQz2pp' }
    expect((await thief.post('/api/update-password', change)).body).toMatchObject({ code: 'step-up' })
    nextStep()
    await thief.post('/api/auth/step-up', { password: thief.password, totp: codeOf(thief.secret) })
    expect((await thief.post('/api/update-password', change)).status).toBe(200)
  })

  test('changes no password while the app is switched on', async () => {
    const ada = await owner()
    const phone = visitor()
    await phone.post('/api/auth/login', { email: ada.user.email, password: ada.password })
    const { secret } = await begin(ada)
    nextStep()
    const [on, changed] = await inOrder(
      database,
      ada.user.id,
      () => ada.post('/api/auth/totp/confirm', { code: codeOf(secret) }),
      () => phone.post('/api/update-password', { currentPassword: ada.password, newPassword: 'k7#mQz2pp' }),
    )
    expect([on.status, changed.status]).toEqual([200, 401])
  })

  test('while a code of the app, and a recovery code, keep the mailed code good until they are given', async () => {
    const ada = await stolen()
    await ada.post('/api/auth/code')
    const code = codeIn(await mailTo(app, ada.user.email, /latchkey code/i))
    expect((await ada.post('/api/auth/step-up', { code })).body).toMatchObject({ code: 'totp-required' })
    nextStep()
    expect((await ada.post('/api/auth/step-up', { code, totp: codeOf(ada.secret) })).status).toBe(200)
    await makeStale(database.db, ada.user)
    const [totp] = ada.recoveryCodes
    expect((await ada.post('/api/auth/step-up', { password: ada.password, totp })).status).toBe(200)
    expect((await ada.post('/api/auth/totp/disable')).status).toBe(200)
  })

  test('puts no app of their own in the place of the one that its owner confirms', async () => {
    const ada = await owner()
    const thief = visitor()
    await thief.post('/api/auth/login', { email: ada.user.email, password: ada.password })
    const { secret } = await begin(ada)
    nextStep()
    const [, confirmed] = await inOrder(
      database,
      ada.user.id,
      () => begin(thief),
      () => ada.post('/api/auth/totp/confirm', { code: codeOf(secret) }),
    )
    expect(confirmed).toMatchObject({ status: 403, body: { code: 'accounts.code-invalid' } })
    expect((await signIn(ada)).status).toBe(200)
  })

  test('switches no app on between a proof and its end', async () => {
    const ada = await owner()
    const phone = visitor()
    await phone.post('/api/auth/login', { email: ada.user.email, password: ada.password })
    const { secret } = await begin(ada)
    nextStep()
    const [on, proved] = await inOrder(
      database,
      ada.user.id,
      () => ada.post('/api/auth/totp/confirm', { code: codeOf(secret) }),
      () => phone.post('/api/auth/step-up', { password: ada.password }),
    )
    expect([on.status, proved.status]).toEqual([200, 401])
  })
})

test("an app that is confirmed is not replaced behind its owner's back", async () => {
  const ada = await enrolled()
  expect(await ada.post('/api/auth/totp/begin')).toMatchObject({ status: 409, body: { code: 'accounts.two-factor-on' } })
  nextStep()
  expect((await ada.post('/api/auth/totp/confirm', { code: codeOf(ada.secret) })).status).toBe(409)
})

test('confirming without having begun, or with a wrong code, switches nothing on', async () => {
  const ada = await owner()
  expect((await ada.post('/api/auth/totp/confirm', { code: '123456' })).body).toMatchObject({ code: 'accounts.two-factor-off' })
  const { secret } = await begin(ada)
  const wrong = codeOf(secret) === '123456' ? '123457' : '123456'
  expect((await ada.post('/api/auth/totp/confirm', { code: wrong })).body).toMatchObject({ code: 'accounts.code-invalid' })
  expect((await signIn(ada)).status).toBe(200)
})

test('a forgotten password does not undo it once it is a week old', async () => {
  const ada = await enrolled()
  await makeAppOld(database.db, ada.user)
  await visitor().post('/api/auth/forgot-password', { email: ada.user.email })
  const mail = await mailTo(app, ada.user.email, /reset your password/i)
  const token = /#(\S+)/.exec(mail.text ?? '')?.[1]
  expect((await visitor().post('/api/auth/reset-forgotten', { token, newPassword: 'k7#mQz2pp' })).status).toBe(200)
  expect((await signIn({ ...ada, password: 'k7#mQz2pp' })).body).toMatchObject({ code: 'totp-required' })
})
