import { Glob } from 'bun'
import { eq } from 'drizzle-orm'
import { describe, expect, test } from 'vitest'
import { listingRevocations, payoutLines, users, vcs } from '#drizzle/schema/index.ts'
import { newId } from '#server/database/new-id.ts'
import type { PayoutBatch } from '#shared/earnings/admin.ts'
import { cents } from '#shared/money.ts'
import { buy, staySignedIn } from '#tests/support/actors/earnings.ts'
import { listInvestor } from '#tests/support/actors/money.ts'
import { anInvestor } from '#tests/support/calls.ts'
import { testDatabase } from '#tests/support/database/postgres.ts'
import { mailTo, tokenIn } from '#tests/support/stand-ins/mailbox.ts'
import { auditEntriesOf } from '#tests/support/state/audit.ts'
import { applyAgain, type Investor, setUp } from './setup.ts'

const { clock, app, db, admin, forwardDays, longAgo, accountNamed, verify, undo, sold } = await setUp()

const deleteAccount = async (investor: Investor) =>
  expect((await investor.send('/api/auth/delete-account?giveUpEarnings=yes', { method: 'DELETE' })).status).toBe(200)

describe('a charity’s share of the sales of a listing, after its account was deleted', () => {
  const donates = (charityOfChoice: string) => ({ donateToCharity: true, charityOfChoice })
  const charity = (name: string) => accountNamed(`charity_payable:${name}`)
  const withheld = { amount: 4250, payable: 0, standing: 'withheld' }

  const CASES: [string, string, (investor: Investor) => Promise<unknown>][] = [
    ['that was revoked', 'Wells', ({ listing }) => verify(listing, false)],
    [
      'that was revoked and repriced by its owner since',
      'Trees',
      async (investor) => {
        await verify(investor.listing, false)
        await investor.post(`/api/vcs/${investor.listing}`, { price: 60 }, { method: 'PATCH' })
        expect((await auditEntriesOf(db, investor.listing)).at(-1)?.action).toBe('repriced')
      },
    ],
    [
      'that was revoked and applied for again',
      'Bees',
      async (investor) => {
        await verify(investor.listing, false)
        await applyAgain(investor, donates('Bees'))
      },
    ],
    [
      'that was revoked, applied for again and rejected',
      'Seas',
      async (investor) => {
        await verify(investor.listing, false)
        await applyAgain(investor, donates('Seas'))
        await verify(investor.listing, false)
      },
    ],
  ]

  test.each(CASES)('is withheld for a listing %s', async (_, name, act) => {
    const investor = await sold(donates(name))
    expect(await charity(name)).toMatchObject({ payable: 4250 })
    await act(investor)
    expect(await charity(name)).toMatchObject(withheld)
    await deleteAccount(investor)
    expect(await charity(name)).toMatchObject(withheld)
  })

  test('is withheld if the first approval of its claim was undone', async () => {
    await staySignedIn(db, clock.now())
    const record = await listInvestor(db, { price: cents(5000) })
    const claims = { ...donates('Owls'), replacesId: record, isVerified: false, reviewStatus: 'pending' as const }
    const investor = await anInvestor(app, { price: cents(5000), createdAt: longAgo(), ...claims })
    await staySignedIn(db, clock.now())
    await verify(investor.listing, true)
    await buy(app, app.visitor(), investor.listing)
    await forwardDays(8)
    expect((await undo(investor.listing)).status).toBe(200)
    await deleteAccount(investor)
    expect(await charity('Owls')).toMatchObject(withheld)
  })

  test('is withheld if the account had started over', async () => {
    const investor = await sold(donates('Rain'))
    await db.update(users).set({ emailVerifiedAt: null }).where(eq(users.id, investor.user.id))
    const { email } = investor.user
    await app.visitor().post('/api/auth/forgot-password', { email })
    const token = tokenIn(await mailTo(app, email, /reset your password/i))
    const password = 'k7#mQz2pp'
    expect((await app.visitor().post('/api/auth/reset-forgotten', { token, newPassword: password })).status).toBe(200)
    const owner = app.visitor()
    expect((await owner.post('/api/auth/login', { email, password })).status).toBe(200)
    await staySignedIn(db, clock.now())
    expect(await charity('Rain')).toMatchObject(withheld)
    await deleteAccount({ ...investor, ...owner })
    expect(await charity('Rain')).toMatchObject(withheld)
  })

  test('is paid for one that was never revoked, and for one that was approved again', async () => {
    const [honest, again] = [await sold(donates('Moss')), await sold(donates('Moss'))]
    await verify(again.listing, false)
    await applyAgain(again, donates('Moss'))
    await verify(again.listing, true)
    await deleteAccount(honest)
    await deleteAccount(again)
    expect(await charity('Moss')).toMatchObject({ amount: 8500, payable: 8500, standing: 'ready' })
  })
})

test('a line that was prepared for a deleted account is not covered', async () => {
  const investor = await sold()
  const { body: batch } = await admin.post<PayoutBatch>('/api/admin/payouts')
  const lineId = batch.lines.find(({ account: of }) => of === `investor_payable:${investor.listing}`)?.id as string
  const gone = { userId: null, isActive: false, isVerified: false, reviewStatus: 'revoked' } as const
  await db.update(vcs).set(gone).where(eq(vcs.id, investor.listing))
  await db.update(payoutLines).set({ userId: null }).where(eq(payoutLines.id, lineId))
  const paid = await admin.post<{ code: string }>(`/api/admin/payouts/${batch.id}/pay`, { reference: 'BANK-2' })
  expect(paid.body.code).toBe('payouts.not-covered')
  await admin.post(`/api/admin/payouts/${batch.id}/withdraw`)
})

test('a revocation without an entry gets one when the account is deleted, even if its owner has applied again', async () => {
  const investor = await sold()
  await db.update(vcs).set({ isVerified: false, reviewStatus: 'revoked' }).where(eq(vcs.id, investor.listing))
  await applyAgain(investor)
  await deleteAccount(investor)
  const entries = await db.select().from(listingRevocations).where(eq(listingRevocations.listingId, investor.listing))
  expect(entries).toMatchObject([{ addressKey: expect.any(String), reason: null, liftedAt: null }])
})

test('rows of the last release are withheld since their revocation, unless they were approved since or only their account was deleted', async () => {
  const { sql: run } = await testDatabase()
  const [before, revoked, after] = ['2026-09-01T00:00:00Z', '2026-10-01T00:00:00Z', '2026-11-01T00:00:00Z']
  const row = async (id: string, about: { status: string; approved?: string; isErased?: boolean; isVerified?: boolean }) => {
    const { status, approved = null, isErased = false, isVerified = false } = about
    const user = isErased ? null : `usr_${id}`
    if (user) await run`insert into users (id, email) values (${user}, ${`${id}@example.com`})`
    await run`insert into vcs (id, user_id, fund_name, partner_name, is_active, is_verified, review_status, approved_at, updated_at)
      values (${id}, ${user}, 'Fund', 'Mary', ${!isErased}, ${isVerified}, ${status}, ${approved}, ${after})`
  }
  const entry = (id: string, lifted: string | null = null) =>
    run`insert into listing_revocations (id, listing_id, revoked_at, lifted_at) values (${newId('rvk')}, ${id}, ${revoked}, ${lifted})`
  const decision = (id: string, action: string) =>
    run`insert into audit_log (id, action, target_type, target_id, created_at) values (${newId('aud')}, ${action}, 'vc', ${id}, ${revoked})`

  await run`alter table vcs disable trigger user`
  for (const id of ['applied', 'turned-down', 'erased', 'still', 'approved-since', 'edited-since', 'taken-back']) {
    const status =
      { 'turned-down': 'rejected', erased: 'revoked', still: 'revoked', 'approved-since': 'approved' }[id] ?? 'pending'
    const approved = ['applied', 'turned-down'].includes(id) ? undefined : id.endsWith('since') ? after : before
    await row(id, { status, approved, isErased: id === 'erased', isVerified: id === 'approved-since' })
    await entry(id, id === 'taken-back' ? after : null)
  }
  await row('by-hand', { status: 'revoked', approved: before })
  await row('only-erased', { status: 'revoked', approved: before, isErased: true })
  await decision('only-erased', 'approved')
  await row('erased-long-ago', { status: 'revoked', approved: before, isErased: true })
  await decision('erased-long-ago', 'revoked')
  await decision('erased-long-ago', 'repriced')
  await run`alter table vcs enable trigger user`

  const [name = ''] = [...new Glob('0052_*.sql').scanSync(MIGRATIONS)]
  const statements = (await Bun.file(`${MIGRATIONS}${name}`).text()).split('--> statement-breakpoint')
  const fill = statements.slice(statements.findIndex((text) => text.includes('DISABLE TRIGGER')))
  for (const statement of fill) await run.unsafe(statement)
  const rows = await run<{ id: string; at: Date }[]>`select id, revoked_at as at from vcs where revoked_at is not null`
  const found = Object.fromEntries(rows.map(({ id, at }) => [id, new Date(at).toISOString()]))
  const [since, written] = [new Date(revoked).toISOString(), new Date(after).toISOString()]
  expect(found).toEqual({
    ...{ applied: since, 'turned-down': since, erased: since, still: since },
    ...{ 'by-hand': written, 'erased-long-ago': since },
  })
})

const MIGRATIONS = new URL('../../../../drizzle/migrations/', import.meta.url).pathname
