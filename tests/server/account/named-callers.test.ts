import { eq, sql } from 'drizzle-orm'
import * as v from 'valibot'
import { describe, expect, test } from 'vitest'
import { sessions } from '#drizzle/schema/index.ts'
import { GUEST_COOKIE, SESSION_COOKIE } from '#server/http/session.ts'
import { hashToken } from '#server/http/token.ts'
import { PRINCIPAL_HEADER } from '#shared/accounts/principal-header.ts'
import type { VcId } from '#shared/ids.ts'
import { SessionEnded } from '#shared/sync/sealing.ts'
import { account } from '#tests/support/actors/account.ts'
import { firstSlot, startBooking } from '#tests/support/actors/bookings.ts'
import { confirmUnlock, hasUnlocked, listInvestor, startPayment } from '#tests/support/actors/money.ts'
import { listFund, startPerson } from '#tests/support/actors/order-kinds.ts'
import { addProject } from '#tests/support/actors/projects.ts'
import { ask, bought } from '#tests/support/actors/refunds.ts'
import { startTestApp } from '#tests/support/app.ts'
import { anInvestor, enterCall, usualHour } from '#tests/support/calls.ts'
import type { Client } from '#tests/support/client.ts'
import { listCalls } from '#tests/support/state/calls.ts'

const app = await startTestApp({ env: { LOG_LEVEL: 'silent' } })
const { db } = app.database

const DAY_MS = 24 * 60 * 60_000
const LOST = { status: 401, body: { code: 'session-lost', message: 'Unauthorized' } }
const ENDED = { status: 401, body: { code: 'session-ended' } }

type Person = Awaited<ReturnType<typeof account>>

/** Sends requests as the app of this release does on a device whose screens show this principal. */
function showing(client: Client, named: string): Client {
  const withName = (init: RequestInit = {}) => {
    const headers = new Headers(init.headers)
    headers.set(PRINCIPAL_HEADER, named)
    return { ...init, headers }
  }
  return {
    ...client,
    send: (path, init) => client.send(path, withName(init)),
    get: (path, init) => client.get(path, withName(init)),
    post: (path, body, init) => client.post(path, body, withName(init)),
  }
}

const sidOf = (client: Client) => hashToken(client.cookies.get(SESSION_COOKIE) ?? '')
const change = (client: Client, how: Partial<typeof sessions.$inferInsert>) =>
  db
    .update(sessions)
    .set(how)
    .where(eq(sessions.sid, sidOf(client)))

/** Ways in which a session ends on a laptop that still shows the account. */
const expired: [string, (laptop: Person) => Promise<unknown>][] = [
  ['was not used for 31 days', (laptop) => change(laptop, { seenAt: new Date(Date.now() - 31 * DAY_MS) })],
  ['has expired', (laptop) => change(laptop, { expire: new Date(Date.now() - 1000) })],
  ['was removed a day after its end', (laptop) => db.delete(sessions).where(eq(sessions.sid, sidOf(laptop)))],
]
const over: typeof expired = [
  ...expired,
  ['lost its cookie', async ({ cookies }) => cookies.delete(SESSION_COOKIE)],
  ['was replaced by another account', async ({ cookies }) => takeOver(cookies)],
  [
    'was replaced by a guest',
    async ({ cookies }) => {
      cookies.delete(SESSION_COOKIE)
      cookies.set(GUEST_COOKIE, (await aGuest()).cookies.get(GUEST_COOKIE) ?? '')
    },
  ],
]

async function takeOver(cookies: Map<string, string>) {
  cookies.set(SESSION_COOKIE, (await account(app)).cookies.get(SESSION_COOKIE) ?? '')
}

async function aGuest() {
  const guest = app.visitor()
  expect((await requestContact(guest, await listInvestor(db))).status).toBe(200)
  return guest
}

/** Ends the session of the laptop from another browser. */
async function endElsewhere(laptop: Person) {
  const phone = await another(laptop)
  expect((await phone.send('/api/auth/sessions', { method: 'DELETE' })).status).toBe(200)
}

/** A second browser of the account. */
async function another({ user }: Person) {
  const token = crypto.randomUUID()
  await db.insert(sessions).values({ sid: hashToken(token), userId: user.id, expire: new Date(Date.now() + DAY_MS) })
  const client = app.visitor()
  client.cookies.set(SESSION_COOKIE, token)
  return client
}

const requestContact = (client: Client, vcId: string) =>
  client.post<{ code?: string }>('/api/vc-request', {
    vcId,
    vcType: 'airtable',
    founderEmail: 'anonymous@latchkey.example',
    founderScore: 75,
    tags: ['General'],
    requestType: 'unlock',
    amount: 2500,
  })
const support = (client: Client) =>
  client.post('/api/support', {
    name: 'Ada Member',
    email: 'ada@example.com',
    subject: 'The page stays white',
    message: 'The page stays white on my phone.',
  })

/** An account with a purchase and a call, and the requests it may send to the server. */
async function startAda() {
  const { buyer, vcId, orderId, piId } = await bought(app)
  const ada = buyer as Person
  const { listing } = await anInvestor(app)
  const callId = await enterCall(app, ada, listing, usualHour())
  const slot = await firstSlot(ada, listing)
  const { id: personId } = await listFund(db)
  const otherId = await listInvestor(db)
  const projectId = await addProject(db)
  const at = (action: string, body: object) => (client: Client) => client.post(`/api/bookings/${callId}/${action}`, body)
  /** Calls that create a guest for a stranger. */
  const owning: [string, (client: Client) => Promise<{ status: number; body: unknown; headers: Headers }>][] = [
    ['a request', (client) => requestContact(client, vcId)],
    ['the payment of a contact that the account owns', (client) => startPayment(client, vcId)],
    ['the payment of another contact', (client) => startPayment(client, otherId)],
    ['the payment of a call', (client) => startBooking(client, listing as VcId, slot)],
    ['the payment of a decision maker', (client) => startPerson(client, personId)],
    ['the confirmation of a payment', (client) => confirmUnlock(client, `${piId}_secret_1`, vcId)],
    ['a message to support', support],
    ['feedback', (client) => client.post('/api/submit-request', { message: 'The page stays white on my phone.' })],
    ['a claim', (client) => client.post('/api/claims', { email: 'ada@example.com' })],
    ['the code of a claim', (client) => client.post('/api/claims/confirm', { code: '123456' })],
    [
      'a report',
      (client) => client.post(`/api/projects/${projectId}/report`, { reason: 'scam', text: 'They ask for seed phrases.' }),
    ],
  ]
  const calls: typeof owning = [
    ...owning,
    ['a refund', (client) => ask(client, orderId)],
    ['a call cancelled', at('cancel', {})],
    ['a call declined', at('decline', {})],
    ['a call missed', at('no-show', {})],
    ['a report contested', at('contest', { reason: 'I was there.' })],
    ['a call moved', at('reschedule', { start: usualHour(1).toISOString() })],
    ['other times proposed', at('propose', { times: [usualHour(1).toISOString()] })],
    ['a proposed time accepted', at('accept-proposal', { start: usualHour(1).toISOString() })],
    ['proposed times declined', at('decline-proposal', { at: usualHour(1).toISOString() })],
    ['proposed times withdrawn', at('withdraw-proposal', { at: usualHour(1).toISOString() })],
    ['the contact of a call', at('show-contact', {})],
    [
      'free hours',
      (client) => client.post('/api/calendly/availability', { vcId: listing, vcType: 'platform', calendlyLink: '' }),
    ],
    ['a receipt', (client) => client.get(`/api/receipts/${orderId}`)],
    [
      'a corrected invoice',
      (client) =>
        client.post(`/api/orders/${orderId}/invoice-correction`, {
          replaces: 'INV-2027-000001',
          details: { name: 'Grove', address: '', postalCode: '', country: '', vatId: '' },
        }),
    ],
    ['a payment', (client) => client.get(`/api/payments/${piId}`)],
    ['the calls', (client) => client.get('/api/bookings')],
    ['the contacts as a file', (client) => client.get('/api/contacts.csv')],
  ]
  return { ada, owning, calls, vcId, otherId }
}

/** Every table that a call above inserts into. Mails and payment events are left out, because jobs write them concurrently. */
const TABLES = [
  ...['principals', 'orders', 'vc_requests', 'refund_requests', 'meeting_bookings', 'first_views', 'intent_origins'],
  ...['tickets', 'ticket_messages', 'project_reports', 'auth_tokens'],
]
/** The number of rows, and the state of the calls. */
async function state() {
  const counts = TABLES.map((name) => sql`select ${name} as name, count(*)::text as seen from ${sql.identifier(name)}`)
  const calls = (await listCalls(db)).map(({ id, status, meetingDateTime }) => ({ id, status, meetingDateTime }))
  return [await db.execute(sql.join(counts, sql` union all `)), calls]
}

describe('a device that shows an account whose session', () => {
  test.each(over)('%s is refused each call, and nothing is written or paid', async (_, end) => {
    const { ada, calls } = await startAda()
    await end(ada)
    const before = await state()
    const device = showing(ada, ada.user.principalId)
    for (const [name, call] of calls) {
      const { status, body } = await call(device)
      expect([name, status, body]).toEqual([name, 401, LOST.body])
    }
    expect(await state()).toEqual(before)
  })

  test('was ended elsewhere is notified of it, with the key for its unsent mutations', async () => {
    const { ada, calls } = await startAda()
    await endElsewhere(ada)
    const before = await state()
    const device = showing(ada, ada.user.principalId)
    for (const [name, call] of calls) {
      const { status, body } = await call(device)
      expect([name, status, v.is(SessionEnded, (body as { current?: unknown }).current)]).toEqual([name, 401, true])
      expect(body).toMatchObject(ENDED.body)
    }
    expect(await state()).toEqual(before)
  })

  test('is valid gets answers', async () => {
    const { ada, calls } = await startAda()
    const device = showing(ada, ada.user.principalId)
    for (const [name, call] of calls) expect([name, (await call(device)).status]).not.toEqual([name, 401])
  })
})

test('a device whose account was deleted is notified of it', async () => {
  const { ada, calls } = await startAda()
  const phone = await another(ada)
  expect((await phone.send('/api/auth/delete-account', { method: 'DELETE' })).status).toBe(200)
  const device = showing(ada, ada.user.principalId)
  for (const [name, call] of calls) {
    expect([name, await call(device)]).toMatchObject([name, { status: 401, body: { code: 'accounts.deleted' } }])
  }
})

describe('a device of the last release, which names no principal, and whose session', () => {
  test.each(expired)('%s creates no guest and pays nothing, and continues as one with its next call', async (_, end) => {
    const { ada, owning, otherId } = await startAda()
    for (const withGuest of [false, true]) {
      const guest = withGuest ? await aGuest() : app.visitor()
      for (const [name, call] of owning) {
        const laptop = { ...(await another(ada)), user: ada.user } as Person
        if (withGuest) laptop.cookies.set(GUEST_COOKIE, guest.cookies.get(GUEST_COOKIE) ?? '')
        await end(laptop)
        const before = await state()
        const { status, body } = await call(laptop)
        expect([name, status, body]).toEqual([name, 401, LOST.body])
        expect([name, await state(), laptop.cookies.has(SESSION_COOKIE)]).toEqual([name, before, false])
        expect((await requestContact(laptop, otherId)).status).toBe(200)
      }
    }
  })

  test('was ended elsewhere is notified of it at each call, so that the device is erased', async () => {
    const { ada, owning } = await startAda()
    await endElsewhere(ada)
    const before = await state()
    for (const [name, call] of [...owning, ...owning]) {
      expect([name, await call(ada)]).toMatchObject([name, ENDED])
    }
    expect([await state(), ada.cookies.has(SESSION_COOKIE)]).toEqual([before, true])
  })
})

test.each([...over, ['was ended elsewhere', endElsewhere] as const])(
  'a device that shows a guest can buy in a browser where the session of an account %s',
  async (_, end) => {
    const { ada, otherId } = await startAda()
    await end(ada)
    const device = showing(ada, 'guest')
    expect((await requestContact(device, otherId)).status).toBe(200)
    expect((await startPayment(device, otherId)).status).toBe(200)
  },
)

test('a device that shows a guest who has just signed in buys for the account', async () => {
  const { ada, vcId } = await startAda()
  const device = showing(ada, 'guest')
  expect(await startPayment(device, vcId)).toMatchObject({ status: 409, body: { code: 'unlocks.already-unlocked' } })
  expect(await hasUnlocked(device, vcId)).toBe(true)
})

test('public pages are also available to a device that shows an account whose session has ended', async () => {
  const { ada } = await startAda()
  const { slug, id } = await listFund(db)
  const projectId = await addProject(db)
  ada.cookies.delete(SESSION_COOKIE)
  const device = showing(ada, ada.user.principalId)
  const person = `/api/check-decision-maker-unlock?email=x@y.example&decisionMakerId=${id}`
  for (const path of [
    '/api/airtable/vcs',
    '/api/cold-investors',
    `/api/cold-investors/${slug}`,
    `/api/projects/${projectId}`,
    person,
  ]) {
    expect([path, (await device.get(path)).status]).toEqual([path, 200])
  }
})

/**
 * Calls that need no principal: they change the signed-in account, or follow a mailed link, or are public, or come from another
 * server. The pull names its principal in the body.
 */
const OF_ANYONE = [
  'POST /api/auth/forgot-password',
  'POST /api/auth/keep-email',
  'POST /api/auth/login',
  'POST /api/auth/logout',
  'POST /api/auth/register',
  'POST /api/auth/reset-forgotten',
  'POST /api/auth/sample',
  'POST /api/auth/verify-email',
  'POST /api/client-errors',
  'POST /api/listings/:id/claim',
  'POST /api/listings/:id/remove',
  'POST /api/logout',
  'POST /api/mail/events',
  'POST /api/newsletter-confirm',
  'POST /api/newsletter-signup',
  'POST /api/newsletter-unsubscribe',
  'POST /api/newsletter/unsubscribe',
  'POST /api/notices/unsubscribe',
  'POST /api/profile-requests/confirm',
  'POST /api/profile-requests/look',
  'POST /api/replies/give',
  'POST /api/replies/look',
  'POST /api/stripe/webhook',
  'POST /api/sync/me',
]

test('every call that writes is refused on a device that shows another account, except calls that need no principal', async () => {
  const ada = await account(app)
  const device = showing(await account(app, { isAdmin: true }), ada.user.principalId)
  const requested: string[] = []
  for (const { method, path, hooks } of app.app.http.routes) {
    if (!path.startsWith('/api/') || !['POST', 'PUT', 'PATCH', 'DELETE'].includes(method)) continue
    // Contracts are checked after the principal; here they accept everything, because only the principal is under test.
    const { body, params, query } = hooks as Record<string, { '~standard': { validate: (value: unknown) => object } }>
    for (const contract of [body, params, query]) if (contract) contract['~standard'].validate = (value) => ({ value })
    requested.push(`${method} ${path}`)
  }
  const answered: string[] = []
  for (const call of requested) {
    const [method, path] = call.split(' ') as [string, string]
    const isUpload = /upload|photos/.test(path)
    const headers = { 'content-type': isUpload ? 'multipart/form-data; boundary=x' : 'application/json' }
    const response = await device.send(path.replace(/:(\w+)/g, 'x'), { method, headers, body: isUpload ? '--x--' : '{}' })
    const reply = (await response.json().catch(() => undefined)) as { code?: string } | null | undefined
    if (response.status !== 401 || reply?.code !== 'session-lost') answered.push(call)
  }
  expect(requested.length).toBeGreaterThan(70)
  expect(answered.sort()).toEqual(OF_ANYONE)
})
