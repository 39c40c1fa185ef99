import { afterAll, describe, expect, test } from 'vitest'
import { NOTICE_MS, slotAt } from '#shared/bookings/slots.ts'
import type { PlatformRecord } from '#shared/directory/api-contract.ts'
import type { Investor } from '#shared/directory/contract.ts'
import type { VcId } from '#shared/ids.ts'
import { dayAhead, MAX_PAUSE_DAYS } from '#shared/listings/pause.ts'
import type { PushReply } from '#shared/sync/push.ts'
import { account } from '#tests/support/actors/account.ts'
import { confirmBooking, firstSlot, freeSlots, startBooking } from '#tests/support/actors/bookings.ts'
import { held, startInvestor } from '#tests/support/actors/listings.ts'
import { CARDS, confirmUnlock, hasUnlocked, payWithCard, startPayment } from '#tests/support/actors/money.ts'
import { startTestApp } from '#tests/support/app.ts'
import type { Client } from '#tests/support/client.ts'
import { newClientId, newMutationId } from '#tests/support/private-lane.ts'
import { startCalendly } from '#tests/support/stand-ins/calendly.ts'
import { auditEntriesOf } from '#tests/support/state/audit.ts'
import { listCalls } from '#tests/support/state/calls.ts'
import { findListing } from '#tests/support/state/investors.ts'
import { listOrders } from '#tests/support/state/orders.ts'

const TOKEN = 'eyCalendly.0123456789.abcdefghij'
const DAY_MS = 24 * 60 * 60 * 1000
const free = new Date(Math.ceil(Date.now() / DAY_MS) * DAY_MS + DAY_MS + NOTICE_MS)
let whileCalendarIsRead = async () => undefined as unknown
const calendar = startCalendly(TOKEN, async () => {
  await whileCalendarIsRead()
  return [free]
})
afterAll(() => calendar.stop())

const app = await startTestApp({ env: { CALENDLY_API_URL: calendar.url } })
const { db } = app.database

/** Days from now, so that none begins during the test. */
const SOON = dayAhead(8, Date.now())
const LATER = dayAhead(20, Date.now())

/** Guests of one address share its holds, and accounts of some days do not. */
const founder = () => account(app, { emailVerifiedAt: new Date(), createdAt: new Date(Date.now() - 2 * DAY_MS) })

type Pausing = { as: Client; vcId: VcId; until: string | null; id?: ReturnType<typeof newMutationId> }

async function pause({ as, vcId, until, id = newMutationId() }: Pausing) {
  const mutation = { id, name: 'listing.pause', args: { vcId, until }, madeAt: new Date().toISOString() }
  const { body } = await as.post<PushReply>('/api/sync/push', { clientId: newClientId(), mutations: [mutation] })
  return body.results[0]
}

async function pausedInvestor(until: string | null = SOON) {
  const investor = await startInvestor(app)
  expect(await pause({ as: investor, vcId: investor.listing, until })).toMatchObject({ status: 'applied' })
  return investor
}

const pausedUntil = async (id: VcId) => (await findListing(db, id))?.pausedUntil
/** What a client of `GET /api/vcs` gets. */
const platformRecord = async (vcId: VcId) =>
  (await app.visitor().get<PlatformRecord[]>('/api/vcs')).body.find(({ id }) => id === vcId)
const PAUSED = { status: 409, body: { code: 'unlocks.paused' } }

describe('an owner pauses the own listing', () => {
  test('it takes effect immediately, without a review, and is audited; a repeated mutation changes nothing', async () => {
    const investor = await startInvestor(app)
    const vcId = investor.listing
    const id = newMutationId()
    expect(await pause({ as: investor, vcId, until: SOON, id })).toMatchObject({ status: 'applied' })
    expect(await pause({ as: investor, vcId, until: SOON, id })).toMatchObject({ status: 'duplicate' })
    expect(await pause({ as: investor, vcId, until: SOON })).toMatchObject({ status: 'applied' })
    expect(await findListing(db, vcId)).toMatchObject({ pausedUntil: SOON, isVerified: true, reviewStatus: 'approved' })
    expect((await held(investor)).ownListings).toMatchObject([{ pausedUntil: SOON }])
    expect(await platformRecord(vcId)).toMatchObject({ pausedUntil: SOON })

    await pause({ as: investor, vcId, until: LATER })
    await pause({ as: investor, vcId, until: null })
    expect((await held(investor)).ownListings).toMatchObject([{ pausedUntil: null }])
    expect(await platformRecord(vcId)).toMatchObject({ pausedUntil: null })
    const log = await auditEntriesOf(db, vcId)
    expect(log.map(({ actorId, action, before, after }) => ({ actorId, action, before, after }))).toEqual([
      { actorId: investor.user.id, action: 'paused', before: { pausedUntil: null }, after: { pausedUntil: SOON } },
      { actorId: investor.user.id, action: 'paused', before: { pausedUntil: SOON }, after: { pausedUntil: LATER } },
      { actorId: investor.user.id, action: 'resumed', before: { pausedUntil: LATER }, after: { pausedUntil: null } },
    ])
  })

  test('only the owner can', async () => {
    const { listing: vcId } = await startInvestor(app)
    const refused = { status: 'refused', code: 'not-found' }
    expect(await pause({ as: await startInvestor(app), vcId, until: SOON })).toMatchObject(refused)
    expect(await pause({ as: app.visitor(), vcId, until: SOON })).toMatchObject(refused)
    expect(await pausedUntil(vcId)).toBe(null)
  })

  test('a pause of more than a year is refused, and one that was over before it arrived is none', async () => {
    const investor = await startInvestor(app)
    const vcId = investor.listing
    const refused = { status: 'refused', code: 'owners.pause-too-long' }
    expect(await pause({ as: investor, vcId, until: dayAhead(MAX_PAUSE_DAYS + 2, Date.now()) })).toMatchObject(refused)
    expect(await pause({ as: investor, vcId, until: dayAhead(-1, Date.now()) })).toMatchObject({ status: 'applied' })
    expect(await pausedUntil(vcId)).toBe(null)
    expect(await auditEntriesOf(db, vcId)).toEqual([])
  })

  test('a pause during a review is no edit that the review has not seen', async () => {
    const investor = await startInvestor(app, { isVerified: false, reviewStatus: 'pending' })
    await pause({ as: investor, vcId: investor.listing, until: SOON })
    expect(await findListing(db, investor.listing)).toMatchObject({ pausedUntil: SOON, hasUnreviewedEdits: false })
  })
})

describe('P19: while an investor is paused', () => {
  test('no unlock and no call can be started, until the investor resumes', async () => {
    const investor = await startInvestor(app)
    const vcId = investor.listing
    const slot = await firstSlot(app.visitor(), vcId)
    await pause({ as: investor, vcId, until: SOON })
    expect(await startPayment(app.visitor(), vcId)).toMatchObject(PAUSED)
    expect(await startBooking(await founder(), vcId, slot)).toMatchObject(PAUSED)
    expect(await listOrders(db, { targetId: vcId })).toEqual([])
    await pause({ as: investor, vcId, until: null })
    expect((await startPayment(app.visitor(), vcId)).status).toBe(200)
    expect((await startBooking(await founder(), vcId, slot)).status).toBe(200)
  })

  test('nothing is held for a founder whose request was checked before the pause', async () => {
    const investor = await startInvestor(app, { meetingLink: 'https://calendly.com/alan/intro' })
    const vcId = investor.listing
    await investor.post(`/api/vcs/${vcId}/calendar`, { token: TOKEN }, { method: 'PUT' })
    whileCalendarIsRead = () => pause({ as: investor, vcId, until: SOON })
    expect(await startBooking(await founder(), vcId, slotAt(free.getTime()))).toMatchObject(PAUSED)
    expect(await listCalls(db, { vcId })).toEqual([])
    await pause({ as: investor, vcId, until: null })
    whileCalendarIsRead = async () => undefined
    expect((await startBooking(await founder(), vcId, slotAt(free.getTime()))).status).toBe(200)
  })

  test('a payment that began before the pause is fulfilled, for a contact and for a call', async () => {
    const investor = await startInvestor(app)
    const vcId = investor.listing
    const [reader, caller] = [app.visitor(), await founder()]
    const slot = await firstSlot(caller, vcId)
    const unlock = (await startPayment(reader, vcId)).body
    const call = (await startBooking(caller, vcId, slot)).body
    await pause({ as: investor, vcId, until: SOON })
    await payWithCard(app, unlock.clientSecret, CARDS.good)
    await payWithCard(app, call.clientSecret, CARDS.good)
    expect((await confirmUnlock(reader, unlock.clientSecret, vcId)).status).toBe(200)
    expect((await confirmBooking(caller, call.clientSecret, vcId, slot)).status).toBe(200)
    expect(await hasUnlocked(reader, vcId)).toBe(true)
    expect(await listCalls(db, { vcId })).toMatchObject([{ status: 'confirmed' }])
  })

  test('an introduction can be requested', async () => {
    const { listing: vcId } = await pausedInvestor()
    expect((await app.visitor().post('/api/vc-request', { vcId, vcType: 'platform', requestType: 'intro' })).status).toBe(200)
  })
})

test('on the day of the return an investor is for sale again, without a write', async () => {
  const { listing: vcId } = await startInvestor(app, { pausedUntil: dayAhead(0, Date.now()) })
  const [slot] = await freeSlots(app.visitor(), vcId)
  expect((await startPayment(app.visitor(), vcId)).status).toBe(200)
  expect((await startBooking(await founder(), vcId, slot)).status).toBe(200)
})

test('devices get a pause and its end as deltas of a document that stays in the directory', async () => {
  const investor = await startInvestor(app)
  const device = app.visitor()
  const { epoch, cursor } = (await device.get<{ epoch: string; cursor: string }>('/api/sync/directory/snapshot')).body
  const shown = async () => {
    const path = `/api/sync/directory?epoch=${epoch}&since=${cursor}`
    const { put } = (await device.get<{ put: { investors: Investor[] } }>(path)).body
    return put.investors.find(({ id }) => id === investor.listing)
  }
  await pause({ as: investor, vcId: investor.listing, until: SOON })
  expect(await shown()).toMatchObject({ id: investor.listing, isVerified: true, isPurchasable: true, pausedUntil: SOON })
  await pause({ as: investor, vcId: investor.listing, until: null })
  // As the document was before the field existed.
  expect(Object.keys((await shown()) ?? {})).not.toContain('pausedUntil')
})
