import { eq, sql } from 'drizzle-orm'
import { expect, test } from 'vitest'
import { directoryInvestors, meetingBookings, vcs } from '#drizzle/schema/index.ts'
import { importListing } from '#server/features/directory/import/import-listing.ts'
import { bookRules } from '#server/features/earnings/ledger-checks/invariants.ts'
import { runRule } from '#server/features/earnings/ledger-checks/queries.ts'
import type { Booking } from '#shared/bookings/contract.ts'
import type { Earnings } from '#shared/earnings/contract.ts'
import { cents } from '#shared/money.ts'
import { account } from '#tests/support/actors/account.ts'
import { bookCall, freeSlots, lastSlot, startBooking } from '#tests/support/actors/bookings.ts'
import { buy } from '#tests/support/actors/earnings.ts'
import { held } from '#tests/support/actors/listings.ts'
import { CARDS, confirmUnlock, hasUnlocked, orderOfIntent, payWithCard, startPayment } from '#tests/support/actors/money.ts'
import { enterCall } from '#tests/support/calls.ts'
import { findCall } from '#tests/support/state/calls.ts'
import { findRecord } from '#tests/support/state/investors.ts'
import { until } from '#tests/support/until.ts'
import { setUp } from './setup.ts'

const { clock, app, db, rename, isVerified, aRecord, takeOver, now } = await setUp()

test('a sold slot of a record is not sold again by the listing that replaced it', async () => {
  const record = await aRecord()
  const [first, second] = [await account(app), await account(app)]
  await now()
  const slot = await lastSlot(first, record)
  const { confirmed } = await bookCall(app, first, record, slot)
  expect(confirmed.status).toBe(200)
  const { listing } = await takeOver(record)
  await now()
  expect(await freeSlots(second, listing)).not.toContainEqual(slot)
  expect((await startBooking(second, listing, slot)).body.code).toBe('bookings.slot-taken')

  // Inserted directly, so that the table itself has to refuse it.
  await expect(enterCall(app, second, listing, new Date(slot.start))).rejects.toMatchObject({ cause: { code: '23P01' } })

  const free = (await freeSlots(first, listing)).at(-1)
  const moved = await first.post<Booking>(`/api/bookings/${confirmed.body.booking.id}/reschedule`, { start: free?.start })
  expect(moved).toMatchObject({ status: 200, body: { start: free?.start } })
})

test('the ledger check detects two overlapping calls of one investor, even if one was booked with the record', async () => {
  const record = await aRecord()
  const [founder, start] = [await account(app), new Date(clock.now().getTime() + 20 * 24 * 60 * 60 * 1000)]
  const { listing } = await takeOver(record)
  const one = await enterCall(app, founder, record, start, { status: 'cancelled' })
  const other = await enterCall(app, founder, listing, start)
  // As an earlier release left them.
  await db.update(meetingBookings).set({ vcKey: listing }).where(eq(meetingBookings.id, other))
  await db.update(meetingBookings).set({ status: 'confirmed' }).where(eq(meetingBookings.id, one))
  const rule = bookRules(clock.now()).find(({ rule }) => rule === 'overlapping-calls')
  expect((await runRule(db, rule?.find ?? sql``)).map(({ subject }) => subject)).toEqual([[one, other].sort()[0]])
  await db.update(meetingBookings).set({ status: 'cancelled' }).where(eq(meetingBookings.id, one))
})

test('a buyer of a record owns the contact of the listing that replaced it, and does not pay again', async () => {
  const record = await aRecord()
  const buyer = await account(app)
  await now()
  await buy(app, buyer, record)
  // An open payment for the record counts for the same investor.
  const late = await account(app)
  await now()
  const open = (await startPayment(late, record)).body
  const { listing } = await takeOver(record, { email: 'grace@own.example' })
  await now()
  expect((await startPayment(buyer, listing)).body.code).toBe('unlocks.already-unlocked')
  expect(await hasUnlocked(buyer, listing)).toBe(true)
  const contacts = (await held(buyer)).contacts ?? []
  expect(contacts.map(({ id, email }) => [id, email])).toEqual(
    expect.arrayContaining([
      [record, 'grace@harbour.example'],
      [listing, 'grace@own.example'],
    ]),
  )

  await buy(app, late, listing)
  await payWithCard(app, open.clientSecret, CARDS.good)
  await confirmUnlock(late, open.clientSecret, record)
  const refused = await until(
    () => orderOfIntent(db, open.clientSecret.split('_secret_')[0] ?? ''),
    (order) => order.refusal !== null,
  )
  expect(refused.refusal).toBe('unlocks.already-unlocked')

  await db.update(vcs).set({ isVerified: false, reviewStatus: 'revoked' }).where(eq(vcs.id, listing))
  expect(await hasUnlocked(buyer, listing)).toBe(false)
  expect(await hasUnlocked(buyer, record)).toBe(true)
})

test('an investor cannot buy the record that the own listing replaced, even while it is listed again', async () => {
  const record = await aRecord()
  const investor = await takeOver(record)
  await db.update(vcs).set({ isVerified: false, reviewStatus: 'pending' }).where(eq(vcs.id, investor.listing))
  await db.update(directoryInvestors).set({ unlistedAt: null }).where(eq(directoryInvestors.id, record))
  await now()
  expect((await startPayment(investor, record)).body.code).toBe('unlocks.own-profile')
  expect((await startPayment(await account(app), record)).status).toBe(200)
})

test('sales of a record count in the weekly limit of the listing that replaced it', async () => {
  const record = await aRecord()
  const [one, two] = [await account(app), await account(app)]
  await now()
  await buy(app, one, record)
  const { listing } = await takeOver(record, { weeklyIntroLimit: 2 })
  await now()
  const slot = await lastSlot(one, listing)
  expect((await startBooking(one, listing, slot)).status).toBe(200)
  const other = (await freeSlots(two, listing)).at(-1)
  expect((await startBooking(two, listing, other)).body.code).toBe('unlocks.limit-reached')
  await db.update(vcs).set({ weeklyIntroLimit: 1 }).where(eq(vcs.id, listing))
  expect((await startPayment(two, listing)).body.code).toBe('unlocks.limit-reached')
})

test('a revoked claimant neither sees nor cancels calls of the record, and does not remove it on deletion', async () => {
  const record = await aRecord()
  const founder = await account(app)
  const start = new Date(clock.now().getTime() + 5 * 24 * 60 * 60 * 1000)
  await now()
  const booked = await bookCall(app, founder, record, await lastSlot(founder, record))
  const claimant = await takeOver(record)
  await now()
  const id = await enterCall(app, founder, record, start)
  const read = async () => (await claimant.get<{ bookings: Booking[] }>('/api/bookings')).body.bookings.map((call) => call.id)
  expect(booked.confirmed.status).toBe(200)
  expect(await read()).toContain(id)

  await db.update(vcs).set({ isVerified: false, reviewStatus: 'revoked' }).where(eq(vcs.id, claimant.listing))
  expect(await read()).toEqual([])
  expect((await claimant.post(`/api/bookings/${id}/cancel`, {})).status).toBe(404)
  const everything = JSON.stringify([await held(claimant), (await claimant.get('/api/auth/export')).body])
  for (const theirs of ['Noa Founder', 'noa@anvil.example', 'Ada Member', id]) expect(everything).not.toContain(theirs)

  // Sales of the record are still on the account that is responsible for it.
  expect((await claimant.get<Earnings>('/api/earnings')).body.entries).toMatchObject([
    { amount: 8415, founderName: 'Anonymous founder' },
  ])
  const left = await claimant.send('/api/auth/delete-account?giveUpEarnings=yes', { method: 'DELETE' })
  expect(left.status).toBe(200)
  expect(await findRecord(db, record)).toBeDefined()
  expect(await findCall(db, id)).toMatchObject({ status: 'confirmed' })
})

test('a record that has left its source during a takeover is not listed again by a revocation', async () => {
  const [kept, gone] = [await aRecord(), await aRecord()]
  const [one, other] = [await takeOver(kept), await takeOver(gone)]
  const records = [{ id: kept, fields: { name: 'Grace Listed' } }]
  await importListing({ db }, { source: 'file', records, confirm: true })
  for (const { listing } of [one, other])
    await db.update(vcs).set({ isVerified: false, reviewStatus: 'revoked' }).where(eq(vcs.id, listing))
  expect((await findRecord(db, kept))?.unlistedAt).toBeNull()
  expect((await findRecord(db, gone))?.unlistedAt).toBeInstanceOf(Date)
})

test('while an edit of its owner is in review, no import sells a claimed record for the price of its source', async () => {
  const record = await aRecord()
  const owner = await takeOver(record, { price: cents(50_000) })
  await now()
  expect((await rename(owner)).status).toBe(200)
  expect(await isVerified(owner.listing)).toBe(false)
  const fields = { name: 'Grace Listed', email: 'grace@harbour.example', verified: 'yes', price: '$1' }
  await importListing({ db }, { source: 'file', records: [{ id: record, fields }], confirm: true })

  expect((await findRecord(db, record))?.unlistedAt).toBeInstanceOf(Date)
  expect((await startPayment(app.visitor(), record)).status).toBe(404)
})
