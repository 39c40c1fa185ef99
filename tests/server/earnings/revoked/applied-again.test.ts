import { eq } from 'drizzle-orm'
import { describe, expect, test } from 'vitest'
import { vcs } from '#drizzle/schema/index.ts'
import type { AdminApplication } from '#shared/admin/applications.ts'
import type { PayoutBatch } from '#shared/earnings/admin.ts'
import type { VcId } from '#shared/ids.ts'
import { cents } from '#shared/money.ts'
import { buy, staySignedIn } from '#tests/support/actors/earnings.ts'
import { held } from '#tests/support/actors/listings.ts'
import { listInvestor } from '#tests/support/actors/money.ts'
import { mailTo } from '#tests/support/stand-ins/mailbox.ts'
import { applyAgain, type Investor, setUp } from './setup.ts'

const { clock, app, db, admin, forwardDays, accountNamed, verify, undo, sold } = await setUp()

const payableOf = async ({ listing }: Pick<Investor, 'listing'>) =>
  (await accountNamed(`investor_payable:${listing}`))?.payable ?? 0
const seen = async (id: VcId) => (await admin.get<AdminApplication[]>('/api/admin/vcs')).body.find((vc) => vc.id === id)

describe('a listing that the team has revoked, and whose owner has applied again', () => {
  test('is paid nothing, neither by a new batch nor by one that was prepared before', async () => {
    const investor = await sold()
    const { body: batch } = await admin.post<PayoutBatch>('/api/admin/payouts')
    expect(batch.lines).toMatchObject([{ account: `investor_payable:${investor.listing}`, amount: 4250 }])
    await verify(investor.listing, false)
    await applyAgain(investor)
    const paid = await admin.post<{ code: string }>(`/api/admin/payouts/${batch.id}/pay`, { reference: 'BANK-1' })
    expect(paid.body.code).toBe('payouts.not-covered')
    await admin.post(`/api/admin/payouts/${batch.id}/withdraw`)
    expect(await accountNamed(`investor_payable:${investor.listing}`)).toMatchObject({ payable: 0, standing: 'withheld' })
    expect((await admin.post<{ code: string }>('/api/admin/payouts')).body.code).toBe('payouts.nothing')
    await verify(investor.listing, true)
    expect(await payableOf(investor)).toBe(4250)
  })

  test('is paid nothing once the team has rejected the application, which revokes it again', async () => {
    const investor = await sold()
    await verify(investor.listing, false)
    await applyAgain(investor)
    expect((await verify(investor.listing, false)).body).toMatchObject({ reviewStatus: 'revoked' })
    expect(await payableOf(investor)).toBe(0)
    expect((await seen(investor.listing))?.revocations).toHaveLength(2)
    // The applicant is mailed about the application: nothing was online.
    await mailTo(app, investor.user.email, /about your application/i)
    await applyAgain(investor)
    expect(await payableOf(investor)).toBe(0)
    await verify(investor.listing, true)
    expect(await payableOf(investor)).toBe(4250)
  })

  test('is paid nothing if its application was rejected by an earlier release', async () => {
    const investor = await sold()
    await verify(investor.listing, false)
    await applyAgain(investor)
    await db.update(vcs).set({ reviewStatus: 'rejected' }).where(eq(vcs.id, investor.listing))
    expect(await payableOf(investor)).toBe(0)
    await verify(investor.listing, true)
    expect(await payableOf(investor)).toBe(4250)
  })

  test('is paid nothing once an approval of that application is undone', async () => {
    const investor = await sold()
    await verify(investor.listing, false)
    await applyAgain(investor)
    await verify(investor.listing, true)
    expect((await undo(investor.listing)).status).toBe(200)
    expect(await seen(investor.listing)).toMatchObject({
      ...{ isVerified: false, reviewStatus: 'pending', hasUnreviewedEdits: false },
    })
    expect(await payableOf(investor)).toBe(0)
    expect((await verify(investor.listing, false)).body).toMatchObject({ reviewStatus: 'revoked' })
    await verify(investor.listing, true)
    expect(await payableOf(investor)).toBe(4250)
  })

  test('is paid if the review concerns an edit since its approval', async () => {
    const investor = await sold()
    await verify(investor.listing, false)
    await applyAgain(investor)
    await verify(investor.listing, true)
    await investor.post(`/api/vcs/${investor.listing}`, { partnerName: 'Mary Renamed' }, { method: 'PATCH' })
    expect(await seen(investor.listing)).toMatchObject({ reviewStatus: 'pending' })
    expect(await payableOf(investor)).toBe(4250)
  })

  test('reveals no additional field to its owner or to an admin', async () => {
    const investor = await sold()
    await verify(investor.listing, false)
    await applyAgain(investor)
    expect(Object.keys((await seen(investor.listing)) ?? {})).not.toContain('revokedAt')
    expect(JSON.stringify([await held(investor), (await investor.get('/api/profile/vcs')).body])).not.toContain('revokedAt')
  })
})

test('an undone revocation pays immediately', async () => {
  const investor = await sold()
  await verify(investor.listing, false)
  expect(await payableOf(investor)).toBe(0)
  expect((await undo(investor.listing)).status).toBe(200)
  expect(await payableOf(investor)).toBe(4250)
})

test('a lifted claim pays nothing before the listing is approved again, neither of the listing nor of the record', async () => {
  await staySignedIn(db, clock.now())
  const record = await listInvestor(db, { price: cents(5000) })
  await buy(app, app.visitor(), record)
  const investor = await sold({ replacesId: record })
  await forwardDays(31)
  const both = async () => [await payableOf(investor), await payableOf({ listing: record })]
  expect(await both()).toEqual([4250, 4250])
  await verify(investor.listing, false)
  await applyAgain(investor)
  expect((await admin.post(`/api/admin/vcs/${investor.listing}/lift-revocation`, {})).status).toBe(200)
  expect(await both()).toEqual([0, 0])
  await verify(investor.listing, true)
  expect(await both()).toEqual([4250, 4250])
})
