import { describe, expect, test } from 'vitest'
import { auditLog } from '#drizzle/schema/index.ts'
import { importListing } from '#server/features/directory/import/import-listing.ts'
import type { AdminRecord } from '#shared/admin/records.ts'
import type { Investor } from '#shared/directory/contract.ts'
import type { VcId } from '#shared/ids.ts'
import { held } from '#tests/support/actors/listings.ts'
import { CARDS, confirmUnlock, listInvestor, payWithCard, startPayment } from '#tests/support/actors/money.ts'
import { startTestApp } from '#tests/support/app.ts'
import { mailTo, tokenIn } from '#tests/support/stand-ins/mailbox.ts'
import { auditEntriesOf } from '#tests/support/state/audit.ts'
import { findRecord } from '#tests/support/state/investors.ts'
import { storedText } from '#tests/support/state/rows.ts'
import { deskOf, type Refusal } from './setup.ts'

const app = await startTestApp()
const { db } = app.database
const desk = await deskOf(app)

const REASON = 'The investor asked by telephone.'

type Reply = AdminRecord & Refusal
const view = async (id: VcId | string) => (await desk.get<Reply>(`/api/admin/records/${id}`)).body
const send = (path: string, body: object, method = 'POST') =>
  desk.post<Reply>(`/api/admin/records${path}`, { reason: REASON, ...body }, { method })
const decide = async (id: VcId | string, path: string, body: object, method = 'POST') =>
  send(`/${id}${path}`, { version: (await view(id)).version, ...body }, method)
const edit = (id: VcId | string, change: object) => decide(id, '', { change }, 'PATCH')
const replace = (id: VcId | string, change: object) => decide(id, '/contact', { change }, 'PATCH')
const create = (facts: object, contact: object = {}, isAnother = false) => send('', { facts, contact, isAnother })

const publicInvestor = async (id: string) => {
  const { body } = await app.visitor().get<Record<'verifiedVCs' | 'unverifiedVCs', Partial<Investor>[]>>('/api/airtable/vcs')
  return [...body.verifiedVCs, ...body.unverifiedVCs].find((one) => one.id === id)
}

let nth = 0
/** Records of one source; those that this test does not name are unlisted by it. */
const importRecords = (...records: object[]) => importListing({ db }, { source: 'file', records, confirm: true })
function source(fields: object = {}) {
  nth += 1
  const id = `recOfSource${nth}`
  return { id, record: (more: object = {}) => ({ id, fields: { name: `Source Person ${nth}`, ...fields, ...more } }) }
}
async function imported(fields: object = {}) {
  const one = source(fields)
  await importRecords(one.record())
  return one
}

describe('an edit of an imported record', () => {
  test('is public, and stays when an import comes that changes the same field and others', async () => {
    const { id, record } = await imported({ bio: 'Of the source', location: 'Oslo', price: 500 })
    expect((await edit(id, { bio: 'Of the admin', price: 12_300 })).body).toMatchObject({ edited: ['bio', 'price'] })
    expect(await publicInvestor(id)).toMatchObject({ bio: 'Of the admin' })
    await importRecords({ id, fields: { ...record().fields, bio: 'Newer in the source', location: 'Bergen', price: 700 } })
    expect(await findRecord(db, id)).toMatchObject({ bio: 'Of the admin', location: 'Bergen', price: 12_300 })
    // Also when the source had lost it in between.
    await importRecords(source().record())
    await importRecords(record({ bio: 'Back in the source' }))
    expect(await findRecord(db, id)).toMatchObject({ bio: 'Of the admin', unlistedAt: null })
  })

  test('ends when the record follows its source again, with the values that the source has now', async () => {
    const { id, record } = await imported({ bio: 'Of the source', email: 'source@x.example' })
    await edit(id, { bio: 'Of the admin' })
    await replace(id, { email: 'canary@admin.example' })
    await importRecords(record({ bio: 'Newer in the source' }))
    expect((await decide(id, '/source', {})).body).toMatchObject({ edited: [], facts: { bio: 'Newer in the source' } })
    expect(await findRecord(db, id)).toMatchObject({ email: 'source@x.example' })
    await importRecords(record({ bio: 'Newest' }))
    expect(await findRecord(db, id)).toMatchObject({ bio: 'Newest' })
    const log = await auditEntriesOf(db, id)
    expect(log.at(-1)).toMatchObject({ action: 'followed the source', before: { fields: 'Bio, Email' } })
    expect(JSON.stringify(log)).not.toMatch(/canary|source@x/)
  })

  test('that keeps a price which an admin had confirmed gives it back to the confirmation', async () => {
    const { id } = await imported({ price: 150 })
    await desk.post(`/api/admin/prices/${id}`, { price: 15_000 }, { method: 'PATCH' })
    await edit(id, { price: 9900 })
    await decide(id, '/source', {})
    expect(await findRecord(db, id)).toMatchObject({ price: 15_000 })
  })

  test('is in the log with the fields before and after; contact details are in no log and no reply', async () => {
    const { id } = await imported({ bio: 'Of the source', email: 'canary@old.example' })
    await edit(id, { bio: 'Of the admin' })
    const { body } = await replace(id, { email: 'canary@new.example', telegram: '@canary_new' })
    expect(body.given).toEqual(['email', 'telegram'])
    const log = await auditEntriesOf(db, id)
    expect(log).toMatchObject([
      { action: 'edited', before: { bio: 'Of the source', note: null }, after: { bio: 'Of the admin', note: REASON } },
      { action: 'replaced contact details', after: { fields: 'Email, Telegram', note: REASON } },
    ])
    expect(JSON.stringify([log, body, await view(id)])).not.toContain('canary')
  })

  test('with an older version is refused with the current one', async () => {
    const { id } = await imported()
    const { version } = await view(id)
    await edit(id, { bio: 'First' })
    const late = await send(`/${id}`, { change: { bio: 'Second' }, version }, 'PATCH')
    expect(late).toMatchObject({ status: 409, body: { code: 'review.moved-on', current: { version: (await view(id)).version } } })
    expect(await findRecord(db, id)).toMatchObject({ bio: 'First' })
  })

  test('cannot say that the contact may be sold, nor take the record off the directory: the source decides', async () => {
    const { id } = await imported()
    const refused = { status: 409, body: { code: 'records.source-decides' } }
    expect(await edit(id, { isVerified: true })).toMatchObject(refused)
    expect(await decide(id, '/listed', { isListed: false })).toMatchObject(refused)
  })

  test.each([
    ['a contact field', { email: 'x@example.org' }],
    ['a column of the server', { isManual: true }],
    ['an empty name', { name: ' ' }],
    ['an unsafe link', { fundWebsite: 'javascript:alert(1)' }],
    ['half a cent', { price: 1.5 }],
    ['no field', {}],
  ])('with %s is refused', async (_, change) => {
    const { id } = await imported()
    expect((await edit(id, change)).status).toBe(422)
  })

  test('of the contact reaches its buyers', async () => {
    const id = await listInvestor(db)
    const buyer = await app.member()
    const { body } = await startPayment(buyer, id)
    await payWithCard(app, body.clientSecret, CARDS.good)
    await confirmUnlock(buyer, body.clientSecret, id)
    await replace(id, { email: 'reachable@new.example' })
    expect((await held(buyer)).contacts).toMatchObject([{ id, email: 'reachable@new.example' }])
  })
})

describe('a record that is created by hand', () => {
  test('is in the directory, and no import changes or unlists it, nor counts it as lost', async () => {
    const { status, body } = await create({ name: 'Ida Handmade', fund: 'Hand Capital', stages: ['Seed'], price: 5000 })
    expect([status, body]).toMatchObject([200, { isManual: true, isListed: true, facts: { isVentureCapital: true } }])
    expect(await publicInvestor(body.id)).toMatchObject({ name: 'Ida Handmade' })
    const records = [source(), source()].map((one) => one.record())
    await importRecords(...records)
    expect(await importListing({ db }, { source: 'file', records })).toMatchObject({ unlisted: 0, unchanged: 2 })
    await importRecords(...records, { id: body.id, fields: { name: 'Of a source' } })
    expect(await findRecord(db, body.id)).toMatchObject({ name: 'Ida Handmade', unlistedAt: null })
    expect(await auditEntriesOf(db, body.id)).toMatchObject([
      { action: 'created', after: { name: 'Ida Handmade', note: REASON } },
    ])
  })

  test('is sold once an admin has stated the agreement, and no longer when it is taken back', async () => {
    const { body } = await create({ name: 'Ida Agreed' }, { email: 'ida@agreed.example' })
    const buyer = await app.member()
    expect((await startPayment(buyer, body.id)).body).toMatchObject({ code: 'unlocks.not-verified' })
    await edit(body.id, { isVerified: true })
    expect((await startPayment(buyer, body.id)).status).toBe(200)
    await edit(body.id, { isVerified: false })
    expect((await startPayment(await app.member(), body.id)).body).toMatchObject({ code: 'unlocks.not-verified' })
  })

  test('that resembles another one is asked about first', async () => {
    const contact = { linkedinUrl: 'https://linkedin.com/in/ida-twice' }
    const first = await create({ name: 'Ida Twice' }, contact)
    const again = await create({ name: 'Someone' }, { linkedinUrl: 'https://linkedin.com/in/Ida-Twice/' })
    expect(again).toMatchObject({ status: 409, body: { code: 'records.similar', current: { id: first.body.id } } })
    expect(await create({ name: 'ida twice' })).toMatchObject({ status: 409, body: { code: 'records.similar' } })
    expect((await create({ name: 'Ida Twice' }, contact, true)).status).toBe(200)
  })

  test('is taken off the directory, and put back', async () => {
    const { body } = await create({ name: 'Ida Mistake' })
    expect((await decide(body.id, '/listed', { isListed: false })).body).toMatchObject({ isListed: false })
    expect(await publicInvestor(body.id)).toBeUndefined()
    expect((await decide(body.id, '/listed', { isListed: true })).body).toMatchObject({ isListed: true })
    expect(await publicInvestor(body.id)).toMatchObject({ name: 'Ida Mistake' })
  })
})

describe('a person who was removed', () => {
  async function removeByMailbox(id: string, email: string) {
    await app.visitor().post(`/api/listings/${id}/remove`, { email })
    const token = tokenIn(await mailTo(app, email, /Remove your profile/))
    expect((await app.visitor().post('/api/profile-requests/confirm', { token })).body).toEqual({ outcome: 'removed' })
  }

  test('is listed by no admin, and no import restores the record under the name that the source has', async () => {
    const email = 'removed-canary@x.example'
    const { id } = await imported({ name: 'Removed Canary', email, linkedin: 'https://linkedin.com/in/removed-canary' })
    await edit(id, { name: 'Renamed by an admin' })
    await replace(id, { linkedinUrl: null })
    await removeByMailbox(id, email)
    const removed = { status: 409, body: { code: 'records.removed-person' } }
    const contact = { linkedinUrl: 'https://linkedin.com/in/removed-canary' }
    expect(await create({ name: 'Renamed by an admin' }, { email })).toMatchObject(removed)
    expect(await create({ name: 'Other name' }, contact)).toMatchObject(removed)
    const other = await create({ name: 'Another person' })
    expect(await replace(other.body.id, contact)).toMatchObject(removed)
    const again = { id: 'recAgain', fields: { name: 'Removed Canary', email } }
    expect(await importRecords(source().record(), again)).toMatchObject({ added: 1, suppressed: 1 })
    // The log keeps that it was edited, and none of its texts.
    expect(await storedText(db, auditLog)).not.toMatch(/Removed Canary|Renamed by an admin/)
    expect((await auditEntriesOf(db, id)).map(({ action }) => action)).toContain('edited')
  })
})
