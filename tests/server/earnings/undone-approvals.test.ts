import { Glob } from 'bun'
import { eq } from 'drizzle-orm'
import { describe, expect, test } from 'vitest'
import { orders, users, type vcs } from '#drizzle/schema/index.ts'
import type { AdminApplication } from '#shared/admin/applications.ts'
import { type AuditPage, TAKEN_OFF_BY_RESET } from '#shared/admin/audit.ts'
import type { AdminPayouts, PayoutBatch } from '#shared/earnings/admin.ts'
import { cents } from '#shared/money.ts'
import { account } from '#tests/support/actors/account.ts'
import { sampleApplication } from '#tests/support/actors/application.ts'
import { buy, DAY_MS } from '#tests/support/actors/earnings.ts'
import { startTestApp } from '#tests/support/app.ts'
import { anInvestor } from '#tests/support/calls.ts'
import { testDatabase } from '#tests/support/database/postgres.ts'
import { mailTo, tokenIn } from '#tests/support/stand-ins/mailbox.ts'

const app = await startTestApp()
const { db } = app.database
const admin = await account(app, { isAdmin: true })
type Investor = Awaited<ReturnType<typeof sold>>
let charities = 0

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
  (await admin.get<AdminApplication[]>('/api/admin/vcs')).body.find((vc) => vc.id === listing)

async function verify({ listing }: Investor, isVerified: boolean) {
  const decided = await admin.post<AdminApplication>(`/api/admin/vcs/${listing}/verify`, { isVerified }, { method: 'PATCH' })
  expect(decided).toMatchObject({ status: 200, body: { isVerified } })
}
/** Undoes the latest decision about a listing. */
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
/** The owner of the mailbox resets the password of an account whose address was never confirmed. */
async function startedOver(about: Parameters<typeof sold>[0] = {}) {
  const investor = await sold(about)
  const { id, email } = investor.user
  await db.update(users).set({ emailVerifiedAt: null }).where(eq(users.id, id))
  await app.visitor().post('/api/auth/forgot-password', { email })
  const token = tokenIn(await mailTo(app, email, /reset your password/i))
  const reset = await app.visitor().post('/api/auth/reset-forgotten', { token, newPassword: 'k7#mQz2pp' })
  expect(reset.status).toBe(200)
  return investor
}

describe('an approval that is undone pays nothing that was withheld before it', () => {
  test.each([
    ['of an account that started over', startedOver],
    ['of a listing that was revoked and applied for again', revokedAndAppliedAgain],
  ])('%s, even if it is approved and undone repeatedly', async (_, waits) => {
    const investor = await waits()
    expect(await payableOf(investor)).toBe(0)
    await verify(investor, true)
    expect(await payableOf(investor)).toBe(4250)
    await undo(investor)
    expect(await seen(investor)).toMatchObject({ reviewStatus: 'pending' })
    expect(await payableOf(investor)).toBe(0)
    // The approval again, by a second undo, which is undone as well.
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

  test('nor does a charity’s share count as paid by what others were paid since the revocation', async () => {
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

  test.each([
    ['of a listing that was applied for again', revokedAndAppliedAgain],
    ['of an account that started over', startedOver],
  ])('what was paid to a charity while the approval was valid counts as paid, %s: no other donor pays it', async (_, waits) => {
    charities += 1
    const donates = { donateToCharity: true, charityOfChoice: `Firs ${charities}` }
    const charity = `charity_payable:Firs ${charities}`
    const investor = await waits(donates)
    await verify(investor, true)
    const { body: batch } = await admin.post<PayoutBatch>('/api/admin/payouts')
    expect(batch.lines.find(({ account: of }) => of === charity)).toMatchObject({ amount: 4250 })
    expect((await admin.post(`/api/admin/payouts/${batch.id}/pay`, { reference: `BANK-F${charities}` })).status).toBe(200)
    await undo(investor)
    await sold(donates)
    expect(await accountNamed(charity)).toMatchObject({ amount: 4250, payable: 4250 })
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

  test('a revocation since such an approval withholds from then on: a share that was paid before it counts as paid', async () => {
    const donates = { donateToCharity: true, charityOfChoice: 'Oaks' }
    const investor = await revokedAndAppliedAgain(donates)
    await verify(investor, true)
    const { body: batch } = await admin.post<PayoutBatch>('/api/admin/payouts')
    expect(batch.lines.find(({ account: of }) => of === 'charity_payable:Oaks')).toMatchObject({ amount: 4250 })
    expect((await admin.post(`/api/admin/payouts/${batch.id}/pay`, { reference: 'BANK-2' })).status).toBe(200)
    await verify(investor, false)
    await sold(donates)
    expect(await accountNamed('charity_payable:Oaks')).toMatchObject({ amount: 4250, payable: 4250 })
  })

  test('the internal fields for that are not in the reply to an admin who decided on an older version', async () => {
    const investor = await revokedAndAppliedAgain()
    await verify(investor, true)
    const late = { isVerified: false, version: 1 }
    const { status, body } = await admin.post(`/api/admin/vcs/${investor.listing}/verify`, late, { method: 'PATCH' })
    expect(status).toBe(409)
    expect(JSON.stringify(body)).toContain(investor.listing)
    expect(JSON.stringify(body)).not.toMatch(/revokedBefore|startedOverBefore/)
  })
})

test('listings that the last release approved keep what that has cleared, as far as the log contains it', async () => {
  const { sql: run } = await testDatabase()
  await run`alter table vcs disable trigger user`
  const at = (day: number) => new Date(Date.UTC(2026, 8, day)).toISOString()
  const waits = { isVerified: false, reviewStatus: 'pending' }
  const online = { isVerified: true, reviewStatus: 'approved' }
  const off = { isVerified: false, reviewStatus: 'revoked' }
  /** A listing that is online after decisions of consecutive days; an undo reverts the decision before it. */
  const listing = async (id: string, states: object[], { undone = [] as number[], reset = 0 } = {}) => {
    await run`insert into vcs (id, fund_name, partner_name, is_verified, review_status) values (${id}, 'Fund', 'Mary', true, 'approved')`
    for (const [index, after] of states.entries()) {
      if (index === 0) continue
      const [before, undoes] = [states[index - 1] as object, undone.includes(index) ? `aud_${id}_${index - 1}` : null]
      const action = reset === index ? TAKEN_OFF_BY_RESET : 'decided'
      await run`insert into audit_log (id, action, target_type, target_id, before, after, undoes, created_at)
        values (${`aud_${id}_${index}`}, ${action}, 'vc', ${id}, ${JSON.stringify(before)}::text::jsonb, ${JSON.stringify(after)}::text::jsonb, ${undoes}, ${at(index)})`
    }
  }
  await listing('never', [waits, online])
  await listing('revoked', [waits, online, off, waits, online])
  await listing('turned-down', [waits, online, off, waits, off, waits, online])
  await listing('taken-back', [waits, online, off, waits, online, waits, online], { undone: [5] })
  await listing('given-back', [waits, online, off, online], { undone: [3] })
  await listing('edited-since', [waits, online, off, waits, online, waits, online])
  await listing('reset', [waits, online, waits, online], { reset: 2 })
  await run`alter table vcs enable trigger user`

  const [name = ''] = [...new Glob('*_undone_approvals.sql').scanSync(MIGRATIONS)]
  const statements = (await Bun.file(`${MIGRATIONS}${name}`).text()).split('--> statement-breakpoint')
  const fill = statements.slice(statements.findIndex((text) => text.includes('DISABLE TRIGGER')))
  for (const statement of fill) await run.unsafe(statement)
  const rows = await run<{ id: string; revoked: Date | null; reset: Date | null }[]>`
    select id, revoked_before as revoked, started_over_before as reset from vcs where coalesce(revoked_before, started_over_before) is not null`
  const iso = (day: Date | null) => day && new Date(day).toISOString()
  expect(Object.fromEntries(rows.map(({ id, revoked, reset }) => [id, [iso(revoked), iso(reset)]]))).toEqual({
    ...{ revoked: [at(2), null], 'turned-down': [at(2), null], 'taken-back': [at(2), null], 'given-back': [at(2), null] },
    reset: [null, at(2)],
  })
})

const MIGRATIONS = new URL('../../../drizzle/migrations/', import.meta.url).pathname
