import { eq } from 'drizzle-orm'
import * as v from 'valibot'
import { afterEach, describe, expect, test } from 'vitest'
import { endedSessions, sessions } from '#drizzle/schema/index.ts'
import { SESSION_COOKIE } from '#server/http/session.ts'
import { hashToken } from '#server/http/token.ts'
import type { SessionEntry } from '#shared/accounts/security-contract.ts'
import { SealingKey, SessionEnded } from '#shared/sync/sealing.ts'
import { dismissAdmin, grantAdmin } from '#tests/support/actors/admins.ts'
import { verifiedMember } from '#tests/support/actors/projects.ts'
import { startTestApp } from '#tests/support/app.ts'
import type { Client } from '#tests/support/client.ts'
import { inOrder } from '#tests/support/in-order.ts'
import { mailTo, tokenIn } from '#tests/support/stand-ins/mailbox.ts'
import { listEndedSessions, listSessions } from '#tests/support/state/accounts.ts'

const app = await startTestApp()
const { visitor, member, database } = app
const { db } = database

type Person = Awaited<ReturnType<typeof member>>

const NEW = 'k7#mQz2pp'
const signIn = async (email: string, password: string, client = visitor()) => {
  expect((await client.post('/api/auth/login', { email, password })).status).toBe(200)
  return client
}
const list = async (client: Client) => (await client.get<SessionEntry[]>('/api/auth/sessions')).body
const linkTo = async (email: string, subject: RegExp) => tokenIn(await mailTo(app, email, subject))
const put = (client: Client, body: unknown) => client.post('/api/auth/profile', body, { method: 'PUT' })

async function resetLink(email: string) {
  await visitor().post('/api/auth/forgot-password', { email })
  return linkTo(email, /reset your password/i)
}

/** The answer to a device of this account: the same for push and pull, and for an ordinary call. */
async function answerOn(client: Client, { user }: Person) {
  const clientId = '3f0c5f0e-6e0a-4c39-9d2f-0b8d6f8a1c11'
  const args = { contactId: 'rec1', text: 'words' }
  const id = Bun.randomUUIDv7()
  const mutations = [{ id, name: 'contact.note', args, madeAt: '2026-11-20T10:00:00.000Z' }]
  const me = await client.post<Answer>('/api/sync/me', { principalId: user.principalId, have: {} })
  const push = await client.post<Answer>('/api/sync/push', { principalId: user.principalId, clientId, mutations })
  expect(push).toMatchObject({ status: me.status, body: { code: me.body.code } })
  const call = await client.get<Answer>('/api/auth/user')
  expect(call).toMatchObject({ status: me.status, body: { code: me.body.code } })
  return me
}
type Answer = { code: string; message: string; current?: unknown }

const ENDED = { status: 401, body: { code: 'session-ended' } }
const LOST = { status: 401, body: { code: 'session-lost', message: 'Unauthorized' } }

afterEach(() => void app.world.env.ADMIN_EMAILS.splice(0))

const ENDINGS: [string, (ada: Person) => Promise<{ status: number }>][] = [
  [
    'it was signed out in the list',
    async (ada) => {
      const [away] = (await list(ada)).filter(({ isCurrent }) => !isCurrent)
      return ada.send(`/api/auth/sessions/${away?.id}`, { method: 'DELETE' })
    },
  ],
  ['all other sessions were signed out', (ada) => ada.send('/api/auth/sessions', { method: 'DELETE' })],
  ['the password was changed', (ada) => ada.post('/api/update-password', { currentPassword: ada.password, newPassword: NEW })],
  ['the password was changed after a step-up', (ada) => ada.post('/api/reset-password', { newPassword: NEW })],
  ['the password was changed in the profile', (ada) => put(ada, { newPassword: NEW, currentPassword: ada.password })],
  [
    'the password was reset by mail',
    async (ada) => visitor().post('/api/auth/reset-forgotten', { token: await resetLink(ada.user.email), newPassword: NEW }),
  ],
  [
    'the address was kept by its link',
    async (ada) => {
      await put(ada, { email: `other-${ada.user.email}` })
      return visitor().post('/api/auth/keep-email', { token: await linkTo(ada.user.email, /is being changed/i) })
    },
  ],
  [
    'an admin recovered the account',
    async (ada) => {
      const chief = await member()
      await grantAdmin(app, chief)
      const input = { email: ada.user.email, reason: 'Showed a passport.' }
      const done = await chief.post('/api/admin/accounts/recover', input)
      dismissAdmin(app, chief)
      return done
    },
  ],
]

describe('another browser is notified that it was signed out, after', () => {
  test.each(ENDINGS)('%s', async (_, end) => {
    const ada = await verifiedMember(app)
    const phone = await signIn(ada.user.email, ada.password)
    expect((await phone.get('/api/auth/user')).status).toBe(200)
    expect((await end(ada)).status).toBe(200)
    expect(await answerOn(phone, ada)).toMatchObject(ENDED)
    // The answer stays the same for a device that connects later.
    expect(await answerOn(phone, ada)).toMatchObject(ENDED)
  })

  test('the account got admin rights', async () => {
    const ada = await member()
    const phone = await signIn(ada.user.email, ada.password)
    app.world.env.ADMIN_EMAILS.push(ada.user.email)
    const token = await linkTo(ada.user.email, /confirm your email/i)
    expect((await ada.post('/api/auth/verify-email', { token })).status).toBe(200)
    expect(await answerOn(phone, ada)).toMatchObject(ENDED)
    expect((await ada.get('/api/auth/user')).status).toBe(200)
  })

  test('an admitted request waited for the end of the session', async () => {
    const ada = await verifiedMember(app)
    const phone = await signIn(ada.user.email, ada.password)
    const [first, second] = await inOrder(
      database,
      ada.user.id,
      () => ada.post('/api/auth/sessions', undefined, { method: 'DELETE' }),
      () => phone.post('/api/complete-profile', { firstName: 'Eve', lastName: 'Late' }),
    )
    expect([first.status, second]).toMatchObject([200, ENDED])
  })
})

describe('a thief who has signed in 17,000 times is signed out with all others, after', () => {
  const TIMES = 17_000

  test.each(ENDINGS.slice(1))('%s', async (_, end) => {
    const ada = await verifiedMember(app)
    const thief = await signIn(ada.user.email, ada.password)
    await database.sql`
      insert into sessions (sid, user_id, expire)
      select ${ada.user.id} || n, ${ada.user.id}, now() + interval '180 days' from generate_series(1, ${TIMES}::int) n`
    expect((await end(ada)).status).toBe(200)
    expect(await answerOn(thief, ada)).toMatchObject(ENDED)
    expect((await listSessions(db, { userId: ada.user.id })).length).toBeLessThan(2)
  })
})

describe('a browser is notified only that its session is lost,', () => {
  const ways: [string, (ada: Person, phone: Client) => Promise<unknown>][] = [
    ['after it expired', (ada) => expire(ada, { expire: new Date(Date.now() - 1000) })],
    ['after it was not used for a month', (ada) => expire(ada, { seenAt: new Date(Date.now() - 31 * 24 * 60 * 60_000) })],
    [
      'after it expired, and the password was changed since',
      async (ada, phone) => {
        const sid = hashToken(phone.cookies.get(SESSION_COOKIE) ?? '')
        await db
          .update(sessions)
          .set({ expire: new Date(Date.now() - 1000) })
          .where(eq(sessions.sid, sid))
        expect((await ada.post('/api/reset-password', { newPassword: NEW })).status).toBe(200)
      },
    ],
    ['with a cookie without a session', async (_, phone) => phone.cookies.set(SESSION_COOKIE, 'invented')],
    ['without a cookie', async (_, phone) => phone.cookies.delete(SESSION_COOKIE)],
    ['after its own sign-out', (_, phone) => withOldCookie(phone, () => phone.post('/api/auth/logout'))],
    [
      'after it ended itself in the list',
      (_, phone) =>
        withOldCookie(phone, async () => {
          const own = (await list(phone)).find(({ isCurrent }) => isCurrent)
          expect((await phone.send(`/api/auth/sessions/${own?.id}`, { method: 'DELETE' })).status).toBe(200)
        }),
    ],
    [
      'with its old cookie, after it changed the password itself',
      (ada, phone) =>
        withOldCookie(phone, () => phone.post('/api/update-password', { currentPassword: ada.password, newPassword: NEW })),
    ],
    [
      'with its old cookie, after it proved the password again',
      (ada, phone) => withOldCookie(phone, () => phone.post('/api/auth/step-up', { password: ada.password })),
    ],
    [
      'after it reset the password by mail itself',
      async (ada, phone) => phone.post('/api/auth/reset-forgotten', { token: await resetLink(ada.user.email), newPassword: NEW }),
    ],
    [
      'after it kept the address itself',
      async (ada, phone) => {
        await put(ada, { email: `again-${ada.user.email}` })
        return phone.post('/api/auth/keep-email', { token: await linkTo(ada.user.email, /is being changed/i) })
      },
    ],
  ]
  const expire = ({ user }: Person, change: Partial<typeof sessions.$inferInsert>) =>
    db.update(sessions).set(change).where(eq(sessions.userId, user.id))
  async function withOldCookie(client: Client, work: () => Promise<unknown>) {
    const old = client.cookies.get(SESSION_COOKIE) ?? ''
    await work()
    expect(client.cookies.get(SESSION_COOKIE)).not.toBe(old)
    client.cookies.set(SESSION_COOKIE, old)
  }

  test.each(ways)('%s', async (_, end) => {
    const ada = await verifiedMember(app)
    const phone = await signIn(ada.user.email, ada.password)
    await end(ada, phone)
    expect(await answerOn(phone, ada)).toMatchObject(LOST)
  })
})

test('a user who continues there without the account is an ordinary guest', async () => {
  const [ada, ben] = [await verifiedMember(app), await member()]
  const phone = await signIn(ada.user.email, ada.password)
  await ada.send('/api/auth/sessions', { method: 'DELETE' })
  expect((await phone.post('/api/sync/me', { have: {} })).status).toBe(204)
  // It gets no information about another account.
  expect(await phone.post('/api/sync/me', { principalId: ben.user.principalId, have: {} })).toMatchObject(LOST)
  const guest = await phone.post<{ principalId: string }>('/api/sync/push', {
    clientId: '3f0c5f0e-6e0a-4c39-9d2f-0b8d6f8a1c12',
    mutations: [],
  })
  expect((await phone.post('/api/sync/me', { principalId: guest.body.principalId, have: {} })).status).toBe(200)
  // A session of a guest does not hide that the account’s session was ended.
  expect(await phone.post('/api/sync/me', { principalId: ada.user.principalId, have: {} })).toMatchObject(ENDED)
  expect((await (await signIn(ada.user.email, ada.password, phone)).get('/api/auth/user')).status).toBe(200)
})

test('a record of an ended session has a hash and no browser, and is deleted when the cookie has expired, or with its account', async () => {
  const ada = await verifiedMember(app)
  const phone = await signIn(ada.user.email, ada.password)
  const token = phone.cookies.get(SESSION_COOKIE) ?? ''
  await ada.send('/api/auth/sessions', { method: 'DELETE' })
  const marks = () => listEndedSessions(db, ada.user.id)
  const [mark] = (await marks()).filter(({ sid }) => sid === hashToken(token))
  expect(Object.keys(mark ?? {})).toEqual(['sid', 'userId', 'endedAt', 'expire'])
  expect(JSON.stringify(await marks())).not.toContain(token)

  await app.app.jobs['accounts.prune']?.({})
  expect((await marks()).map(({ sid }) => sid)).toContain(hashToken(token))
  await db
    .update(endedSessions)
    .set({ expire: new Date(Date.now() - 1000) })
    .where(eq(endedSessions.sid, hashToken(token)))
  expect(await answerOn(phone, ada)).toMatchObject(LOST)
  await app.app.jobs['accounts.prune']?.({})
  expect((await marks()).map(({ sid }) => sid)).not.toContain(hashToken(token))

  await signIn(ada.user.email, ada.password)
  await ada.send('/api/auth/sessions', { method: 'DELETE' })
  expect(await marks()).not.toEqual([])
  expect((await ada.send('/api/auth/delete-account', { method: 'DELETE' })).status).toBe(200)
  expect(await marks()).toEqual([])
})

test('the ended browser gets the public half of a key, and only a session of the account gets the private one', async () => {
  const [ada, ben] = [await verifiedMember(app), await member()]
  const phone = await signIn(ada.user.email, ada.password)
  await ada.send('/api/auth/sessions', { method: 'DELETE' })
  const { sealTo } = v.parse(SessionEnded, (await answerOn(phone, ada)).body.current)
  expect(Object.keys(sealTo).sort()).toEqual(['crv', 'kty', 'x', 'y'])

  const answer = await ada.get('/api/sync/sealing-key')
  expect([answer.status, answer.headers.get('cache-control')]).toEqual([200, 'no-store'])
  const { d, ...half } = v.parse(SealingKey, answer.body)
  expect(half).toEqual(sealTo)
  expect(await phone.get('/api/sync/sealing-key')).toMatchObject(ENDED)
  expect(await visitor().get('/api/sync/sealing-key')).toMatchObject(LOST)
  expect(v.parse(SealingKey, (await ben.get('/api/sync/sealing-key')).body).d).not.toBe(d)
  const other = await app.anotherNode()
  const elsewhere = await fetch(`${other.url}/api/sync/sealing-key`, {
    headers: { cookie: `${SESSION_COOKIE}=${ada.cookies.get(SESSION_COOKIE)}` },
  })
  expect(await elsewhere.json()).toEqual(answer.body)
})
