import { Glob } from 'bun'
import { expect, test } from 'vitest'
import { testDatabase } from '#tests/support/database/postgres.ts'

const MIGRATIONS = new URL('../../../drizzle/migrations/', import.meta.url).pathname

/** The row-changing statements of the migration that splits alerts into typed columns. */
async function conversions(): Promise<string[]> {
  for await (const name of new Glob('*.sql').scan(MIGRATIONS)) {
    const text = await Bun.file(`${MIGRATIONS}${name}`).text()
    if (text.includes('"alert_code" = CASE')) {
      return text
        .split('--> statement-breakpoint')
        .map((statement) => statement.trim())
        .filter((statement) => statement.startsWith('UPDATE'))
    }
  }
  return []
}

test.each([
  [null, { refusal: null, alert_code: null, alert_detail: null }],
  ['refused: unlocks.already-unlocked', { refusal: 'unlocks.already-unlocked', alert_code: null, alert_detail: null }],
  ['payment mismatch: amount', { refusal: null, alert_code: 'payment-mismatch', alert_detail: 'amount' }],
  ['the provider does not know its payment', { refusal: null, alert_code: 'payment-unknown', alert_detail: null }],
  ['unresolved for more than 24 hours', { refusal: null, alert_code: 'unresolved', alert_detail: null }],
])('the alert %j of the last release becomes typed columns', async (alert, columns) => {
  const { sql } = await testDatabase()
  await sql`insert into principals (id, kind, token_hash) values ('prn_x', 'guest', 'prn_x')`
  await sql`insert into orders (id, principal_id, kind, target_type, target_id, amount, snapshot, alert)
    values ('ord_x', 'prn_x', 'vc_unlock', 'airtable', 'rec_x', 9900, '{}', ${alert})`
  const statements = await conversions()
  expect(statements).toHaveLength(2)
  for (const statement of statements) await sql.unsafe(statement)
  expect((await sql`select refusal, alert_code, alert_detail from orders`)[0]).toEqual(columns)
})
