import { expect, test } from 'vitest'
import { migrateDatabase } from '#server/database/migrate.ts'
import { bookRules } from '#server/features/earnings/ledger-checks/invariants.ts'
import { runRule } from '#server/features/earnings/ledger-checks/queries.ts'
import type { User } from '#shared/accounts/contract.ts'
import type { PushReply } from '#shared/sync/push.ts'
import { held } from '#tests/support/actors/listings.ts'
import { runJob } from '#tests/support/actors/money.ts'
import { startTestApp } from '#tests/support/app.ts'
import { createClient } from '#tests/support/client.ts'
import { newClientId, newMutationId } from '#tests/support/private-lane.ts'
import { databaseOf, readRelease } from '#tests/support/releases/release.ts'
import { listDocuments } from '#tests/support/state/documents.ts'
import { sumsByAccount } from '#tests/support/state/ledger.ts'

/**
 * A database of an earlier release with data: sales, refunds, a dispute, calls, a payout, a ticket, a note, a published project.
 */
const RELEASE = '0025'
/** A day after its last row. */
const NOW = new Date('2026-12-02T12:00:00Z')

const release = readRelease(RELEASE)
const database = await databaseOf(RELEASE, release)
await migrateDatabase(database)

/** A migration writes to these tables, so devices fetch the rows once more. */
const CHANGED: Record<string, string[]> = { directory_investors: ['changed_xid'], vcs: ['changed_xid'] }

test('no row and no value of the last release is lost', async () => {
  const { sql } = database
  const differences: string[] = []
  for (const table of new Set(release.rows.map((each) => each.table))) {
    const before = release.rows.filter((each) => each.table === table).map(({ row }) => row)
    const [{ after } = { after: [] }] = await sql.unsafe<{ after: Record<string, unknown>[] }[]>(
      `select coalesce(json_agg(t), '[]') as after from "${table}" t`,
    )
    const columns = Object.keys(after[0] ?? {}).filter((column) => !CHANGED[table]?.includes(column))
    const shown = (row: Record<string, unknown>) =>
      JSON.stringify(columns.filter((column) => column in (before[0] ?? {})).map((column) => [column, row[column]]))
    const left = new Set(after.map(shown))
    for (const row of before) if (!left.has(shown(row))) differences.push(`${table}: ${shown(row)}`)
  }
  expect(differences).toEqual([])
})

const app = await startTestApp({ database, world: { now: () => NOW } })
const as = (name: string) => {
  const client = createClient(app.url)
  for (const [cookie, value] of Object.entries(release.people[name] ?? {})) client.cookies.set(cookie, value)
  return client
}

test('a session of the last release stays valid, and so does the password', async () => {
  expect((await as('grace').get<User>('/api/auth/user')).body).toMatchObject({ email: 'grace@release.example' })
  const again = await createClient(app.url).post<User>('/api/auth/login', {
    email: 'grace@release.example',
    password: 'a long enough password',
  })
  expect(again).toMatchObject({ status: 200, body: { email: 'grace@release.example' } })
})

test('a device gets the data of its account: contact, note, follow-up, draft, ticket, vote', async () => {
  const docs = await held(as('grace'))
  const { graceContact, investorListing, project } = release.facts
  expect(docs.contacts).toMatchObject([{ id: graceContact }])
  expect(docs.notes).toMatchObject([{ id: graceContact, text: 'Met in Lisbon.\nAsk for Theo.' }])
  expect(docs.saved).toMatchObject([{ id: investorListing }])
  expect(docs.tickets).toMatchObject([{ subject: 'Nothing opens' }])
  expect(docs.votes).toMatchObject([{ id: project }])
})

test('a buyer sees the state of the purchase, and an investor the earnings', async () => {
  expect((await held(as('refunded'))).orders).toMatchObject([{ status: 'refunded', refund: { status: 'refunded' } }])
  const earnings = (await held(as('investor'))).earnings?.map(({ kind, amount, reference }) => [kind, amount, reference])
  expect(earnings).toEqual([
    ['sale', 8500, null],
    ['sale', 8500, null],
    ['payout', -17_000, 'BANK-1'],
  ])
})

test('the ledger checks pass, and the ledger sums to zero', async () => {
  const sums = await sumsByAccount(database.db, {})
  expect(sums).not.toEqual([])
  expect(sums.reduce((total, [, sum]) => total + sum, 0)).toBe(0)
  const known = release.rows.filter(({ table }) => table === 'book_violations').map(({ row }) => `${row.rule} ${row.subject}`)
  const found: string[] = []
  for (const { rule, find } of bookRules(NOW)) {
    for (const { subject, detail } of await runRule(database.db, find)) {
      if (!known.includes(`${rule} ${subject}`)) found.push(`${rule} ${subject}: ${detail}`)
    }
  }
  expect(found).toEqual([])
})

test('each purchase of the last release gets its invoice, dated today, and the ledger checks pass', async () => {
  await runJob(app, 'orders.issue-documents')
  const invoices = (await listDocuments(database.db)).filter(({ content }) => content.reason === 'payment')
  const delivered = release.rows.filter(({ table }) => table === 'receipts').map(({ row }) => row.order_id)
  expect(invoices.map(({ orderId }) => orderId).sort()).toEqual(delivered.sort())
  expect(new Set(invoices.map(({ issuedAt }) => issuedAt.getTime()))).toEqual(new Set([NOW.getTime()]))
  const paid = invoices.map(({ content }) => content.suppliedAt)
  expect(paid).toEqual(paid.toSorted())
  const ofDocuments = bookRules(NOW).filter(({ rule }) => rule.startsWith('document'))
  for (const { find } of ofDocuments) expect(await runRule(database.db, find)).toEqual([])
})

test('a text of the last release has no known author: an edit without a base fills empty fields, and replaces nothing', async () => {
  const { investorListing } = release.facts
  const edit = async (change: object) => {
    const args = { vcId: investorListing, change }
    const mutation = { id: newMutationId(), name: 'listing.edit', args, madeAt: NOW.toISOString() }
    const push = { clientId: newClientId(), mutations: [mutation] }
    return (await as('investor').post<PushReply>('/api/sync/push', push)).body.results[0]
  }
  expect(await edit({ fundName: 'Another' })).toMatchObject({ status: 'refused', code: 'owners.edited-elsewhere' })
  expect(await edit({ bio: 'A new text' })).toMatchObject({ status: 'applied' })
  expect((await held(as('investor'))).ownListings).toMatchObject([{ fundName: 'Keystone', bio: 'A new text' }])
})

test('calls of a record and of the listing that replaced it get one key, and texts of deleted users in calls are removed', async () => {
  const earlier = await databaseOf('0034', { people: {}, facts: {}, rows: [] })
  const { sql } = earlier
  await sql`insert into principals (id, kind, token_hash) values ('prn_guest', 'guest', 'x'), ('prn_left', 'account', null)`
  await sql`insert into directory_investors (id, name, is_verified, is_venture_capital, is_angel, raw, source_hash)
    values ('rec_1', 'Grace', true, true, false, '{}', 'x')`
  await sql`insert into users (id, email, password, user_type) values ('usr_1', 'grace@x.example', 'x', 'vc')`
  await sql`insert into vcs (id, user_id, fund_name, partner_name, is_verified, replaces_id)
    values ('vc_1', 'usr_1', 'Harbour', 'Grace', true, 'rec_1')`
  const book = (id: string, vcId: string, hour: number, principal = 'prn_guest') => sql`
    insert into meeting_bookings (id, principal_id, vc_id, vc_type, vc_name, vc_email, status, meeting_date_time, ends_at,
      ended_by, end_reason, no_show_by, contest_reason)
    values (${id}, ${principal}, ${vcId}, 'airtable', 'Grace', 'grace@x.example', 'confirmed',
      '2026-12-04'::timestamptz + make_interval(hours => ${hour}), '2026-12-04'::timestamptz + make_interval(hours => ${hour}, mins => 30),
      'founder', 'Call my wife.', 'investor', 'Ask my desk.')`
  await book('bkg_record', 'rec_1', 16)
  await book('bkg_twice', 'vc_1', 16)
  await book('bkg_other', 'vc_1', 17)
  await book('bkg_gone', 'rec_gone', 18)
  await book('bkg_left', 'rec_1', 19, 'prn_left')
  await migrateDatabase(earlier)
  const rows = await sql`select id, vc_key, vc_name, end_reason, contest_reason from meeting_bookings order by id`
  expect(rows.map((row) => Object.values(row))).toEqual([
    ['bkg_gone', 'rec_gone', null, 'Call my wife.', null],
    ['bkg_left', 'rec_1', 'Grace', null, 'Ask my desk.'],
    ['bkg_other', 'rec_1', 'Grace', 'Call my wife.', 'Ask my desk.'],
    ['bkg_record', 'rec_1', 'Grace', 'Call my wife.', 'Ask my desk.'],
    ['bkg_twice', 'vc_1', 'Grace', 'Call my wife.', 'Ask my desk.'],
  ])
  await expect(book('bkg_new', 'vc_1', 19)).rejects.toMatchObject({ code: '23P01' })
})
