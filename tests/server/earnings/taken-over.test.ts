import { eq, sql } from 'drizzle-orm'
import { expect, test } from 'vitest'
import { directoryInvestors, mailOutbox, meetingBookings, orders, vcs } from '#drizzle/schema/index.ts'
import { importListing } from '#server/features/directory/import/import-listing.ts'
import { bookRules } from '#server/features/earnings/ledger-checks/invariants.ts'
import { runRule } from '#server/features/earnings/ledger-checks/queries.ts'
import type { Booking } from '#shared/bookings/contract.ts'
import type { AdminPayouts, PayoutBatch } from '#shared/earnings/admin.ts'
import type { Earnings } from '#shared/earnings/contract.ts'
import type { VcId } from '#shared/ids.ts'
import { cents } from '#shared/money.ts'
import { account } from '#tests/support/actors/account.ts'
import { bookCall, freeSlots, lastSlot, startBooking } from '#tests/support/actors/bookings.ts'
import { buy, DAY_MS, movableClock, staySignedIn } from '#tests/support/actors/earnings.ts'
import { held } from '#tests/support/actors/listings.ts'
import {
  approveInvestor,
  atProvider,
  CARDS,
  confirmUnlock,
  hasUnlocked,
  listInvestor,
  orderOfIntent,
  payWithCard,
  runJob,
  startPayment,
} from '#tests/support/actors/money.ts'
import { startTestApp } from '#tests/support/app.ts'
import { anInvestor, enterCall } from '#tests/support/calls.ts'
import { until } from '#tests/support/until.ts'

const clock = movableClock()
const app = await startTestApp({ world: { now: clock.now } })
const { db } = app.database
const admin = await account(app, { isAdmin: true })
const forwardDays = async (days: number) => {
  clock.forwardDays(days)
  await staySignedIn(db, clock.now())
}
const accountOf = async (vcId: VcId) =>
  (await admin.get<AdminPayouts>('/api/admin/payouts')).body.accounts.find(
    ({ account }) => account === `investor_payable:${vcId}`,
  )

/** An investor who has taken over a record after a sale of it. */
async function takenOver() {
  await staySignedIn(db, clock.now())
  const record = await listInvestor(db, { price: cents(20_000) })
  const piId = await buy(app, app.visitor(), record)
  const investor = await anInvestor(app, { price: cents(20_000), replacesId: record })
  await staySignedIn(db, clock.now())
  return { record, piId, investor }
}

const rename = (investor: Awaited<ReturnType<typeof takenOver>>['investor']) =>
  investor.post(`/api/vcs/${investor.listing}`, { partnerName: 'Alan Renamed' }, { method: 'PATCH' })
const isVerified = async (id: VcId) => (await db.select().from(vcs).where(eq(vcs.id, id)))[0]?.isVerified

test('the earnings of a record wait for thirty days after a takeover, and its mailbox is notified', async () => {
  await staySignedIn(db, clock.now())
  const mailbox = 'grace@harbour-owner.example'
  const record = await listInvestor(db, { price: cents(20_000), email: mailbox, name: 'Grace Owner' })
  await buy(app, app.visitor(), record)
  await db
    .update(orders)
    .set({ paidAt: new Date(Date.now() - 45 * DAY_MS) })
    .where(eq(orders.targetId, record))
  await forwardDays(0)
  expect(await accountOf(record)).toMatchObject({ amount: 17_000, standing: 'nobody' })

  const claimant = await account(app, { userType: 'vc' })
  const waits = { userId: claimant.user.id, replacesId: record, isVerified: false, reviewStatus: 'pending' as const }
  const listing = await approveInvestor(db, waits)
  const decide = (isVerified: boolean) => admin.post(`/api/admin/vcs/${listing}/verify`, { isVerified }, { method: 'PATCH' })
  await forwardDays(0)
  expect((await decide(true)).status).toBe(200)
  expect(await accountOf(record)).toBeUndefined()
  const { balance, entries } = (await claimant.get<Earnings>('/api/earnings')).body
  expect(balance).toMatchObject({ inWindow: 17_000, payable: 0 })
  const [taken] = await db.select({ at: vcs.replacedAt }).from(vcs).where(eq(vcs.id, listing))
  expect(Date.parse(entries[0]?.maturesAt ?? '') - (taken?.at?.getTime() ?? 0)).toBe(30 * DAY_MS)

  const mailTemplates = async () =>
    (await db.select().from(mailOutbox).where(eq(mailOutbox.recipient, mailbox))).map(({ template }) => template)
  expect(await mailTemplates()).toEqual(['profile-taken-over'])
  // Once: an approval after a lifted revocation is not another takeover.
  await decide(false)
  expect((await admin.post(`/api/admin/vcs/${listing}/lift-revocation`, {})).status).toBe(200)
  await decide(true)
  expect(await mailTemplates()).toEqual(['profile-taken-over'])

  await forwardDays(31)
  expect(await accountOf(record)).toMatchObject({ amount: 17_000, standing: 'ready', email: claimant.user.email })
})

test('a payout to an earlier owner of a record does not mature again, so that it puts no account below zero', async () => {
  const { record, investor } = await takenOver()
  await forwardDays(31)
  const { body: batch } = await admin.post<PayoutBatch>('/api/admin/payouts')
  expect((await admin.post(`/api/admin/payouts/${batch.id}/pay`, { reference: 'BANK-1' })).status).toBe(200)
  await db.update(vcs).set({ isVerified: false, reviewStatus: 'revoked' }).where(eq(vcs.id, investor.listing))
  const owner = await anInvestor(app, { replacesId: record })
  // By the clock of the test it is taken over now.
  await db.update(vcs).set({ replacedAt: clock.now() }).where(eq(vcs.id, owner.listing))
  await forwardDays(0)
  expect(await accountOf(record)).toBeUndefined()
  expect((await owner.get<Earnings>('/api/earnings')).body.balance).toMatchObject({ inWindow: 0, payable: 0 })
})

test('a debt on a record that was taken over remains after a rename of the own listing', async () => {
  const { record, piId, investor } = await takenOver()
  await forwardDays(31)
  const { body: batch } = await admin.post<PayoutBatch>('/api/admin/payouts')
  await admin.post(`/api/admin/payouts/${batch.id}/pay`, { reference: 'BANK-1' })
  await buy(app, app.visitor(), investor.listing)
  await forwardDays(31)
  await atProvider(app, 'refunds', { payment_intent: piId })
  await runJob(app, 'payments.list-events')
  await until(
    () => orderOfIntent(db, piId),
    ({ status }) => status === 'refunded',
  )
  expect(await accountOf(investor.listing)).toMatchObject({ payable: 0, standing: 'withheld' })
  expect((await rename(investor)).status).toBe(200)
  expect(await isVerified(investor.listing)).toBe(false)
  expect(await accountOf(record)).toMatchObject({ amount: -17_000, email: investor.user.email })
  expect(await accountOf(investor.listing)).toMatchObject({ payable: 0, standing: 'withheld' })
})

test('nor are its earnings and its calls lost by it', async () => {
  const { record, investor } = await takenOver()
  const start = new Date(clock.now().getTime() + 3 * 24 * 60 * 60 * 1000)
  const founder = await account(app)
  const id = await enterCall(app, founder, record, start)
  await rename(investor)
  await forwardDays(0)
  expect((await investor.get<Earnings>('/api/earnings')).body.balance.inWindow).toBe(17_000)
  expect(JSON.stringify((await investor.get('/api/bookings')).body)).toContain(id)
  await forwardDays(31)
  expect(await accountOf(record)).toMatchObject({ standing: 'ready', email: investor.user.email })
})

test('an application alone does not own a record; the last approved claimant does', async () => {
  await staySignedIn(db, clock.now())
  const record = await listInvestor(db, { price: cents(20_000) })
  await buy(app, app.visitor(), record)
  const stranger = await account(app)
  const applied = { userId: stranger.user.id, replacesId: record, isVerified: false, reviewStatus: 'pending' as const }
  const application = await approveInvestor(db, applied)
  await forwardDays(31)
  expect(await accountOf(record)).toMatchObject({ standing: 'nobody', email: null })
  expect((await stranger.get<Earnings>('/api/earnings')).body.entries).toEqual([])

  await db.update(vcs).set({ isVerified: true, reviewStatus: 'approved' }).where(eq(vcs.id, application))
  await db.update(vcs).set({ isVerified: false, reviewStatus: 'revoked' }).where(eq(vcs.id, application))
  expect(await accountOf(record)).toMatchObject({ email: stranger.user.email })
  const investor = await anInvestor(app, { replacesId: record })
  await forwardDays(0)
  expect(await accountOf(record)).toMatchObject({ email: investor.user.email })
  expect((await stranger.get<Earnings>('/api/earnings')).body.entries).toEqual([])
  expect((await investor.get<Earnings>('/api/earnings')).body.entries).toHaveLength(1)
})

const LINK = 'https://cal.example.com/grace'
const aRecord = () => listInvestor(db, { price: cents(9900), meetingLink: LINK })
/** The investor of a record takes it over, in the time zone in which the record’s slots were offered. */
const takeOver = (record: VcId, about: Partial<typeof vcs.$inferInsert> = {}) =>
  anInvestor(app, { replacesId: record, timeZone: null, meetingLink: LINK, price: cents(9900), ...about })
const now = () => staySignedIn(db, clock.now())

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
  expect(await db.select().from(directoryInvestors).where(eq(directoryInvestors.id, record))).toHaveLength(1)
  const [call] = await db.select().from(meetingBookings).where(eq(meetingBookings.id, id))
  expect(call?.status).toBe('confirmed')
})

/** The team revokes a claimant, and approves a later application of the account: an own profile, without the record. */
async function approvedWithoutClaim() {
  const record = await aRecord()
  await now()
  const buyer = await account(app)
  await now()
  await buy(app, buyer, record)
  const claimant = await takeOver(record)
  await db.update(vcs).set({ isVerified: false, reviewStatus: 'revoked' }).where(eq(vcs.id, claimant.listing))
  await db.update(vcs).set({ isVerified: true, reviewStatus: 'approved' }).where(eq(vcs.id, claimant.listing))
  await now()
  return { record, buyer, claimant }
}

test('a revoked claimant who is approved again without the record has neither its buyers, its money, its slots nor its mails', async () => {
  const { record, buyer, claimant } = await approvedWithoutClaim()
  const founder = await account(app)
  await now()
  const slot = await lastSlot(founder, record)
  const booked = await bookCall(app, founder, record, slot)
  expect(booked.confirmed.status).toBe(200)
  const toClaimant = eq(mailOutbox.recipient, claimant.user.email)
  expect((await db.select().from(mailOutbox).where(toClaimant)).map(({ template }) => template)).not.toContain('call-booked')
  const calls = (await db.select().from(mailOutbox)).filter(({ template }) => template.startsWith('call'))
  expect(calls.length).toBeGreaterThan(0)
  expect(calls.map(({ recipient }) => recipient)).not.toContain(claimant.user.email)

  // The slot is free for the claimant, who is a different investor.
  const other = await account(app)
  await now()
  expect(await freeSlots(other, claimant.listing)).toContainEqual(slot)
  await enterCall(app, other, claimant.listing, new Date(slot.start))
  const rule = bookRules(clock.now()).find(({ rule }) => rule === 'overlapping-calls')
  expect(await runRule(db, rule?.find ?? sql``)).toEqual([])

  expect(await hasUnlocked(buyer, claimant.listing)).toBe(false)
  expect((await startPayment(buyer, claimant.listing)).status).toBe(200)
  await forwardDays(40)
  expect(await accountOf(record)).toMatchObject({ payable: 0, standing: 'withheld' })
  const entries = (await claimant.get<Earnings>('/api/earnings')).body.entries
  expect(entries.every(({ founderName }) => founderName === 'Anonymous founder')).toBe(true)
  await db.delete(meetingBookings)
})

test('earnings of a record belong to the claimant with the valid claim, even if a revoked one came later', async () => {
  const record = await aRecord()
  await now()
  await buy(app, app.visitor(), record)
  const person = await takeOver(record)
  await db.update(directoryInvestors).set({ unlistedAt: null }).where(eq(directoryInvestors.id, record))
  const impostor = await takeOver(record)
  const later = sql`${vcs.replacedAt} + interval '1 second'`
  await db.update(vcs).set({ isVerified: false, reviewStatus: 'revoked', replacedAt: later }).where(eq(vcs.id, impostor.listing))
  await forwardDays(8)
  expect(await accountOf(record)).toMatchObject({ email: person.user.email })
  const [row] = await db.select().from(directoryInvestors).where(eq(directoryInvestors.id, record))
  expect(row).toMatchObject({ unlistedAt: expect.any(Date), replacedBy: person.listing })
})

test('a record that has left its source during a takeover is not listed again by a revocation', async () => {
  const [kept, gone] = [await aRecord(), await aRecord()]
  const [one, other] = [await takeOver(kept), await takeOver(gone)]
  const records = [{ id: kept, fields: { name: 'Grace Listed' } }]
  await importListing({ db }, { source: 'file', records, confirm: true })
  for (const { listing } of [one, other])
    await db.update(vcs).set({ isVerified: false, reviewStatus: 'revoked' }).where(eq(vcs.id, listing))
  const rows = await db.select().from(directoryInvestors)
  expect(rows.find(({ id }) => id === kept)?.unlistedAt).toBeNull()
  expect(rows.find(({ id }) => id === gone)?.unlistedAt).toBeInstanceOf(Date)
})

test('while an edit of its owner is in review, no import sells a claimed record for the price of its source', async () => {
  const record = await aRecord()
  const owner = await takeOver(record, { price: cents(50_000) })
  await now()
  expect((await rename(owner)).status).toBe(200)
  expect(await isVerified(owner.listing)).toBe(false)
  const fields = { name: 'Grace Listed', email: 'grace@harbour.example', verified: 'yes', price: '$1' }
  await importListing({ db }, { source: 'file', records: [{ id: record, fields }], confirm: true })

  const [row] = await db.select().from(directoryInvestors).where(eq(directoryInvestors.id, record))
  expect(row?.unlistedAt).toBeInstanceOf(Date)
  expect((await startPayment(app.visitor(), record)).status).toBe(404)
})
