import { expect, test } from 'vitest'
import { bookRules } from '#server/features/earnings/ledger-checks/invariants.ts'
import { runRule } from '#server/features/earnings/ledger-checks/queries.ts'
import type { AdminPayouts } from '#shared/earnings/admin.ts'
import type { Earnings } from '#shared/earnings/contract.ts'
import type { VcId } from '#shared/ids.ts'
import { bookCall, firstSlot, freeSlots, movableSlot } from '#tests/support/actors/bookings.ts'
import { buy } from '#tests/support/actors/earnings.ts'
import { held } from '#tests/support/actors/listings.ts'
import {
  CARDS,
  confirmUnlock,
  hasUnlocked,
  intentOf,
  orderOfIntent,
  payWithCard,
  startPayment,
} from '#tests/support/actors/money.ts'
import { startTestApp } from '#tests/support/app.ts'
import { anInvestor } from '#tests/support/calls.ts'
import { listLegs } from '#tests/support/state/ledger.ts'
import { startMerging } from './setup.ts'

const app = await startTestApp()
const { db } = app.database
const { admin, merge, two } = await startMerging(app)

const LINK = 'https://cal.example.com/ida'
const balanceOf = async (investor: Parameters<typeof held>[0]) => (await investor.get<Earnings>('/api/earnings')).body
const payeeOf = async (record: VcId) =>
  (await admin.get<AdminPayouts>('/api/admin/payouts')).body.accounts.find(
    ({ account }) => account === `investor_payable:${record}`,
  )

async function expectWholeBooks() {
  const now = new Date()
  for (const rule of bookRules(now)) expect([rule.rule, await runRule(db, rule.find)]).toEqual([rule.rule, []])
}

test('the ledger is not changed, and earnings go to the listing that is responsible for the record that stays', async () => {
  const { from, into } = await two()
  const buyer = await app.member()
  await buy(app, buyer, from)
  const before = await listLegs(db)
  const owner = await anInvestor(app, { replacesId: into })
  expect((await balanceOf(owner)).entries).toHaveLength(0)
  await merge(from, into)
  expect(await listLegs(db)).toEqual(before)
  expect(await balanceOf(owner)).toMatchObject({ balance: { inWindow: 17_000 }, entries: [{ amount: 17_000 }] })
  // The owner sees who bought, and does not buy the own contact.
  expect((await held(owner)).requestsReceived).toHaveLength(1)
  expect((await startPayment(owner, from)).body).not.toHaveProperty('clientSecret')
  await expectWholeBooks()
})

test('earnings of a record that a listing replaces after the merge go to that listing', async () => {
  const { from, into } = await two()
  await buy(app, await app.member(), from)
  await merge(from, into)
  const owner = await anInvestor(app, { replacesId: into })
  expect(await balanceOf(owner)).toMatchObject({ balance: { inWindow: 17_000 } })
  expect(await payeeOf(from)).toBeUndefined()
})

test('a purchase that was started before the merge is delivered once; a second one is returned', async () => {
  const { from, into } = await two()
  const buyer = await app.member()
  const [early, late] = [await startPayment(buyer, from), await startPayment(buyer, into)]
  await merge(from, into)
  for (const [{ body }, id] of [
    [early, from],
    [late, into],
  ] as const) {
    await payWithCard(app, body.clientSecret, CARDS.good)
    await confirmUnlock(buyer, body.clientSecret, id)
  }
  expect(await hasUnlocked(buyer, into)).toBe(true)
  expect((await held(buyer)).contacts).toHaveLength(1)
  expect(await orderOfIntent(db, intentOf(early.body.clientSecret))).toMatchObject({ status: 'paid' })
  expect((await orderOfIntent(db, intentOf(late.body.clientSecret))).refusal).toBe('unlocks.already-unlocked')
  await expectWholeBooks()
})

test('the record that went is not sold', async () => {
  const { from, into } = await two()
  await merge(from, into)
  const { status, body } = await startPayment(await app.member(), from)
  expect([status, body]).toEqual([404, expect.objectContaining({ code: 'not-found' })])
})

test('a call with the record that goes takes the hours of the one that stays, and can be moved', async () => {
  const { from, into } = await two({ meetingLink: LINK }, { meetingLink: LINK })
  const founder = await app.member()
  const slot = await movableSlot(app.visitor(), from)
  await bookCall(app, founder, from, slot)
  expect((await freeSlots(app.visitor(), into)).map(({ start }) => start)).toContain(slot.start)
  await merge(from, into)
  expect((await freeSlots(app.visitor(), into)).map(({ start }) => start)).not.toContain(slot.start)
  const [call] = (await held(founder)).bookings ?? []
  expect(call).toMatchObject({ vcId: into, status: 'confirmed' })
  const { start } = await movableSlot(app.visitor(), into)
  expect((await founder.post(`/api/bookings/${call?.id}/reschedule`, { start })).status).toBe(200)
})

test('two records with calls at the same hour are not merged until one of the calls is moved', async () => {
  const { from, into } = await two({ meetingLink: LINK }, { meetingLink: LINK })
  const slot = await firstSlot(app.visitor(), from)
  await bookCall(app, await app.member(), from, slot)
  const founder = await app.member()
  await bookCall(app, founder, into, slot)
  expect(await merge(from, into)).toMatchObject({ status: 409, body: { code: 'records.calls-overlap' } })
  const [call] = (await held(founder)).bookings ?? []
  await founder.post(`/api/bookings/${call?.id}/cancel`)
  expect((await merge(from, into)).status).toBe(200)
})
