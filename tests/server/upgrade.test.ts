import { expect, test } from 'vitest'
import { migrateDatabase } from '#server/database/migrate.ts'
import { bookRules } from '#server/features/earnings/book-rules.ts'
import { runRule } from '#server/features/earnings/violation-queries.ts'
import type { User } from '#shared/accounts/contract.ts'
import { startTestApp } from '#tests/support/app.ts'
import { createClient } from '#tests/support/client.ts'
import { held } from '#tests/support/owners.ts'
import { databaseOf, readRelease } from '#tests/support/releases/release.ts'

/** A lived-in database of the last release: sales, refunds, a dispute, calls, a payout, a ticket, a note, a published project. */
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

test('a session of the last release goes on, and so does the password', async () => {
  expect((await as('grace').get<User>('/api/auth/user')).body).toMatchObject({ email: 'grace@release.example' })
  const again = await createClient(app.url).post<User>('/api/auth/login', {
    email: 'grace@release.example',
    password: 'a long enough password',
  })
  expect(again).toMatchObject({ status: 200, body: { email: 'grace@release.example' } })
})

test('a device gets what its person had: contact, note, follow-up, draft, ticket, vote', async () => {
  const docs = await held(as('grace'))
  const { graceContact, investorListing, project } = release.facts
  expect(docs.contacts).toMatchObject([{ id: graceContact }])
  expect(docs.notes).toMatchObject([{ id: graceContact, text: 'Met in Lisbon.\nAsk for Theo.' }])
  expect(docs.saved).toMatchObject([{ id: investorListing }])
  expect(docs.tickets).toMatchObject([{ subject: 'Nothing opens' }])
  expect(docs.votes).toMatchObject([{ id: project }])
})

test('a buyer reads what became of the purchase, and an investor what was earned', async () => {
  expect((await held(as('refunded'))).orders).toMatchObject([{ status: 'refunded', refund: { status: 'refunded' } }])
  const earnings = (await held(as('investor'))).earnings?.map(({ kind, amount, reference }) => [kind, amount, reference])
  expect(earnings).toEqual([
    ['sale', 8500, null],
    ['sale', 8500, null],
    ['payout', -17_000, 'BANK-1'],
  ])
})

test('the books are whole, and the ledger sums to zero', async () => {
  const [sum] = await database.sql<{ sum: number }[]>`select sum(amount)::int as sum from ledger_entries`
  expect(sum?.sum).toBe(0)
  const known = release.rows.filter(({ table }) => table === 'book_violations').map(({ row }) => `${row.rule} ${row.subject}`)
  const found: string[] = []
  for (const { rule, find } of bookRules(NOW)) {
    for (const { subject, detail } of await runRule(database.db, find)) {
      if (!known.includes(`${rule} ${subject}`)) found.push(`${rule} ${subject}: ${detail}`)
    }
  }
  expect(found).toEqual([])
})
