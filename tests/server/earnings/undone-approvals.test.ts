import { Glob } from 'bun'
import { eq } from 'drizzle-orm'
import { describe, expect, test } from 'vitest'
import { orders, users, vcs } from '#drizzle/schema/index.ts'
import type { AdminPayouts, PayoutBatch } from '#shared/earnings/admin.ts'
import type { VcId } from '#shared/ids.ts'
import { cents } from '#shared/money.ts'
import type { AdminVc } from '#shared/review/applications.ts'
import type { AuditPage } from '#shared/review/audit.ts'
import { account } from '#tests/support/account.ts'
import { startTestApp } from '#tests/support/app.ts'
import { sampleApplication } from '#tests/support/application.ts'
import { anInvestor } from '#tests/support/calls.ts'
import { buy, DAY_MS } from '#tests/support/earnings.ts'
import { mailTo, tokenIn } from '#tests/support/mailbox.ts'
import { held } from '#tests/support/owners.ts'
import { testDatabase } from '#tests/support/postgres.ts'

const app = await startTestApp()
const { db } = app.database
const admin = await account(app, { isAdmin: true })
type Investor = Awaited<ReturnType<typeof sold>>

/** An investor with a sale that matured long ago. */
async function sold(about: Partial<typeof vcs.$inferInsert> = {}) {
  const createdAt = new Date(Date.now() - 200 * DAY_MS)
  const investor = await anInvestor(app, { price: cents(5000), createdAt, ...about })
  await buy(app, app.visitor(), investor.listing)
  const paidAt = new Date(Date.now() - 90 * DAY_MS)
  await db.update(orders).set({ paidAt }).where(eq(orders.targetId, investor.listing))
  return investor
}

const accountNamed = async (name: string) =>
  (await admin.get<AdminPayouts>('/api/admin/payouts')).body.accounts.find(({ account: of }) => of === name)
const payableOf = async ({ listing }: Investor) => (await accountNamed(`investor_payable:${listing}`))?.payable
const seen = async ({ listing }: Investor) =>
  (await admin.get<AdminVc[]>('/api/admin/vcs')).body.find((vc) => vc.id === listing)

async function verify({ listing }: Investor, isVerified: boolean) {
  const decided = await admin.post<AdminVc>(`/api/admin/vcs/${listing}/verify`, { isVerified }, { method: 'PATCH' })
  expect(decided).toMatchObject({ status: 200, body: { isVerified } })
}
/** Takes the latest decision about a listing back. */
async function undo({ listing }: Investor) {
  const { entries } = (await admin.get<AuditPage>('/api/admin/audit')).body
  const latest = entries.find(({ targetId }) => targetId === listing)
  expect((await admin.post(`/api/admin/audit/${latest?.id}/undo`)).status).toBe(200)
}
async function applyAgain(investor: Investor, about: Record<string, unknown> = {}) {
  expect((await investor.post('/api/vcs', sampleApplication(about))).body).toMatchObject({ id: investor.listing })
}
async function revokedAndAppliedAgain(about: Parameters<typeof sold>[0] = {}) {
  const investor = await sold(about)
  await verify(investor, false)
  await applyAgain(investor, { donateToCharity: about.donateToCharity, charityOfChoice: about.charityOfChoice })
  return investor
}
/** The holder of the mailbox resets the password of an account whose address was never confirmed. */
async function startedOver() {
  const investor = await sold()
  const { id, email } = investor.user
  await db.update(users).set({ emailVerifiedAt: null }).where(eq(users.id, id))
  await app.visitor().post('/api/auth/forgot-password', { email })
  const token = tokenIn(await mailTo(app, email, /reset your password/i))
  const reset = await app.visitor().post('/api/auth/reset-forgotten', { token, newPassword: 'k7#mQz2pp' })
  expect(reset.status).toBe(200)
  return investor
}

describe('an approval by mistake that is taken back pays nothing that waited before it', () => {
  test.each([
    ['of an account that started over', startedOver],
    ['of a listing that was revoked and applied for again', revokedAndAppliedAgain],
  ])('%s, however often it is given and taken back', async (_, waits) => {
    const investor = await waits()
    expect(await payableOf(investor)).toBe(0)
    await verify(investor, true)
    expect(await payableOf(investor)).toBe(4250)
    await undo(investor)
    expect(await seen(investor)).toMatchObject({ reviewStatus: 'pending' })
    expect(await payableOf(investor)).toBe(0)
    // The approval again, by a second undo, which is taken back as well.
    await undo(investor)
    expect(await payableOf(investor)).toBe(4250)
    await undo(investor)
    expect(await payableOf(investor)).toBe(0)
    await verify(investor, true)
    await undo(investor)
    expect(await payableOf(investor)).toBe(0)
    await verify(investor, true)
    expect(await payableOf(investor)).toBe(4250)
  })

  test('nor is a share of a charity taken as paid by what others were paid since the revocation', async () => {
    const donates = { donateToCharity: true, charityOfChoice: 'Elms' }
    const investor = await revokedAndAppliedAgain(donates)
    await sold(donates)
    const { body: batch } = await admin.post<PayoutBatch>('/api/admin/payouts')
    expect(batch.lines.find(({ account: of }) => of === 'charity_payable:Elms')).toMatchObject({ amount: 4250 })
    expect((await admin.post(`/api/admin/payouts/${batch.id}/pay`, { reference: 'BANK-1' })).status).toBe(200)
    await verify(investor, true)
    await undo(investor)
    expect(await accountNamed('charity_payable:Elms')).toMatchObject({ amount: 4250, payable: 0, standing: 'withheld' })
  })

  test('but what an approval before it released, and what was never withheld, is paid', async () => {
    const [honest, again] = [await sold(), await revokedAndAppliedAgain()]
    await verify(again, true)
    for (const investor of [honest, again]) {
      await investor.post(`/api/vcs/${investor.listing}`, { partnerName: 'Mary Renamed' }, { method: 'PATCH' })
      await verify(investor, true)
      await undo(investor)
      expect(await seen(investor)).toMatchObject({ reviewStatus: 'pending' })
      expect(await payableOf(investor)).toBe(4250)
    }
  })

  test('and a revocation after it withholds from then on, whatever waited before', async () => {
    const investor = await startedOver()
    await verify(investor, true)
    await verify(investor, false)
    expect(await payableOf(investor)).toBe(0)
    await undo(investor)
    expect(await payableOf(investor)).toBe(4250)
  })

  test('what it keeps for that is told neither its owner nor an admin', async () => {
    const investor = await revokedAndAppliedAgain()
    await verify(investor, true)
    const told = [await seen(investor), await held(investor), (await investor.get('/api/profile/vcs')).body]
    expect(JSON.stringify(told)).toContain(investor.listing)
    expect(JSON.stringify(told)).not.toMatch(/revokedBefore|startedOverBefore/)
  })
})
