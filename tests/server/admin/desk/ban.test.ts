import { eq } from 'drizzle-orm'
import * as v from 'valibot'
import { describe, expect, test } from 'vitest'
import { pushSubscriptions, users } from '#drizzle/schema/index.ts'
import type { PlatformRecord } from '#shared/directory/api-contract.ts'
import { SUSPENDED_UNTIL } from '#shared/directory/paused.ts'
import type { VcId } from '#shared/ids.ts'
import { dayAhead } from '#shared/listings/pause.ts'
import { SessionEnded } from '#shared/sync/sealing.ts'
import { startPushing } from '#tests/server/push/setup.ts'
import { account } from '#tests/support/actors/account.ts'
import { firstSlot, startBooking } from '#tests/support/actors/bookings.ts'
import { startInvestor } from '#tests/support/actors/listings.ts'
import { hasUnlocked, startPayment } from '#tests/support/actors/money.ts'
import { verifyEmail } from '#tests/support/actors/projects.ts'
import { bought } from '#tests/support/actors/refunds.ts'
import type { TestApp } from '#tests/support/app.ts'
import { aFounder, anInvestor, bookCall, usualHour } from '#tests/support/calls.ts'
import type { Client } from '#tests/support/client.ts'
import { newClientId, newMutationId } from '#tests/support/private-lane.ts'
import { mailTo, tokenIn } from '#tests/support/stand-ins/mailbox.ts'
import { findUser, listSessions } from '#tests/support/state/accounts.ts'
import { auditEntriesOf } from '#tests/support/state/audit.ts'
import { findCall } from '#tests/support/state/calls.ts'
import { findListing } from '#tests/support/state/investors.ts'
import { orderById } from '#tests/support/state/orders.ts'
import { until } from '#tests/support/until.ts'
import { deskOf, type Person } from './setup.ts'

const { app, turnOn, stored } = await startPushing()
const { db, sql } = app.database
const desk = await deskOf(app)

const BANNED = { status: 403, body: { code: 'accounts.banned' } }
const PAUSED = { status: 409, body: { code: 'unlocks.paused' } }

type Member = Awaited<ReturnType<TestApp['member']>>
const signIn = ({ user, password }: Member, typed = password, by: Client = app.visitor()) =>
  by.post<{ code?: string }>('/api/auth/login', { email: user.email, password: typed })
const bansOf = async ({ user }: Pick<Person, 'user'>) =>
  (await auditEntriesOf(db, user.id))
    .filter(({ action }) => action.includes('banned'))
    .map(({ action, after }) => [action, after])
const offerOf = async (id: VcId) =>
  (await app.visitor().get<PlatformRecord[]>('/api/vcs')).body.find((record) => record.id === id)?.pausedUntil

describe('a banned account', () => {
  test('is signed out on every device, gets no push, and is refused with the ban after the right password only', async () => {
    const ada = await app.member()
    const phone = app.visitor()
    await signIn(ada, ada.password, phone)
    await turnOn(phone)
    expect((await desk.ban(ada.user.principalId, ' Spam ')).body).toMatchObject({
      account: { ban: { reason: 'Spam', bannedAt: expect.any(String) }, sessions: 0, pushDevices: 0 },
    })
    const push = { clientId: newClientId(), principalId: ada.user.principalId, mutations: [] }
    for (const device of [ada, phone]) {
      expect(await device.get('/api/auth/user')).toMatchObject({ status: 401, body: { code: 'session-ended' } })
      expect(await device.post('/api/sync/push', push)).toMatchObject({ status: 401 })
    }
    expect(await listSessions(db, { userId: ada.user.id })).toEqual([])
    expect(await stored(pushSubscriptions)).toBe('')
    expect(await signIn(ada)).toMatchObject(BANNED)
    expect(await signIn(ada, 'another-password')).toMatchObject({ status: 401, body: { code: 'accounts.invalid-credentials' } })
    expect(await bansOf(ada)).toEqual([['banned', { status: 'banned', note: 'Spam' }]])
  })

  test('loses its live connections', async () => {
    const ada = await account(app)
    const cookie = [...ada.cookies].map(([name, value]) => `${name}=${value}`).join('; ')
    const socket = new WebSocket(`${app.url.replace('http', 'ws')}/api/sync/live`, {
      headers: { cookie, origin: app.url },
    } as never)
    await new Promise((done) => socket.addEventListener('open', done))
    const closed = new Promise((done) => socket.addEventListener('close', ({ code }) => done(code)))
    await desk.ban(ada.user.principalId)
    expect(await closed).toBe(4001)
  })

  test('gets no session by a new password, by the sample sign-in, or by another guest that signs in', async () => {
    const ada = await app.member()
    await verifyEmail(db, ada.user)
    await desk.ban(ada.user.principalId)
    const guest = app.visitor()
    await guest.post('/api/sync/push', { clientId: newClientId(), mutations: [] })
    expect(await signIn(ada, ada.password, guest)).toMatchObject(BANNED)
    expect(await listSessions(db, { userId: ada.user.id })).toEqual([])
    expect((await guest.get('/api/auth/user')).status).toBe(401)
    const again = await app.visitor().post('/api/auth/register', {
      ...{ email: ada.user.email, password: 'a-fine-password', confirmPassword: 'a-fine-password' },
      ...{ firstName: 'Ada', lastName: 'Member', userType: 'founder' },
    })
    expect(again).toMatchObject({ status: 409, body: { code: 'accounts.registration-refused' } })
  })

  test('gets no session by the link of a mail, nor with the password that it sets', async () => {
    const ada = await app.member()
    await verifyEmail(db, ada.user)
    await app.visitor().post('/api/auth/forgot-password', { email: ada.user.email })
    const token = tokenIn(await mailTo(app, ada.user.email, /reset your password/i))
    await desk.ban(ada.user.principalId)
    await app.visitor().post('/api/auth/reset-forgotten', { token, newPassword: 'k7#mQz2pp' })
    expect(await signIn(ada, 'k7#mQz2pp')).toMatchObject(BANNED)
    expect(await listSessions(db, { userId: ada.user.id })).toEqual([])
  })

  test('is named to its own devices as the reason of the sign-out, until the ban ends', async () => {
    const ada = await app.member()
    const { principalId } = ada.user
    const reasonFor = async (client: Client) => {
      const { body } = await client.post<{ current?: unknown }>('/api/sync/me', { principalId, have: {} })
      return v.parse(SessionEnded, body.current).isSuspended
    }
    await desk.ban(principalId)
    expect(await reasonFor(ada)).toBe(true)
    await desk.unban(principalId)
    expect(await reasonFor(ada)).toBeUndefined()
  })

  test('of an investor is sold neither by contact nor by call, and its own pause applies again afterwards', async () => {
    const investor = await startInvestor(app)
    const founder = await account(app, { emailVerifiedAt: new Date(), createdAt: new Date(0) })
    const slot = await firstSlot(founder, investor.listing)
    await desk.ban(investor.user.principalId)
    expect(await startPayment(founder, investor.listing, { vcType: 'platform' })).toMatchObject(PAUSED)
    expect(await startBooking(founder, investor.listing, slot)).toMatchObject(PAUSED)
    expect(await offerOf(investor.listing)).toBe(SUSPENDED_UNTIL)
    expect((await desk.unban(investor.user.principalId)).body.account).toMatchObject({ ban: null })
    expect(await offerOf(investor.listing)).toBeNull()
    expect((await startPayment(founder, investor.listing, { vcType: 'platform' })).status).toBe(200)
    const day = dayAhead(8, Date.now())
    await sql`update vcs set paused_until = ${day} where id = ${investor.listing}`
    await desk.ban(investor.user.principalId)
    expect(await offerOf(investor.listing)).toBe(SUSPENDED_UNTIL)
    await desk.unban(investor.user.principalId)
    expect(await offerOf(investor.listing)).toBe(day)
  })

  test('reaches devices as a change of its listing', async () => {
    const investor = await startInvestor(app)
    const stampOf = async () => (await findListing(db, investor.listing))?.changedXid
    const before = await stampOf()
    await desk.ban(investor.user.principalId)
    const banned = await stampOf()
    await desk.unban(investor.user.principalId)
    expect(new Set([before, banned, await stampOf()]).size).toBe(3)
  })

  test('cancels its future calls: the founder of a banned investor is refunded', async () => {
    const [founder, investor] = [await aFounder(app), await anInvestor(app)]
    const { id, orderId } = await bookCall(app, founder, investor.listing, usualHour())
    await desk.ban(investor.user.principalId)
    expect(await findCall(db, id)).toMatchObject({ status: 'cancelled', endedBy: 'system', refundOutcome: 'due' })
    await until(
      () => orderById(db, orderId),
      (order) => order?.status === 'refunded',
    )
    await desk.unban(investor.user.principalId)
    expect(await findCall(db, id)).toMatchObject({ status: 'cancelled' })
  })

  test('keeps all that it has, and everything is there after the ban', async () => {
    const ada = await app.member()
    const { vcId } = await bought(app, { buyer: ada })
    const note = { name: 'contact.note', args: { contactId: vcId, text: 'Met at the station' } }
    const mutations = [{ ...note, id: newMutationId(), madeAt: new Date().toISOString() }]
    await ada.post('/api/sync/push', { clientId: newClientId(), mutations })
    await desk.ban(ada.user.principalId)
    await desk.unban(ada.user.principalId)
    expect((await ada.get('/api/auth/user')).status).toBe(401)
    expect((await signIn(ada, ada.password, ada)).status).toBe(200)
    expect(await hasUnlocked(ada, vcId)).toBe(true)
    expect(JSON.stringify((await ada.post('/api/sync/me', { have: {} })).body)).toContain('Met at the station')
  })
})

describe('a ban', () => {
  test('is recorded once: a repeated one and a repeated end change nothing', async () => {
    const ada = await account(app)
    await desk.ban(ada.user.principalId, 'First')
    const { bannedAt } = (await findUser(db, { id: ada.user.id })) ?? {}
    expect((await desk.ban(ada.user.principalId, 'Second')).body.account?.ban).toEqual({
      reason: 'First',
      bannedAt: bannedAt?.toISOString(),
    })
    await desk.unban(ada.user.principalId, 'Third')
    expect((await desk.unban(ada.user.principalId, 'Fourth')).status).toBe(200)
    expect(await bansOf(ada)).toEqual([
      ['banned', { status: 'banned', note: 'First' }],
      ['unbanned', { status: 'active', note: 'Third' }],
    ])
  })

  test('needs a reason, an account, and another one than that of the admin', async () => {
    const { order } = await bought(app, { buyer: app.visitor() })
    expect((await desk.ban(desk.user.principalId)).body).toMatchObject({ code: 'accounts.own-ban' })
    expect((await desk.ban((await order()).principalId)).status).toBe(404)
    expect((await desk.ban((await account(app)).user.principalId, '  ')).status).toBe(422)
    expect((await desk.get('/api/auth/user')).status).toBe(200)
  })

  test('of two admins by each other leaves one of them', async () => {
    const [ada, ben] = [await deskOf(app), await deskOf(app)]
    const replies = await Promise.all([ada.ban(ben.user.principalId), ben.ban(ada.user.principalId)])
    expect(replies.map(({ status }) => status).sort()).toEqual([200, 401])
    const both = await Promise.all([ada, ben].map(({ user }) => findUser(db, { id: user.id })))
    expect(both.filter((one) => one?.bannedAt)).toHaveLength(1)
  })

  test('of an admin ends the rights, and the last other admin cannot leave', async () => {
    const [first, second] = [await deskOf(app), await deskOf(app)]
    expect((await first.ban(second.user.principalId)).status).toBe(200)
    expect(await second.get('/api/admin/audit')).toMatchObject({ status: 401 })
    await db.update(users).set({ bannedAt: new Date() }).where(eq(users.id, desk.user.id))
    const others = app.world.env.ADMIN_EMAILS.filter((email) => email !== first.user.email)
    await sql`update users set banned_at = now() where lower(email) in ${sql(others)}`
    const left = await first.send('/api/auth/delete-account', { method: 'DELETE' })
    expect([left.status, await left.json()]).toMatchObject([409, { code: 'accounts.last-admin' }])
  })
})
