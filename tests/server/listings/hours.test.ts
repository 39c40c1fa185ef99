import { expect, test } from 'vitest'
import { initialHours, MAX_DAYS_OFF } from '#shared/bookings/call-hours.ts'
import { dayAhead } from '#shared/listings/pause.ts'
import { openHours, sendHours } from '#tests/support/actors/hours.ts'
import { held, startInvestor } from '#tests/support/actors/listings.ts'
import { startTestApp } from '#tests/support/app.ts'
import { newMutationId } from '#tests/support/private-lane.ts'
import { findListing } from '#tests/support/state/investors.ts'

const app = await startTestApp()
const { db } = app.database

const HOURS = initialHours('Europe/Berlin')
const off = { from: dayAhead(20, Date.now()), until: dayAhead(24, Date.now()) }

test('an owner sets hours, changes single fields and removes them, and reads them on every device', async () => {
  const investor = await startInvestor(app)
  const vcId = investor.listing
  const id = newMutationId()
  expect(await sendHours({ as: investor, vcId, change: HOURS, id })).toMatchObject({ status: 'applied' })
  expect(await sendHours({ as: investor, vcId, change: HOURS, id })).toMatchObject({ status: 'duplicate' })
  expect((await held(investor)).ownListings).toMatchObject([{ callHours: HOURS, isVerified: true, reviewStatus: 'approved' }])

  // Two devices that have not seen each other.
  await sendHours({ as: investor, vcId, change: { mon: [], callsADay: 2 } })
  await sendHours({ as: investor, vcId, change: { daysOff: [off], bufferMinutes: 15 } })
  const both = { ...HOURS, mon: [], callsADay: 2, daysOff: [off], bufferMinutes: 15 }
  expect((await held(investor)).ownListings).toMatchObject([{ callHours: both }])

  await sendHours({ as: investor, vcId, change: null })
  expect((await held(investor)).ownListings).toMatchObject([{ callHours: null }])
})

test('only the owner can', async () => {
  const { listing: vcId } = await startInvestor(app)
  const refused = { status: 'refused', code: 'not-found' }
  expect(await sendHours({ as: await startInvestor(app), vcId, change: HOURS })).toMatchObject(refused)
  expect(await sendHours({ as: app.visitor(), vcId, change: HOURS })).toMatchObject(refused)
  expect((await findListing(db, vcId))?.callHours).toBe(null)
})

test.each<[code: string, change: object]>([
  ['owners.hours-too-short', { mon: [{ from: 600, until: 610 }] }],
  [
    'owners.hours-overlap',
    {
      mon: [
        { from: 540, until: 660 },
        { from: 600, until: 720 },
      ],
    },
  ],
  ['owners.hours-none', { mon: [], tue: [], wed: [], thu: [], fri: [] }],
  ['owners.days-off-order', { daysOff: [{ from: off.until, until: off.from }] }],
  ['invalid', { timeZone: 'Middle/Earth' }],
  ['invalid', { noticeHours: 1 }],
  ['invalid', { mon: [{ from: 540, until: 1441 }] }],
  ['invalid', { daysOff: Array(MAX_DAYS_OFF + 1).fill(off) }],
])('hours are refused with %s: %j', async (code, change) => {
  const investor = await startInvestor(app, { callHours: HOURS })
  expect(await sendHours({ as: investor, vcId: investor.listing, change })).toMatchObject({ status: 'refused', code })
  expect((await findListing(db, investor.listing))?.callHours).toEqual(HOURS)
})

test('hours are in no public document, wake no other device, and are no edit that a review has not seen', async () => {
  const investor = await startInvestor(app)
  const waiting = await startInvestor(app, { isVerified: false, reviewStatus: 'pending' })
  const before = await findListing(db, investor.listing)
  await sendHours({ as: investor, vcId: investor.listing, change: openHours({ daysOff: [off] }) })
  await sendHours({ as: waiting, vcId: waiting.listing, change: HOURS })
  const after = await findListing(db, investor.listing)
  expect(after?.callHours).toMatchObject({ daysOff: [off] })
  expect(after?.changedXid).toBe(before?.changedXid)
  expect(await findListing(db, waiting.listing)).toMatchObject({ callHours: HOURS, hasUnreviewedEdits: false })
  expect(JSON.stringify((await app.visitor().get('/api/vcs')).body)).not.toContain(off.from)
})

test('an export contains the hours, and an erasure deletes them', async () => {
  const investor = await startInvestor(app, { callHours: openHours({ daysOff: [off] }) })
  const exported = (await investor.get<{ investorProfiles: unknown[] }>('/api/auth/export')).body
  expect(exported.investorProfiles).toMatchObject([{ callHours: { daysOff: [off] } }])
  expect((await investor.send('/api/auth/delete-account', { method: 'DELETE' })).status).toBe(200)
  expect((await findListing(db, investor.listing))?.callHours ?? null).toBe(null)
})
