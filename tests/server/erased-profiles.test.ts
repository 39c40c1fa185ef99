import { eq } from 'drizzle-orm'
import { expect, test } from 'vitest'
import { orders, vcs } from '#drizzle/schema/index.ts'
import { findHost } from '#server/features/bookings/availability/queries.ts'
import type { VcId } from '#shared/ids.ts'
import { cents } from '#shared/money.ts'
import { grantAdmin } from '#tests/support/actors/admins.ts'
import { sampleApplication } from '#tests/support/actors/application.ts'
import { held } from '#tests/support/actors/listings.ts'
import {
  atProvider,
  CARDS,
  confirmUnlock,
  intentOf,
  listInvestor,
  orderOfIntent,
  payWithCard,
  startPayment,
} from '#tests/support/actors/money.ts'
import { disputesOf } from '#tests/support/actors/refunds.ts'
import { startTestApp } from '#tests/support/app.ts'
import { anInvestor } from '#tests/support/calls.ts'
import type { Client } from '#tests/support/client.ts'
import { mailTo, tokenIn } from '#tests/support/stand-ins/mailbox.ts'
import { findListing } from '#tests/support/state/investors.ts'
import { introOfSale, orderById } from '#tests/support/state/orders.ts'

const app = await startTestApp()
const { db } = app.database
const boss = await app.member()
await grantAdmin(app, boss)
let records = 0

/** An online profile that replaced a record. */
async function claimed() {
  records += 1
  const email = `grace-${records}@harbour.example`
  const record = await listInvestor(db, { email, name: 'Grace Gone', price: cents(20_000) })
  return { record, email, ...(await anInvestor(app, { price: cents(20_000), replacesId: record })) }
}

async function unlock(buyer: Client, vcId: VcId, card: string = CARDS.good) {
  const { clientSecret } = (await startPayment(buyer, vcId, { vcType: 'platform' })).body
  await payWithCard(app, clientSecret, card)
  await confirmUnlock(buyer, clientSecret, vcId)
  return orderOfIntent(db, intentOf(clientSecret))
}

/** The team revokes the claim, and the person of the record removes it with the mailed link. */
async function emptyProfile({ record, email, listing }: { record: VcId; email: string; listing: VcId }) {
  const decision = await boss.post(`/api/admin/vcs/${listing}/verify`, { isVerified: false }, { method: 'PATCH' })
  expect(decision.status).toBe(200)
  await app.visitor().post(`/api/listings/${record}/remove`, {})
  const token = tokenIn(await mailTo(app, email, /Remove your profile/))
  expect((await app.visitor().post('/api/profile-requests/confirm', { token })).body).toEqual({ outcome: 'removed' })
}

const hasBecome = (id: (typeof orders.$inferSelect)['id'], status: string) =>
  expect.poll(async () => (await orderById(db, id)).status).toBe(status)

test('a dispute that is won after the profile of a revoked claim was emptied refunds the price instead of restoring an empty contact', async () => {
  const investor = await claimed()
  const buyer = await app.member()
  const order = await unlock(buyer, investor.listing, CARDS.disputed)
  await hasBecome(order.id, 'disputed')
  await emptyProfile(investor)
  const [dispute] = await disputesOf(app, order.id)
  await atProvider(app, `disputes/${dispute?.id}/close`, { status: 'won' })
  await hasBecome(order.id, 'refunded')
  expect((await held(buyer)).contacts ?? []).toEqual([])
})

test('a late payment for an emptied profile is refunded', async () => {
  const investor = await claimed()
  const buyer = await app.member()
  const { clientSecret } = (await startPayment(buyer, investor.listing, { vcType: 'platform' })).body
  const order = await orderOfIntent(db, intentOf(clientSecret))
  // Without the job that closes open payments of departing investors: it runs later than the card’s answer.
  const emptied = { isActive: false, isVerified: false, reviewStatus: 'revoked' as const, email: null }
  await db.update(vcs).set(emptied).where(eq(vcs.id, investor.listing))
  await payWithCard(app, clientSecret, CARDS.good)
  await confirmUnlock(buyer, clientSecret, investor.listing)
  await hasBecome(order.id, 'refunded')
  // A call with it is not reinstated either.
  expect(await findHost(db, investor.listing)).toBeUndefined()
})

test('the introduction that was sold with a contact no longer names its investor once the record was removed', async () => {
  const investor = await claimed()
  const buyer = await app.member()
  const order = await unlock(buyer, investor.listing)
  await db
    .update(orders)
    .set({ paidAt: new Date(Date.now() - 20 * 86_400_000) })
    .where(eq(orders.id, order.id))
  expect(await introOfSale(db, order.id)).toContain('Hi Alan,')
  await emptyProfile(investor)
  expect(await introOfSale(db, order.id)).toBeNull()
  expect(JSON.stringify((await held(buyer)).contacts)).not.toContain('Alan')
})

test('nor once its account was erased', async () => {
  const investor = await anInvestor(app)
  const buyer = await app.member()
  const order = await unlock(buyer, investor.listing)
  await db
    .update(orders)
    .set({ paidAt: new Date(Date.now() - 20 * 86_400_000) })
    .where(eq(orders.id, order.id))
  expect((await investor.send('/api/auth/delete-account?giveUpEarnings=yes', { method: 'DELETE' })).status).toBe(200)
  expect(await introOfSale(db, order.id)).toBeNull()
})

test('an emptied profile is not reused by a later application, edit or approval: its sales stay ended', async () => {
  const investor = await claimed()
  await emptyProfile(investor)
  const edit = await investor.post(`/api/vcs/${investor.listing}`, { price: 30_000 }, { method: 'PATCH' })
  expect(edit.status).toBe(404)
  const approval = await boss.post(`/api/admin/vcs/${investor.listing}/verify`, { isVerified: true }, { method: 'PATCH' })
  expect(approval.status).toBe(404)
  const again = await investor.post<{ id: VcId }>('/api/vcs', sampleApplication({ partnerName: 'Alan Again' }))
  expect(again.status).toBe(200)
  expect(again.body.id).not.toBe(investor.listing)
  expect(await findListing(db, investor.listing)).toMatchObject({ isActive: false, partnerName: 'Former investor' })
})
