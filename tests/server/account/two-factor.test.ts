import { Secret, TOTP } from 'otpauth'
import { describe, expect, test } from 'vitest'
import type { User } from '#shared/accounts/contract.ts'
import { verifyEmail } from '#tests/support/actors/projects.ts'
import { startTestApp } from '#tests/support/app.ts'
import type { Client } from '#tests/support/client.ts'
import { inOrder } from '#tests/support/in-order.ts'
import { codeIn, mailTo } from '#tests/support/stand-ins/mailbox.ts'
import { makeAppOld, makeStale } from '#tests/support/stand-ins/stale-responses.ts'
import { secondFactorOf } from '#tests/support/state/accounts.ts'

let skippedMs = 0
const app = await startTestApp({ world: { now: () => new Date(Date.now() + skippedMs) } })
const { member, visitor, database } = app

/** Each test uses a code of a separate step, as if it were typed half a minute later. */
const nextStep = () => {
  skippedMs += 30_000
}
const codeOf = (secret: string) => new TOTP({ secret: Secret.fromBase32(secret) }).generate({ timestamp: Date.now() + skippedMs })
const begin = async (client: Client) => (await client.post<{ secret: string; otpauthUrl: string }>('/api/auth/totp/begin')).body
const signIn = (person: { user: User; password: string }, totp?: string) =>
  visitor().post('/api/auth/login', { email: person.user.email, password: person.password, ...(totp !== undefined && { totp }) })

/** An account with a confirmed address: only then can an app be set up. */
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

test('the app gets all parameters, and sign-in requires no code before the setup is confirmed', async () => {
  const ada = await owner()
  const { secret, otpauthUrl } = await begin(ada)
  const app = new URL(otpauthUrl)
  expect([app.protocol, app.host]).toEqual(['otpauth:', 'totp'])
  expect(app.searchParams.get('secret')).toBe(secret)
  expect(app.searchParams.get('issuer')).toBe('Latchkey')
  expect((await signIn(ada)).status).toBe(200)
})

test('sign-in requires a code of the app, and the reply does not read as a lost session', async () => {
  const ada = await enrolled()
  expect((await ada.get<User>('/api/auth/user')).body.hasTwoFactor).toBe(true)
  await mailTo(app, ada.user.email, /two-factor authentication is on/i)
  const refused = await signIn(ada)
  expect(refused).toMatchObject({ status: 401, body: { code: 'totp-required' } })
  expect(JSON.stringify(refused.body)).not.toContain('Unauthorized')
  nextStep()
  expect(await signIn(ada, '000000')).toMatchObject({ status: 401, body: { code: 'totp-invalid' } })
  expect((await signIn(ada, codeOf(ada.secret))).status).toBe(200)
})

test('a code is requested only after the right password', async () => {
  const ada = await enrolled()
  const reply = await signIn({ user: ada.user, password: 'not-the-password' }, codeOf(ada.secret))
  expect(reply).toMatchObject({ status: 401, body: { code: 'accounts.invalid-credentials' } })
})

test('one code signs in once, even with concurrent requests', async () => {
  const ada = await enrolled()
  nextStep()
  const code = codeOf(ada.secret)
  const replies = await Promise.all(Array.from({ length: 4 }, () => signIn(ada, code)))
  expect(replies.map(({ status }) => status).sort()).toEqual([200, 401, 401, 401])
  expect((await signIn(ada, code)).status).toBe(401)
})

test('the code that confirmed the app cannot be used to sign in', async () => {
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
])('a code %s is accepted within the clock tolerance', async (_, offMs, status) => {
  const ada = await enrolled()
  skippedMs += 90_000
  const code = new TOTP({ secret: Secret.fromBase32(ada.secret) }).generate({ timestamp: Date.now() + skippedMs + offMs })
  expect((await signIn(ada, code)).status).toBe(status)
})

test('a recovery code replaces a lost phone once, in any case', async () => {
  const ada = await enrolled()
  expect(ada.recoveryCodes).toHaveLength(10)
  expect(new Set(ada.recoveryCodes).size).toBe(10)
  const [first = '', second = ''] = ada.recoveryCodes
  expect((await signIn(ada, first.toUpperCase())).status).toBe(200)
  expect((await signIn(ada, first)).status).toBe(401)
  expect((await signIn(ada, second.replace('-', ' '))).status).toBe(200)
})

test('another account’s recovery code does not', async () => {
  const [ada, eve] = [await enrolled(), await enrolled()]
  expect((await signIn(ada, eve.recoveryCodes[0])).status).toBe(401)
})

test('the database stores neither the secret nor the codes in clear text', async () => {
  const ada = await enrolled()
  const { apps, recoveryCodes } = await secondFactorOf(database.db, ada.user.id)
  const kept = [...apps, ...recoveryCodes]
  const dump = kept.map((row) => JSON.stringify(row, (_, value) => value)).join()
  const raw = kept.flatMap((row) => ('secret' in row ? [Buffer.from(row.secret).toString('latin1')] : []))
  for (const secret of [ada.secret, ...ada.recoveryCodes, ...ada.recoveryCodes.map((code) => code.replace('-', ''))]) {
    expect(dump).not.toContain(secret)
    expect(raw.join()).not.toContain(secret)
  }
})

test('disabling it requires a fresh step-up, and is reported to the owner', async () => {
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
  const enrolledStale = async () => {
    const ada = await enrolled()
    await makeStale(database.db, ada.user)
    return ada
  }

  test('cannot step up in an account with an app: neither by the password nor by a mailed code', async () => {
    const thief = await enrolledStale()
    await thief.post('/api/auth/code')
    const code = codeIn(await mailTo(app, thief.user.email, /latchkey code/i))
    for (const proof of [{ password: thief.password }, { code }]) {
      const refused = await thief.post('/api/auth/step-up', proof)
      expect(refused).toMatchObject({ status: 401, body: { code: 'totp-required' } })
      expect(JSON.stringify(refused.body)).not.toContain('Unauthorized')
      expect(await thief.post('/api/auth/step-up', { ...proof, totp: '000000' })).toMatchObject({
        body: { code: 'totp-invalid' },
      })
    }
    expect((await thief.post('/api/auth/totp/disable')).body).toMatchObject({ code: 'step-up' })
  })

  test('cannot change the password, and so gets neither a fresh step-up nor new attempts for codes of the app', async () => {
    const thief = await enrolledStale()
    const change = { currentPassword: thief.password, newPassword: 'k7#mQz2pp' }
    expect((await thief.post('/api/update-password', change)).body).toMatchObject({ code: 'step-up' })
    nextStep()
    await thief.post('/api/auth/step-up', { password: thief.password, totp: codeOf(thief.secret) })
    expect((await thief.post('/api/update-password', change)).status).toBe(200)
  })

  test('cannot change the password while the app is being enabled', async () => {
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

  test('while a code of the app, or a recovery code, keeps the mailed code valid until it is entered', async () => {
    const ada = await enrolledStale()
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

  test('cannot replace the app that its owner confirms', async () => {
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

  test('is refused a step-up if the app is enabled during it', async () => {
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

test('a confirmed app cannot be replaced', async () => {
  const ada = await enrolled()
  expect(await ada.post('/api/auth/totp/begin')).toMatchObject({ status: 409, body: { code: 'accounts.two-factor-on' } })
  nextStep()
  expect((await ada.post('/api/auth/totp/confirm', { code: codeOf(ada.secret) })).status).toBe(409)
})

test('a confirmation without a setup, or with a wrong code, enables nothing', async () => {
  const ada = await owner()
  expect((await ada.post('/api/auth/totp/confirm', { code: '123456' })).body).toMatchObject({ code: 'accounts.two-factor-off' })
  const { secret } = await begin(ada)
  const wrong = codeOf(secret) === '123456' ? '123457' : '123456'
  expect((await ada.post('/api/auth/totp/confirm', { code: wrong })).body).toMatchObject({ code: 'accounts.code-invalid' })
  expect((await signIn(ada)).status).toBe(200)
})

test('a password reset does not remove it once it is a week old', async () => {
  const ada = await enrolled()
  await makeAppOld(database.db, ada.user)
  await visitor().post('/api/auth/forgot-password', { email: ada.user.email })
  const mail = await mailTo(app, ada.user.email, /reset your password/i)
  const token = /#(\S+)/.exec(mail.text ?? '')?.[1]
  expect((await visitor().post('/api/auth/reset-forgotten', { token, newPassword: 'k7#mQz2pp' })).status).toBe(200)
  expect((await signIn({ ...ada, password: 'k7#mQz2pp' })).body).toMatchObject({ code: 'totp-required' })
})
