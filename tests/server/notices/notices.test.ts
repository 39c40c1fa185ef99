import { expect, test } from 'vitest'
import { notices } from '#drizzle/schema/index.ts'
import { newId } from '#server/database/new-id.ts'
import { writeNotice } from '#server/features/notices/service.ts'
import { GUEST_COOKIE } from '#server/http/session.ts'
import type { PrincipalId } from '#shared/ids.ts'
import { cents } from '#shared/money.ts'
import { MAX_NOTICES, NOTICE_DAYS } from '#shared/notices/contract.ts'
import { buy, movableClock } from '#tests/support/actors/earnings.ts'
import { held, startInvestor } from '#tests/support/actors/listings.ts'
import { runJob, startPayment } from '#tests/support/actors/money.ts'
import { startTestApp } from '#tests/support/app.ts'
import type { Client } from '#tests/support/client.ts'
import { rowsOfPrincipal } from '#tests/support/database/tables-that-say.ts'
import { kindsOf, noticesOf, push, withoutNotices } from './setup.ts'

const clock = movableClock()
const app = await startTestApp({ world: { now: clock.now } })
const { db } = app.database

/** An investor whose contact a founder has unlocked. */
async function sold() {
  const investor = await startInvestor(app, { price: cents(5000), partnerName: 'Ines Moreau' })
  const founder = await app.member({ firstName: 'Noa', lastName: 'Berg' })
  await buy(app, founder, investor.listing)
  const [request] = (await held(investor)).requestsReceived ?? []
  return { investor, founder, requestId: request?.id ?? '' }
}

const paidOut = (to: Client & { user: { principalId: PrincipalId } }, subject: string, at = clock.now()) =>
  writeNotice(
    db,
    { principalId: to.user.principalId },
    {
      ...{ kind: 'payout-paid', subject, now: at },
      facts: { amount: cents(2000) },
    },
  )

test('a sale is noticed by the investor, with the request but without the founder’s name; its reply by the founder', async () => {
  const { investor, founder, requestId } = await sold()
  const pokes: string[] = []
  const listening = await app.database.sql.listen('latchkey_sync', (payload) => void pokes.push(payload))
  const [sale, ...more] = await noticesOf(investor)
  expect([sale, more]).toMatchObject([{ kind: 'sale', isRead: false, facts: { requestId, amount: 5000 } }, []])
  expect(JSON.stringify(await rowsOfPrincipal(db, 'notices', investor.user.principalId))).not.toMatch(/Noa|Berg|@/)
  expect(await noticesOf(founder)).toEqual([])

  expect(await push(investor, 'request.reply', { requestId, choice: 'yes', text: 'Call me' })).toBe('applied')
  await expect.poll(() => pokes).toContain(`me:${founder.user.principalId}`)
  await listening.unlisten()
  expect(await noticesOf(founder)).toMatchObject([
    { kind: 'reply', isRead: false, facts: { vcId: investor.listing, choice: 'yes', isBought: true } },
  ])
})

test('the same fact is noticed once, also when it is repeated', async () => {
  const { investor, founder, requestId } = await sold()
  for (const _ of ['once', 'again']) await push(investor, 'request.reply', { requestId, choice: 'not-now', text: '' })
  for (const _ of ['once', 'again']) await paidOut(founder, 'line_1')
  expect(await kindsOf(founder)).toEqual(['reply', 'payout-paid'])
})

test('a reply is stored with its notice or not at all', async () => {
  const { investor, founder, requestId } = await sold()
  const reply = () => push(investor, 'request.reply', { requestId, choice: 'yes', text: '' })
  expect(await withoutNotices(db, 'reply', reply)).toBe('retry')
  expect((await held(founder)).requests?.[0]?.reply).toBeNull()
  expect(await reply()).toBe('applied')
  expect(await kindsOf(founder)).toEqual(['reply'])
})

test('a request for an introduction is noticed once by the investor; a request that leads to no payment is not', async () => {
  const investor = await startInvestor(app, { isVerified: true })
  const founder = await app.member()
  await founder.post('/api/vc-request', { vcId: investor.listing, vcType: 'platform' })
  await startPayment(founder, investor.listing)
  for (const message of ['Please', 'Please, again']) await push(founder, 'intro.request', { vcId: investor.listing, message })
  expect(await kindsOf(investor)).toEqual(['request'])
  expect((await held(investor)).requestsReceived?.map(({ id }) => id)).toContain((await noticesOf(investor))[0]?.facts.requestId)
})

test('what is read on one device is read on all, once and for all, and only by its principal', async () => {
  const [founder, other] = [await app.member(), await app.member()]
  for (const line of ['a', 'b']) await paidOut(founder, line)
  const ids = (await noticesOf(founder)).map(({ id }) => id)
  expect(await push(other, 'notice.read', { ids })).toBe('applied')
  expect((await noticesOf(founder)).map(({ isRead }) => isRead)).toEqual([false, false])
  for (const _ of ['once', 'again']) expect(await push(founder, 'notice.read', { ids: [ids[0], 'ntc_pruned'] })).toBe('applied')
  expect((await noticesOf(founder)).filter(({ isRead }) => isRead).map(({ id }) => id)).toEqual([ids[0]])
  expect(await push(founder, 'notice.read', { ids: [] })).toBe('refused')
})

test('an unchanged set is no reply; a notice and its reading change nothing else', async () => {
  const founder = await app.member()
  type Delta = { put: Record<string, { id: string; version: number }[]> }
  const have: Record<string, Record<string, number>> = {}
  const pull = async () => {
    const { status, body } = await founder.post<Delta | null>('/api/sync/me', { have })
    const put = Object.entries((status === 200 && body?.put) || {})
    for (const [name, docs] of put)
      have[name] = { ...have[name], ...Object.fromEntries(docs.map(({ id, version }) => [id, version])) }
    return { status, collections: put.map(([name]) => name) }
  }
  await pull()
  expect(await pull()).toEqual({ status: 204, collections: [] })
  await paidOut(founder, 'a')
  expect(await pull()).toEqual({ status: 200, collections: ['notices'] })
  expect(await pull()).toEqual({ status: 204, collections: [] })
  await push(founder, 'notice.read', { ids: (await noticesOf(founder)).map(({ id }) => id) })
  expect(await pull()).toEqual({ status: 200, collections: ['notices'] })
})

test('devices have the latest notices; older ones, those of half a year ago, and those without a principal are deleted', async () => {
  const founder = await app.member()
  const rows = Array.from({ length: MAX_NOTICES + 5 }, (_, at) => ({
    ...{ id: newId<string>('ntc'), principalId: founder.user.principalId, kind: 'payout-paid', subject: `line ${at}` },
    ...{ facts: { amount: 100 }, createdAt: new Date(clock.now().getTime() + at) },
  }))
  await db.insert(notices).values(rows)
  await paidOut(founder, 'long ago', new Date(clock.now().getTime() - (NOTICE_DAYS + 1) * 86_400_000))
  await db.insert(notices).values({ ...rows[0], id: newId<string>('ntc'), principalId: 'pri_gone' as PrincipalId, kind: 'x' })
  expect((await noticesOf(founder)).map(({ id }) => id)).toEqual(
    rows
      .slice(5)
      .map(({ id }) => id)
      .reverse(),
  )
  await runJob(app, 'notices.prune')
  expect(await rowsOfPrincipal(db, 'notices', founder.user.principalId)).toHaveLength(MAX_NOTICES)
  expect(await rowsOfPrincipal(db, 'notices', 'pri_gone' as PrincipalId)).toEqual([])
})

test('notices of the first releases are on no device, and change nothing', async () => {
  const founder = await app.member()
  await db
    .insert(notices)
    .values({ id: newId('ntc'), principalId: founder.user.principalId, kind: 'refund', title: 'Your refund' })
  await paidOut(founder, 'a')
  expect(await kindsOf(founder)).toEqual(['payout-paid'])
  await runJob(app, 'notices.prune')
  expect(await rowsOfPrincipal(db, 'notices', founder.user.principalId)).toHaveLength(2)
})

test('a guest’s notices move with the sign-in: the same fact stays one notice, read if one of both was', async () => {
  const [founder, guest] = [await app.member(), app.visitor()]
  const investor = await startInvestor(app)
  await startPayment(guest, investor.listing)
  expect(guest.cookies.has(GUEST_COOKIE)).toBe(true)
  const principalId = (await guest.post<{ put: { account?: { id: PrincipalId }[] } }>('/api/sync/me', { have: {} })).body.put
    .account?.[0]?.id as PrincipalId
  const anonymous = { ...guest, user: { principalId } }
  for (const line of ['both', 'guest only']) await paidOut(anonymous, line)
  await paidOut(founder, 'both')
  await push(guest, 'notice.read', { ids: (await noticesOf(guest)).map(({ id }) => id) })
  expect((await guest.post('/api/auth/login', { email: founder.user.email, password: founder.password })).status).toBe(200)
  expect(await noticesOf(guest)).toMatchObject([{ isRead: true }, { isRead: true }])
  // A fact that is still about the guest is the account's.
  await paidOut(anonymous, 'later')
  expect(await noticesOf(founder)).toHaveLength(3)
})

test('notices are in the export of an account, and are deleted with it', async () => {
  const { investor, founder, requestId } = await sold()
  await push(investor, 'request.reply', { requestId, choice: 'no-fit', text: '' })
  const { body } = await founder.get<{ notices: { kind: string }[] }>('/api/auth/export')
  expect(body.notices.map(({ kind }) => kind)).toEqual(['reply'])
  expect((await founder.send('/api/auth/delete-account', { method: 'DELETE' })).status).toBe(200)
  expect(await rowsOfPrincipal(db, 'notices', founder.user.principalId)).toEqual([])
})
