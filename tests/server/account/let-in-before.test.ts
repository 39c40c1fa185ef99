import { eq } from 'drizzle-orm'
import { Secret, TOTP } from 'otpauth'
import { describe, expect, test } from 'vitest'
import { twoFactor, users } from '#drizzle/schema/index.ts'
import type { User } from '#shared/accounts/contract.ts'
import { verifiedMember } from '#tests/support/actors/projects.ts'
import { startTestApp } from '#tests/support/app.ts'
import type { Client, Reply } from '#tests/support/client.ts'
import { inOrder } from '#tests/support/in-order.ts'
import { mailsTo, mailTo, tokenIn } from '#tests/support/stand-ins/mailbox.ts'
import { makeAppOld } from '#tests/support/stand-ins/stale-responses.ts'
import { findUser } from '#tests/support/state/accounts.ts'

const app = await startTestApp()
const { visitor, database } = app
const { db } = database

const NEW = 'k7#mQz2pp'
const EVIL = 'evil#mQz2pp'
const rowOf = ({ id }: User) => findUser(db, { id })
const signIn = (email: string, password: string, client = visitor()) => client.post('/api/auth/login', { email, password })
const put = (client: Client, body: unknown) => client.post('/api/auth/profile', body, { method: 'PUT' })

async function resetLink(email: string) {
  await visitor().post('/api/auth/forgot-password', { email })
  return tokenIn(await mailTo(app, email, /reset your password/i))
}

type Attacked = { eve: Client; ada: User; password: string; code: string; link: string }

/** An account whose password a thief knows. The thief is signed in and has begun to set up an app and to change the address. */
async function attacked(name: string): Promise<Attacked> {
  const { user: ada, password } = await verifiedMember(app)
  const eve = visitor()
  await signIn(ada.email, password, eve)
  const { secret } = (await eve.post<{ secret: string }>('/api/auth/totp/begin')).body
  const code = new TOTP({ secret: Secret.fromBase32(secret) }).generate()
  const theirs = `${name.replaceAll(/\W+/g, '-')}-evil@example.com`
  await put(eve, { email: theirs })
  return { eve, ada, password, code, link: tokenIn(await mailTo(app, theirs, /confirm your email/i)) }
}

describe('a reset by mail wins against requests admitted before it:', () => {
  const attacks: [string, (one: Attacked) => Promise<Reply<unknown>>][] = [
    ['a sign-in with the old password', ({ eve, ada, password }) => signIn(ada.email, password, eve)],
    ['another password', ({ eve }) => eve.post('/api/reset-password', { newPassword: EVIL })],
    [
      'another password by the old one',
      ({ eve, password }) => eve.post('/api/update-password', { currentPassword: password, newPassword: EVIL }),
    ],
    ['another password in the profile', ({ eve }) => put(eve, { newPassword: EVIL })],
    ['another address', ({ eve }) => put(eve, { email: 'again-evil@example.com' })],
    ['other names', ({ eve }) => put(eve, { firstName: 'Eve' })],
    ['names at the gate', ({ eve }) => eve.post('/api/complete-profile', { firstName: 'Eve', lastName: 'Evil' })],
    ['a proof of the old password', ({ eve, password }) => eve.post('/api/auth/step-up', { password })],
    ['another app', ({ eve }) => eve.post('/api/auth/totp/begin')],
    ['the first code of an app', ({ eve, code }) => eve.post('/api/auth/totp/confirm', { code })],
    ['the link of another address, in the session', ({ eve, link }) => eve.post('/api/auth/verify-email', { token: link })],
    [
      'the link of another address, with the old password',
      ({ link, password }) => visitor().post('/api/auth/verify-email', { token: link, password }),
    ],
    ['that link again', ({ eve }) => eve.post('/api/auth/send-verification')],
    ['a code by mail', ({ eve }) => eve.post('/api/auth/code')],
    ['signing out all others', ({ eve }) => eve.post('/api/auth/sessions', undefined, { method: 'DELETE' })],
    ['deletion of the account', ({ eve }) => eve.post('/api/auth/delete-account', undefined, { method: 'DELETE' })],
  ]
  test.each(attacks)('%s', async (name, attack) => {
    const one = await attacked(name)
    const { ada, eve } = one
    const token = await resetLink(ada.email)
    const reset = () => visitor().post('/api/auth/reset-forgotten', { token, newPassword: NEW })
    const [first, second] = await inOrder(database, ada.id, reset, () => attack(one))
    expect([first.status, second.status]).toEqual([200, 401])
    expect((await eve.get('/api/auth/user')).status).toBe(401)
    expect((await signIn(ada.email, EVIL)).status).toBe(401)
    const { firstName, email } = ada
    expect(await rowOf(ada)).toMatchObject({ firstName, email, pendingEmail: null, hasTwoFactor: false })
    expect((await signIn(ada.email, NEW)).status).toBe(200)
    expect(await mailsTo(app, ada.email, /latchkey code/i)).toEqual([])
  })

  test('an app is not disabled by a session that the reset has ended', async () => {
    const { user: ada, password } = await verifiedMember(app)
    const eve = visitor()
    await signIn(ada.email, password, eve)
    await db.insert(twoFactor).values({ userId: ada.id, secret: new Uint8Array([1]), confirmedAt: new Date() })
    await makeAppOld(db, ada)
    await db.update(users).set({ hasTwoFactor: true }).where(eq(users.id, ada.id))
    const token = await resetLink(ada.email)
    const reset = () => visitor().post('/api/auth/reset-forgotten', { token, newPassword: NEW })
    const [first, second] = await inOrder(database, ada.id, reset, () => eve.post('/api/auth/totp/disable'))
    expect([first.status, second.status]).toEqual([200, 401])
    expect(await rowOf(ada)).toMatchObject({ hasTwoFactor: true })
  })
})

test('an app that is enabled guards a sign-in that was admitted before', async () => {
  const { eve, ada, password, code } = await attacked('switched-on')
  const [confirmed, late] = await inOrder(
    database,
    ada.id,
    () => eve.post('/api/auth/totp/confirm', { code }),
    () => signIn(ada.email, password),
  )
  expect([confirmed.status, late.status]).toEqual([200, 401])
  expect(late.body).toMatchObject({ code: 'totp-required' })
})
