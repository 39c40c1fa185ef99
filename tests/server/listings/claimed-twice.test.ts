import { eq, sql } from 'drizzle-orm'
import { describe, expect, test } from 'vitest'
import { orders, vcs } from '#drizzle/schema/index.ts'
import type { AdminApplication } from '#shared/admin/applications.ts'
import type { AuditPage } from '#shared/admin/audit.ts'
import type { Booking } from '#shared/bookings/contract.ts'
import type { AdminPayouts } from '#shared/earnings/admin.ts'
import type { Earnings } from '#shared/earnings/contract.ts'
import type { VcId } from '#shared/ids.ts'
import { cents } from '#shared/money.ts'
import { account } from '#tests/support/actors/account.ts'
import { sampleApplication } from '#tests/support/actors/application.ts'
import { buy, DAY_MS } from '#tests/support/actors/earnings.ts'
import { approveInvestor, listInvestor } from '#tests/support/actors/money.ts'
import { startTestApp } from '#tests/support/app.ts'
import { anInvestor, enterCall } from '#tests/support/calls.ts'
import { findRecord, listListings } from '#tests/support/state/investors.ts'

const app = await startTestApp()
const { db } = app.database
const admin = await account(app, { isAdmin: true })

type Investor = Awaited<ReturnType<typeof anInvestor>>
const decide = (listing: VcId, isVerified: boolean) => {
  const decision = { isVerified, ...(!isVerified && { reason: 'It was somebody else.' }) }
  return admin.post<AdminApplication & { code?: string }>(`/api/admin/vcs/${listing}/verify`, decision, { method: 'PATCH' })
}
/** An approval without the rule, as by an earlier release. */
const approveAnyway = (listing: VcId) =>
  db.update(vcs).set({ isVerified: true, reviewStatus: 'approved' }).where(eq(vcs.id, listing))
const erase = (investor: Investor) => investor.send('/api/auth/delete-account?giveUpEarnings=yes', { method: 'DELETE' })

/** The account that the earnings of a record would be paid to. */
const payeeOf = async (record: VcId) => {
  // As if every takeover were long ago: its money waits for thirty days.
  await db.execute(
    sql`update vcs set replaced_at = replaced_at - interval '31 days' where replaced_at > now() - interval '1 day'`,
  )
  const { accounts } = (await admin.get<AdminPayouts>('/api/admin/payouts')).body
  const of = accounts.find((one) => one.account === `investor_payable:${record}`)
  return of && { email: of.email, isWithheld: of.standing === 'withheld' }
}
const callsOf = async (investor: Investor) =>
  (await investor.get<{ bookings: Booking[] }>('/api/bookings')).body.bookings.map(({ id }) => id)
const salesOf = async (investor: Investor) => (await investor.get<Earnings>('/api/earnings')).body.entries.length

/** A pending claim of a record. */
async function claims(record: VcId): Promise<Investor> {
  const applicant = await account(app, { userType: 'vc' })
  const waits = { userId: applicant.user.id, replacesId: record, isVerified: false, reviewStatus: 'pending' as const }
  return { ...applicant, listing: await approveInvestor(db, waits) }
}

/** A record with a sale that is months old. */
async function sold(): Promise<VcId> {
  const record = await listInvestor(db, { price: cents(20_000) })
  await buy(app, app.visitor(), record)
  await db
    .update(orders)
    .set({ paidAt: new Date(Date.now() - 90 * DAY_MS) })
    .where(eq(orders.targetId, record))
  return record
}

async function owned() {
  const record = await sold()
  return { record, owner: await anInvestor(app, { replacesId: record }) }
}

test('a second claim of a record is approved only once the profile that replaced it is revoked', async () => {
  const { record, owner } = await owned()
  const second = await claims(record)
  expect((await decide(second.listing, true)).body.code).toBe('review.record-taken')
  expect(await payeeOf(record)).toEqual({ email: owner.user.email, isWithheld: false })

  // Also while an edit of the owner is in review.
  await owner.post(`/api/vcs/${owner.listing}`, { partnerName: 'Alan Renamed' }, { method: 'PATCH' })
  expect((await decide(second.listing, true)).body.code).toBe('review.record-taken')
  expect((await decide(owner.listing, true)).status).toBe(200)

  expect((await decide(owner.listing, false)).status).toBe(200)
  // A pending application owns nothing.
  expect(await payeeOf(record)).toEqual({ email: owner.user.email, isWithheld: true })
  expect((await decide(second.listing, true)).status).toBe(200)
  expect(await payeeOf(record)).toEqual({ email: second.user.email, isWithheld: false })
  // Undoing the revocation does not give it to two accounts either.
  const { entries } = (await admin.get<AuditPage>('/api/admin/audit')).body
  const revocation = entries.find(({ action, targetId }) => action === 'revoked' && targetId === owner.listing)
  const undone = await admin.post<{ code?: string }>(`/api/admin/audit/${revocation?.id}/undo`)
  expect(undone.body.code).toBe('review.record-taken')
  expect(await payeeOf(record)).toEqual({ email: second.user.email, isWithheld: false })
})

test('nor while the owner has an edit in review after an undone revocation', async () => {
  const { record, owner } = await owned()
  const second = await claims(record)
  expect((await decide(owner.listing, false)).status).toBe(200)
  await owner.post(`/api/vcs/${owner.listing}`, { partnerName: 'Alan Renamed' }, { method: 'PATCH' })
  const { entries } = (await admin.get<AuditPage>('/api/admin/audit')).body
  const revocation = entries.find(({ action, targetId }) => action === 'revoked' && targetId === owner.listing)
  const undone = await admin.post<{ code?: string }>(`/api/admin/audit/${revocation?.id}/undo`)
  expect(undone.status).toBe(200)
  expect((await decide(second.listing, true)).body.code).toBe('review.record-taken')
  expect((await decide(owner.listing, true)).body).toMatchObject({ isVerified: true, isClaimRevoked: false })
})

describe('two profiles of one account never replace one record', () => {
  /** Another profile of an investor, which claimed the same record with another mail. */
  const another = (owner: Investor, record: VcId, about: Partial<typeof vcs.$inferInsert> = {}) =>
    approveInvestor(db, { userId: owner.user.id, replacesId: record, isVerified: false, reviewStatus: 'pending', ...about })
  const listingOf = async (record: VcId) => {
    const verified = await listListings(db, { replacesId: record, claimRevokedAt: null, isVerified: true })
    return verified.filter(({ replacedAt }) => replacedAt !== null).map(({ id }) => id)
  }
  const lift = (listing: VcId) => admin.post<{ code?: string }>(`/api/admin/vcs/${listing}/lift-revocation`, {})

  test('a pending second one is not approved', async () => {
    const { record, owner } = await owned()
    expect((await decide(await another(owner, record), true)).body.code).toBe('review.record-taken')
    expect(await listingOf(record)).toEqual([owner.listing])
  })

  test('a rejected one that is applied for again drops the claim, and is approved without the record', async () => {
    const { record, owner } = await owned()
    const listed = await findRecord(db, record)
    const name = listed?.name ?? ''
    const rejected = await another(owner, record, { reviewStatus: 'rejected', partnerName: name })
    const applied = await owner.post<{ id: VcId }>('/api/vcs', sampleApplication({ partnerName: name }))
    expect(applied.body.id).toBe(rejected)
    expect((await decide(rejected, true)).body).toMatchObject({ isVerified: true, claim: null })
    expect(await listingOf(record)).toEqual([owner.listing])
  })

  test('one that was approved without the record gets its claim back neither by itself nor with another, while a profile owns it', async () => {
    const { record, owner } = await owned()
    const older = await another(owner, record, { reviewStatus: 'rejected', createdAt: new Date(0) })
    await decide(owner.listing, false)
    expect((await owner.post<{ id: VcId }>('/api/vcs', sampleApplication())).body.id).toBe(older)
    expect((await decide(older, true)).body).toMatchObject({ isVerified: true, isClaimRevoked: true })

    const { entries } = (await admin.get<AuditPage>('/api/admin/audit')).body
    const revocation = entries.find(({ action, targetId }) => action === 'revoked' && targetId === owner.listing)
    expect((await admin.post(`/api/admin/audit/${revocation?.id}/undo`)).status).toBe(200)
    expect(await listingOf(record)).toEqual([owner.listing])
    expect((await lift(older)).body.code).toBe('review.record-taken')

    await decide(owner.listing, false)
    const second = await claims(record)
    expect((await decide(second.listing, true)).status).toBe(200)
    expect((await lift(older)).body.code).toBe('review.record-taken')
    expect(await listingOf(record)).toEqual([second.listing])
  })
})

test('of two claims of a record that two admins approve concurrently, one is approved', async () => {
  const record = await listInvestor(db)
  const both = [await claims(record), await claims(record)]
  const decided = await Promise.all(both.map(({ listing }) => decide(listing, true)))
  expect(decided.map(({ status }) => status).sort()).toEqual([200, 409])
})

test('a second claimant who was approved and is revoked leaves its money, its calls and its buyers to the first owner', async () => {
  const { record, owner } = await owned()
  const second = await claims(record)
  const call = await enterCall(app, await account(app), record, new Date(Date.now() + 5 * DAY_MS))
  await approveAnyway(second.listing)
  expect([await callsOf(owner), await salesOf(owner), await salesOf(second)]).toEqual([[], 0, 1])

  expect((await decide(second.listing, false)).status).toBe(200)
  // A pending application is responsible for nothing.
  await claims(record)
  expect([await callsOf(owner), await salesOf(owner), await salesOf(second)]).toEqual([[call], 1, 0])
  expect(await payeeOf(record)).toEqual({ email: owner.user.email, isWithheld: false })
  expect((await owner.post(`/api/bookings/${call}/cancel`, {})).status).toBe(200)

  // It stays so when the claimant’s account is deleted.
  expect((await erase(second)).status).toBe(200)
  expect(await salesOf(owner)).toBe(1)
  expect(await payeeOf(record)).toEqual({ email: owner.user.email, isWithheld: false })
})

test('a second claimant who was revoked gets nothing with another application, even if the claim was lifted', async () => {
  const { record, owner } = await owned()
  const second = await claims(record)
  await approveAnyway(second.listing)
  expect((await decide(second.listing, false)).status).toBe(200)
  expect((await second.post('/api/vcs', sampleApplication())).status).toBe(200)
  expect((await admin.post(`/api/admin/vcs/${second.listing}/lift-revocation`, {})).status).toBe(200)
  expect([await salesOf(owner), await salesOf(second)]).toEqual([1, 0])
  expect(await payeeOf(record)).toEqual({ email: owner.user.email, isWithheld: false })
})

test('earnings of a record whose owner has left are paid to no earlier claimant', async () => {
  const record = await sold()
  const claimant = await anInvestor(app, { replacesId: record })
  await db
    .update(vcs)
    .set({ replacedAt: new Date(Date.now() - 60 * DAY_MS) })
    .where(eq(vcs.id, claimant.listing))
  const owner = await claims(record)
  await approveAnyway(owner.listing)
  expect((await erase(owner)).status).toBe(200)
  expect(await payeeOf(record)).toEqual({ email: null, isWithheld: false })
  expect(await salesOf(claimant)).toBe(0)
})

test('an earlier claimant who leaves does not remove a record that another account owns', async () => {
  const { record, owner } = await owned()
  const second = await claims(record)
  await approveAnyway(second.listing)
  await second.post(`/api/vcs/${second.listing}`, { partnerName: 'Alan Renamed' }, { method: 'PATCH' })
  expect((await erase(owner)).status).toBe(200)
  expect(await findRecord(db, record)).toBeDefined()
})
