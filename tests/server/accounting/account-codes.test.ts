import { expect, test } from 'vitest'
import { DEFAULT_CODES } from '#shared/accounting/accounts.ts'
import type { AdminCodes } from '#shared/accounting/contract.ts'
import { account } from '#tests/support/actors/account.ts'
import { giveRoles } from '#tests/support/actors/admins.ts'
import { buy } from '#tests/support/actors/earnings.ts'
import { startInvestor } from '#tests/support/actors/listings.ts'
import { startTestApp } from '#tests/support/app.ts'
import type { Client } from '#tests/support/client.ts'
import { makeStale } from '#tests/support/stand-ins/stale-responses.ts'
import { auditEntriesOf } from '#tests/support/state/audit.ts'

type Answer = AdminCodes & { code?: string; current?: AdminCodes }
const CODES = '/api/admin/accounting/codes'
const read = async (by: Client) => (await by.get<AdminCodes>(CODES)).body
const change = (by: Client, codes: object, version: number) => by.post<Answer>(CODES, { codes, version }, { method: 'PATCH' })

async function start() {
  const app = await startTestApp()
  const owner = await account(app)
  await giveRoles(app, owner, ['owner'])
  return { app, db: app.database.db, owner }
}

test('an owner sets the codes: files have them from then on, and the log has what changed', async () => {
  const { app, db, owner } = await start()
  const first = await read(owner)
  expect(first.codes).toEqual(DEFAULT_CODES)
  const codes = { ...DEFAULT_CODES, cash: '1.200', stripe_fees: '1.200' }
  const saved = await change(owner, codes, first.version)
  expect(saved).toMatchObject({ status: 200, body: { codes } })
  expect(await read(owner)).toEqual(saved.body)
  // Once more the same: no entry.
  expect((await change(owner, codes, saved.body.version)).status).toBe(200)
  expect(await auditEntriesOf(db, 'account-codes')).toMatchObject([
    {
      ...{ actorId: owner.user.id, targetType: 'accounting', action: 'changed' },
      ...{ before: { cash: '1000', stripe_fees: '6000' }, after: { cash: '1.200', stripe_fees: '1.200' } },
    },
  ])
  const investor = await startInvestor(app)
  await buy(app, app.visitor(), investor.listing)
  const month = new Date().toISOString().slice(0, 7)
  const { body } = await owner.get<string>(`/api/admin/accounting.csv?month=${month}`)
  expect(body).toContain(',1.200,Cash,')
  expect(body).not.toContain(',1000,Cash,')
})

test('of two owners who change what they saw, the second one gets the current codes', async () => {
  const { app, db, owner } = await start()
  const second = await account(app)
  await giveRoles(app, second, ['owner'])
  const { version } = await read(owner)
  const answers = await Promise.all([
    change(owner, { ...DEFAULT_CODES, cash: '1' }, version),
    change(second, { ...DEFAULT_CODES, cash: '2' }, version),
  ])
  const [saved, refused] = answers.toSorted((a, b) => a.status - b.status)
  expect([saved?.status, refused?.status]).toEqual([200, 409])
  expect(refused?.body).toMatchObject({ code: 'review.moved-on', current: saved?.body })
  expect(await auditEntriesOf(db, 'account-codes')).toHaveLength(1)
})

test('a page of the last release, which names no code for taxes, leaves that code as it is', async () => {
  const { owner } = await start()
  const first = await change(owner, { ...DEFAULT_CODES, tax_payable: '2.1' }, (await read(owner)).version)
  const { tax_payable: _, ...codes } = { ...DEFAULT_CODES, cash: '1' }
  const saved = await change(owner, codes as never, first.body.version)
  expect(saved).toMatchObject({ status: 200, body: { codes: { cash: '1', tax_payable: '2.1' } } })
})

test('a code of other characters is refused, and nothing is stored', async () => {
  const { db, owner } = await start()
  const { version } = await read(owner)
  expect((await change(owner, { ...DEFAULT_CODES, cash: '=1+1' }, version)).status).toBe(422)
  expect((await read(owner)).codes).toEqual(DEFAULT_CODES)
  expect(await auditEntriesOf(db, 'account-codes')).toEqual([])
})

test('finance reads the totals, the codes and the file, and changes no code; support reads none of them', async () => {
  const { app, db } = await start()
  const [finance, support] = [await account(app), await account(app)]
  await giveRoles(app, finance, ['finance'])
  await giveRoles(app, support, ['support'])
  const refused = { status: 403, body: { code: 'admin.role-needed' } }
  for (const path of ['/api/admin/accounting', CODES, '/api/admin/accounting.csv']) {
    expect((await finance.get(path)).status).toBe(200)
    expect(await support.get(path)).toMatchObject(refused)
    expect([(await app.visitor().get(path)).status, (await (await app.member()).get(path)).status]).toEqual([401, 403])
  }
  expect(await change(finance, DEFAULT_CODES, (await read(finance)).version)).toMatchObject(refused)
  await makeStale(db, finance.user as never)
  expect(await finance.get('/api/admin/accounting.csv')).toMatchObject({ status: 403, body: { code: 'step-up' } })
  expect((await finance.get('/api/admin/accounting')).status).toBe(200)
})
