import { eq, sql } from 'drizzle-orm'
import { expect, test } from 'vitest'
import { directoryInvestors, meetingBookings, orders, vcs } from '#drizzle/schema/index.ts'
import { bookRules } from '#server/features/earnings/ledger-checks/invariants.ts'
import { runRule } from '#server/features/earnings/ledger-checks/queries.ts'
import type { AdminPayouts, PayoutBatch } from '#shared/earnings/admin.ts'
import type { Earnings } from '#shared/earnings/contract.ts'
import type { VcId } from '#shared/ids.ts'
import { cents } from '#shared/money.ts'
import { account } from '#tests/support/actors/account.ts'
import { bookCall, freeSlots, lastSlot } from '#tests/support/actors/bookings.ts'
import { buy, DAY_MS, staySignedIn } from '#tests/support/actors/earnings.ts'
import {
  approveInvestor,
  atProvider,
  hasUnlocked,
  listInvestor,
  orderOfIntent,
  runJob,
  startPayment,
} from '#tests/support/actors/money.ts'
import { anInvestor, enterCall } from '#tests/support/calls.ts'
import { findListing, findRecord } from '#tests/support/state/investors.ts'
import { listMails, mailKindsTo } from '#tests/support/state/mails.ts'
import { until } from '#tests/support/until.ts'
import { setUp } from './setup.ts'

const { clock, app, db, takenOver, rename, isVerified, aRecord, takeOver, now } = await setUp()

const admin = await account(app, { isAdmin: true })
const forwardDays = async (days: number) => {
  clock.forwardDays(days)
  await staySignedIn(db, clock.now())
}
const accountOf = async (vcId: VcId) =>
  (await admin.get<AdminPayouts>('/api/admin/payouts')).body.accounts.find(
    ({ account }) => account === `investor_payable:${vcId}`,
  )

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
  const taken = await findListing(db, listing)
  expect(Date.parse(entries[0]?.maturesAt ?? '') - (taken?.replacedAt?.getTime() ?? 0)).toBe(30 * DAY_MS)

  expect(await mailKindsTo(db, mailbox)).toEqual(['profile-taken-over'])
  // Once: an approval after a lifted revocation is not another takeover.
  await decide(false)
  expect((await admin.post(`/api/admin/vcs/${listing}/lift-revocation`, {})).status).toBe(200)
  await decide(true)
  expect(await mailKindsTo(db, mailbox)).toEqual(['profile-taken-over'])

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
  // A job writes these mails after the reply.
  const calls = await until(
    async () => (await listMails(db)).filter(({ template }) => template.startsWith('call')),
    (all) => all.length > 0,
  )
  expect(await mailKindsTo(db, claimant.user.email)).not.toContain('call-booked')
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
  expect(await findRecord(db, record)).toMatchObject({ unlistedAt: expect.any(Date), replacedBy: person.listing })
})
