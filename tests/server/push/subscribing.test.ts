import { eq } from 'drizzle-orm'
import { afterEach, describe, expect, test } from 'vitest'
import { pushSubscriptions, serverSecrets, sessions } from '#drizzle/schema/index.ts'
import { openKeyring } from '#server/crypto/keyring.ts'
import { openVapidKeys } from '#server/features/push/vapid-keys.ts'
import { SESSION_COOKIE } from '#server/http/session.ts'
import { hashToken } from '#server/http/token.ts'
import type { SessionEntry } from '#shared/accounts/security-contract.ts'
import { MAX_PUSH_DEVICES, type PushState } from '#shared/push/contract.ts'
import { account } from '#tests/support/actors/account.ts'
import type { Client } from '#tests/support/client.ts'
import { startPushing } from './setup.ts'

const { app, service, put, turnOn, isOn, payOut, messagesOf, waiting, retryAfter, stored } = await startPushing()
const { db } = app.database

type Person = Awaited<ReturnType<typeof app.member>>

const signIn = async ({ user, password }: Person) => {
  const client = app.visitor()
  expect((await client.post('/api/auth/login', { email: user.email, password })).status).toBe(200)
  return client
}
const sidOf = (client: Client) => hashToken(client.cookies.get(SESSION_COOKIE) ?? '')

test('the keys are generated once, kept encrypted, and the same on every node', async () => {
  const ada = await account(app)
  const { publicKey } = (await ada.get<PushState>('/api/push')).body
  const point = Buffer.from(publicKey, 'base64url')
  expect([point.length, point[0]]).toEqual([65, 4])
  const again = await openVapidKeys(db, await openKeyring(db), {})
  expect(again.publicKey).toBe(publicKey)
  expect(await stored(serverSecrets)).toContain('vapid')
  expect(await stored(serverSecrets)).not.toContain(again.privateKey)
  const given = { VAPID_PUBLIC_KEY: 'B'.repeat(87), VAPID_PRIVATE_KEY: 'c'.repeat(43) }
  expect((await openVapidKeys(db, await openKeyring(db), given)).publicKey).toBe(given.VAPID_PUBLIC_KEY)
})

test('a subscription is stored encrypted: neither its address nor its keys are in the table', async () => {
  const ada = await account(app)
  const phone = await turnOn(ada)
  const rows = await stored(pushSubscriptions)
  expect(rows).toContain('psh_')
  const { pathname } = new URL(phone.endpoint)
  for (const secret of [pathname, phone.auth, phone.p256dh]) expect(rows).not.toContain(secret)
})

test('the export of an account contains since when pushes are on, and no address', async () => {
  const ada = await app.member()
  const phone = await turnOn(ada)
  await ada.post('/api/auth/step-up', { password: ada.password })
  const { body } = await ada.get<{ pushes: object[] }>('/api/auth/export')
  expect(body.pushes).toEqual([{ turnedOnAt: expect.any(String) }])
  expect(JSON.stringify(body)).not.toContain(phone.endpoint)
})

test('a fresh proof of identity, and a sign-in again, keep the pushes of the browser; another account does not get them', async () => {
  const [ada, eve] = [await app.member(), await app.member()]
  const phone = await turnOn(ada)
  await ada.post('/api/auth/step-up', { password: ada.password })
  expect(await isOn(ada)).toBe(true)
  await ada.post('/api/auth/login', { email: ada.user.email, password: ada.password })
  expect(await isOn(ada)).toBe(true)
  await payOut(ada)
  await expect.poll(() => messagesOf(phone)).toHaveLength(1)
  await ada.post('/api/auth/login', { email: eve.user.email, password: eve.password })
  expect(await isOn(ada)).toBe(false)
  expect(await stored(pushSubscriptions)).not.toContain(sidOf(ada))
})

test('a subscription needs a session, and is of that session alone', async () => {
  expect(await put(app.visitor(), await service.newBrowser())).toMatchObject({ status: 401 })
  const ada = await app.member()
  const laptop = await signIn(ada)
  await turnOn(ada)
  expect([await isOn(ada), await isOn(laptop)]).toEqual([true, false])
})

test.each([
  ['without TLS', 'http://push.example/send/1'],
  ['of this machine', 'https://127.0.0.1/send/1'],
  ['of a private network', 'https://10.1.2.3/send/1'],
  ['of the metadata service', 'https://169.254.169.254/latest'],
  ['of this machine, as IPv6', 'https://[::1]/send/1'],
  ['of this machine, as a number', 'https://2130706433/send/1'],
  ['of this machine, by name', 'https://localhost/send/1'],
  ['of a local name', 'https://intranet/send/1'],
  ['of a local domain', 'https://printer.local/send/1'],
  ['at another port', 'https://push.example:8443/send/1'],
  ['with a password', 'https://a:b@push.example/send/1'],
])('an address %s is refused', async (_, endpoint) => {
  const ada = await account(app)
  const browser = await service.newBrowser()
  expect(await put(ada, { ...browser, endpoint })).toMatchObject({ status: 422, body: { code: 'push.endpoint-refused' } })
  expect(await isOn(ada)).toBe(false)
})

test('an account has a limited number of subscriptions: one more ends the oldest', async () => {
  const ada = await account(app)
  const browsers: Client[] = []
  for (let count = 0; count <= MAX_PUSH_DEVICES; count += 1) {
    const browser = app.visitor()
    const token = `token-${count}`
    browser.cookies.set(SESSION_COOKIE, token)
    const expire = new Date(Date.now() + 60_000)
    await db.insert(sessions).values({ sid: hashToken(token), userId: ada.user.id, expire, seenAt: new Date() })
    await turnOn(browser)
    browsers.push(browser)
  }
  expect(await Promise.all([0, 1, MAX_PUSH_DEVICES].map((at) => isOn(browsers[at] as Client)))).toEqual([false, true, true])
})

test('a browser that signs in to another account ends the pushes of the earlier one', async () => {
  const [ada, eve] = [await account(app), await account(app)]
  const browser = await turnOn(ada)
  expect((await put(eve, browser)).body.isOn).toBe(true)
  expect(await isOn(ada)).toBe(false)
  await payOut(ada)
  await payOut(eve)
  await expect.poll(() => messagesOf(browser)).toMatchObject([{ to: eve.user.principalId }])
})

const ENDINGS: [string, (ada: Person, phone: Client) => Promise<unknown>][] = [
  ['it is turned off there', (_, phone) => phone.send('/api/push', { method: 'DELETE' })],
  ['the device signs out', (_, phone) => phone.post('/api/auth/logout')],
  ['the device signs out through the address bar', (_, phone) => phone.post('/api/logout')],
  [
    'it is signed out elsewhere',
    async (ada) => {
      const { body } = await ada.get<SessionEntry[]>('/api/auth/sessions')
      const other = body.find(({ isCurrent }) => !isCurrent)
      return ada.send(`/api/auth/sessions/${other?.id}`, { method: 'DELETE' })
    },
  ],
  ['all others are signed out', (ada) => ada.send('/api/auth/sessions', { method: 'DELETE' })],
  [
    'the password is changed',
    (ada) =>
      ada.post('/api/update-password', {
        ...{ currentPassword: ada.password, newPassword: 'k7#mQz2pp', confirmPassword: 'k7#mQz2pp' },
      }),
  ],
  [
    'the session expires',
    (_, phone) =>
      db
        .update(sessions)
        .set({ expire: new Date(0) })
        .where(eq(sessions.sid, sidOf(phone))),
  ],
  [
    'the session is idle',
    (_, phone) =>
      db
        .update(sessions)
        .set({ seenAt: new Date(0) })
        .where(eq(sessions.sid, sidOf(phone))),
  ],
]

describe('a device gets no push', () => {
  afterEach(() => service.answerWith(undefined))

  test.each(ENDINGS)('once %s, not even one that was waiting', async (_, end) => {
    const ada = await app.member()
    const phone = await signIn(ada)
    const own = await turnOn(ada)
    const browser = await turnOn(phone)
    service.answerWith(() => ({ status: 503 }))
    await payOut(ada)
    await expect.poll(async () => (await waiting()).length).toBe(2)
    await end(ada, phone)
    service.answerWith(undefined)
    const before = service.calls()
    await payOut(ada)
    await retryAfter(16)
    expect(messagesOf(browser)).toEqual([])
    // The other device gets both, unless its own session has ended as well.
    expect(service.calls() - before).toBe(messagesOf(own).length)
    expect(await waiting()).toEqual([])
  })

  test('once the account is deleted: nothing of it is left', async () => {
    const ada = await app.member()
    const browser = await turnOn(ada)
    const sid = sidOf(ada)
    service.answerWith(() => ({ status: 503 }))
    await payOut(ada)
    await expect.poll(() => waiting()).toMatchObject([{ attempts: 1 }])
    expect((await ada.send('/api/auth/delete-account', { method: 'DELETE' })).status).toBe(200)
    service.answerWith(undefined)
    expect(await stored(pushSubscriptions)).not.toContain(sid)
    await retryAfter(16)
    expect([messagesOf(browser), await waiting()]).toEqual([[], []])
  })
})
