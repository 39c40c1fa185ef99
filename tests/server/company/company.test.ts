import { expect, test } from 'vitest'
import { queueMail } from '#server/email/outbox.ts'
import { checkCompany } from '#server/operations/doctor/database.ts'
import { seedCompany } from '#server/seed/company.ts'
import { type AdminCompany, COMPANY_FIELDS, NO_COMPANY } from '#shared/company/contract.ts'
import { account } from '#tests/support/actors/account.ts'
import { giveRoles } from '#tests/support/actors/admins.ts'
import { startTestApp } from '#tests/support/app.ts'
import type { Client } from '#tests/support/client.ts'
import { auditEntriesOf } from '#tests/support/state/audit.ts'
import { listMails } from '#tests/support/state/mails.ts'

const grove = {
  ...{ legalName: 'Grove & Sons Ltd', address: '1 High Street\nLondon', registration: 'Companies House, 12345678' },
  ...{ vatId: 'GB123456789', supportEmail: 'help@grove.example', responsiblePerson: 'Ada Grove', mailAddress: 'PO Box 1' },
}

type Config = { company?: object }
type Answer = AdminCompany & { code?: string; current?: AdminCompany }
const read = async (by: Client) => (await by.get<AdminCompany>('/api/admin/company')).body
const change = (by: Client, company: object) => by.post<Answer>('/api/admin/company', company, { method: 'PATCH' })

async function start() {
  const app = await startTestApp()
  const owner = await account(app)
  await giveRoles(app, owner, ['owner'])
  const config = async () => (await app.visitor().get<Config>('/api/config')).body
  return { app, owner, config, db: app.database.db, sql: app.database.sql }
}

test('an owner sets the company: pages read it with the configuration, and the log has what changed', async () => {
  const { db, owner, config } = await start()
  expect(await config()).not.toHaveProperty('company')
  const empty = await read(owner)
  expect(empty).toMatchObject(NO_COMPANY)
  const saved = await change(owner, { ...grove, version: empty.version })
  expect(saved).toMatchObject({ status: 200, body: grove })
  expect(await read(owner)).toEqual(saved.body)
  expect((await config()).company).toEqual(grove)

  const moved = await change(owner, { ...grove, legalName: 'Grove plc', version: saved.body.version })
  expect(moved.status).toBe(200)
  // Once more the same: no entry.
  expect((await change(owner, moved.body)).status).toBe(200)
  const entry = { actorId: owner.user.id, targetType: 'company', action: 'changed' }
  expect(await auditEntriesOf(db, 'company')).toMatchObject([
    { ...entry, after: grove },
    { ...entry, before: { legalName: 'Grove & Sons Ltd' }, after: { legalName: 'Grove plc' } },
  ])
  expect((await auditEntriesOf(db, 'company'))[1]?.after).toEqual({ legalName: 'Grove plc' })
})

test('of two owners who change what they saw, the second one gets the current company', async () => {
  const { app, db, owner } = await start()
  const second = await account(app)
  await giveRoles(app, second, ['owner'])
  const { version } = await read(owner)
  const answers = await Promise.all([
    change(owner, { ...grove, legalName: 'First Ltd', version }),
    change(second, { ...grove, legalName: 'Second Ltd', version }),
  ])
  const [saved, refused] = answers.toSorted((a, b) => a.status - b.status)
  expect([saved?.status, refused?.status]).toEqual([200, 409])
  expect(refused?.body).toMatchObject({ code: 'review.moved-on', current: saved?.body })
  expect(await auditEntriesOf(db, 'company')).toHaveLength(1)
})

test.each([
  ['an address without a domain', { supportEmail: 'help' }],
  ['a VAT id without a country', { vatId: '123456789' }],
  ['a long name', { legalName: 'x'.repeat(201) }],
])('%s is refused, and nothing is stored', async (_, part) => {
  const { db, owner, config } = await start()
  const { version } = await read(owner)
  expect((await change(owner, { ...grove, ...part, version })).status).toBe(422)
  expect(await config()).not.toHaveProperty('company')
  expect(await auditEntriesOf(db, 'company')).toEqual([])
})

test('the configuration has what the node read last while the company cannot be read', async () => {
  const { owner, config, sql } = await start()
  await change(owner, { ...grove, version: (await read(owner)).version })
  expect((await config()).company).toEqual(grove)
  await sql.unsafe('alter table company rename to company_away')
  expect((await config()).company).toEqual(grove)
})

test('a mail ends with the company and its postal address, in both forms', async () => {
  const { db, owner } = await start()
  const message = { subject: 'Hello', paragraphs: ['Hello Ada,'] }
  await queueMail(db, { to: 'before@example.com', template: 'test', message })
  await change(owner, { ...grove, version: (await read(owner)).version })
  await queueMail(db, { to: 'after@example.com', template: 'test', message })
  const [before, after] = await Promise.all(
    ['before@example.com', 'after@example.com'].map((to) => listMails(db, { recipient: to })),
  )
  expect(before?.[0]?.text).toMatch(/Latchkey$/)
  expect(after?.[0]?.text).toMatch(
    /Latchkey\nGrove & Sons Ltd\nPO Box 1\nCompanies House, 12345678\nVAT ID GB123456789\nhelp@grove\.example$/,
  )
  expect(after?.[0]?.html).toContain('Grove &amp; Sons Ltd<br>PO Box 1<br>')
})

test('the doctor names what is missing until it is set', async () => {
  const { sql, owner } = await start()
  const missing = 'The company lacks: legal name, address, support address, responsible for the content.'
  expect(await checkCompany(sql)).toMatchObject([{ status: 'warning', text: missing }])
  await change(owner, { ...grove, version: (await read(owner)).version })
  expect(await checkCompany(sql)).toMatchObject([{ status: 'ok' }])
})

test('the sample data have a company, and do not replace one that an owner has set', async () => {
  const { db, owner } = await start()
  await seedCompany(db)
  const sample = await read(owner)
  expect(COMPANY_FIELDS.filter((field) => sample[field] === '')).toEqual(['mailAddress'])
  await change(owner, { ...grove, version: sample.version })
  await seedCompany(db)
  expect(await read(owner)).toMatchObject(grove)
})
