import { createHash } from 'node:crypto'
import { sql } from 'drizzle-orm'
import { expect, test } from 'vitest'
import type { Transaction } from '#server/database/client.ts'
import { docVersion } from '#server/sync/private/doc-version.ts'
import { sourcesOf } from '#server/sync/private/private-source.ts'
import type { PrincipalId } from '#shared/ids.ts'
import { type PrivateCollection, privateCollections } from '#shared/sync/collections.ts'
import { hashVersions } from '#shared/sync/have.ts'
import { BUYER, fillBothSides, SELLER } from '#tests/support/both-sides.ts'
import { testDatabase } from '#tests/support/database/postgres.ts'
import { testModules } from '#tests/support/modules.ts'
import { rotatingSeed } from '#tests/support/runner/rotating-seed.ts'

const database = await testDatabase()
const { db } = database
await fillBothSides(db)
const { privateCollections: privateInputs } = await testModules(database)
const sources = sourcesOf(privateInputs)
const TABLES = [...new Set(privateCollections.flatMap((collection) => privateInputs[collection].tables))].sort()
const WHO = [BUYER, SELLER]

const list = async (tx: Transaction, principalId: PrincipalId, collection: PrivateCollection) =>
  (await sources[collection](tx, principalId)) as { id: string }[]

/** A reader has a lock on each table until its transaction ends, whether or not it found a row there. */
const tablesRead = async (tx: Transaction) => {
  const rows = await tx.execute<{ name: string }>(sql`
    select distinct relname as name from pg_locks join pg_class on pg_class.oid = relation
    where pid = pg_backend_pid() and locktype = 'relation' and relkind = 'r' and relnamespace = current_schema()::regnamespace`)
  return rows.map(({ name }) => name).sort()
}

test.each(privateCollections)('the tables that %s are read from are the declared ones', async (collection) => {
  const read = await Promise.all(
    WHO.map((principalId) =>
      db.transaction(async (tx) => {
        await list(tx, principalId, collection)
        return tablesRead(tx)
      }),
    ),
  )
  expect([...new Set(read.flat())].sort()).toEqual([...new Set(privateInputs[collection].tables)].sort())
})

/** Operations on a row that cannot change a document. */
const NEVER: Record<string, string[]> = {
  // A new user has no principal yet; the deletion of one changes its principal through the foreign key.
  users: ['INSERT', 'DELETE'],
  principals: ['INSERT'],
  // Append-only, by a trigger.
  ledger_entries: ['UPDATE', 'DELETE'],
  documents: ['UPDATE', 'DELETE'],
  // A new batch has no line yet, and one with lines cannot be deleted.
  payout_batches: ['INSERT', 'DELETE'],
  // Likewise, because of its decision makers.
  cold_investors: ['INSERT', 'DELETE'],
}

/** The events of a table for which triggers of a name run a function whose text matches a pattern. */
async function eventsOf(table: string, name: string, body: string) {
  const triggers = await db.execute<{ event: string }>(sql`
    select distinct event from pg_trigger join pg_proc on pg_proc.oid = tgfoid,
      lateral (values (4, 'INSERT'), (8, 'DELETE'), (16, 'UPDATE'), (32, 'TRUNCATE')) as bits(bit, event)
    where tgrelid = ${table}::regclass and tgname like ${name} and prosrc ~ ${body} and tgtype & bit <> 0`)
  return triggers.map(({ event }) => event).sort()
}

test.each(TABLES)('%s has triggers that move marks', async (table) => {
  const expected = ['DELETE', 'INSERT', 'TRUNCATE', 'UPDATE'].filter((event) => !NEVER[table]?.includes(event))
  expect(await eventsOf(table, 'private\\_changed%', '')).toEqual(expected)
})

/** Inputs without a trigger that pokes, and why none is needed. Devices pull every two minutes without a poke. */
const WITHOUT_POKE: Record<string, string> = {
  buyer_marks: 'they delay a payout by days; the sale itself pokes',
  disputes: 'a dispute changes the status of its order, which pokes; an inquiry delays a payout by days',
  fraud_warnings: 'they delay a payout by days',
  jobs: 'a job that requests a refund delays a payout until the request is written, which pokes',
  payout_batches: 'a batch is closed together with its lines, which poke',
  principals: 'the rows that a merge moves poke',
  receipts: 'a receipt is issued with the payment of its order, which pokes',
  visit_counts: 'each visit would make the devices of the owner pull',
}

/** As above, and changes that come with a change of another table that pokes. */
const NEVER_POKED: Record<string, string[]> = {
  ...NEVER,
  // Their documents begin with a grant.
  decision_makers: ['INSERT'],
  directory_investors: ['INSERT'],
  // Of payments, documents contain only a text that is written later.
  payments: ['INSERT', 'DELETE'],
  // Never deleted.
  payout_lines: ['DELETE'],
  refund_requests: ['DELETE'],
}

/** A trigger that pokes devices of principals, and not only readers of the public lane. */
const POKES = "'me:'|sync_poke_seller"

test('the private inputs without a trigger that pokes are known', async () => {
  const withoutPoke = await Promise.all(
    TABLES.map(async (table) => ((await eventsOf(table, 'sync\\_poke%', POKES)).length === 0 ? [table] : [])),
  )
  // Equal, so that a name leaves the list together with its reason.
  expect(withoutPoke.flat()).toEqual(Object.keys(WITHOUT_POKE))
})

test.each(TABLES.filter((table) => !WITHOUT_POKE[table]))(
  '%s has triggers that poke the devices of its principals',
  async (table) => {
    const expected = ['DELETE', 'INSERT', 'UPDATE'].filter((event) => !NEVER_POKED[table]?.includes(event))
    expect(await eventsOf(table, 'sync\\_poke%', POKES)).toEqual(expected)
  },
)

type Column = { name: string; type: string; is_array: boolean }

/** A different value of the same type. */
function altered({ name, type, is_array }: Column) {
  const column = sql.identifier(name)
  if (is_array) return sql`array_append(${column}, 'another')`
  if (type === 'bool') return sql`not coalesce(${column}, false)`
  if (type === 'timestamptz') return sql`coalesce(${column}, now()) - interval '40 days'`
  if (type === 'date') return sql`coalesce(${column}, now()::date) - 40`
  if (['int4', 'int8'].includes(type)) return sql`coalesce(${column}, 0) + 7`
  if (type === 'text') return sql`coalesce(${column}, '') || 'x'`
  return undefined
}

/** Versions of all documents that a table may change. */
async function look(tx: Transaction, table: string) {
  const concerned = privateCollections.filter((collection) => privateInputs[collection].tables.includes(table))
  const all = WHO.flatMap((principalId) => concerned.map((collection) => ({ principalId, collection })))
  const hashes = await Promise.all(
    all.map(async ({ principalId, collection }) => {
      const docs = await list(tx, principalId, collection)
      return hashVersions(Object.fromEntries(docs.map((doc) => [doc.id, docVersion(doc)])))
    }),
  )
  return all.map((each, at) => ({ ...each, hash: hashes[at] }))
}

/** Changes per row and run; each commit picks different ones, and `EVERY_COLUMN=1` runs all of them. */
const CHANGES_OF_ROW = process.env.EVERY_COLUMN ? 1000 : 1
const seed = rotatingSeed(undefined)
const rank = (text: string) => createHash('sha256').update(`${seed} ${text}`).digest('hex')

const DELETION = 'deletion'

/** Statements that change one row each, in one column, or delete it. */
async function changesOf(table: string) {
  const columns = await db.execute<Column>(sql`
    select attname as name, coalesce(element.typname, pg_type.typname) as type, element.typname is not null as is_array
    from pg_attribute join pg_type on pg_type.oid = atttypid
    left join pg_type element on element.oid = pg_type.typelem and pg_type.typcategory = 'A'
    where attrelid = ${table}::regclass and attnum > 0 and not attisdropped and attidentity = '' and attgenerated = '' and attname <> 'changed_xid'`)
  const rows = await db.execute<{ ctid: string }>(sql`select ctid::text from ${sql.identifier(table)}`)
  return rows.flatMap(({ ctid }) => {
    const row = sql`where ctid = ${ctid}::tid`
    const updates = columns.flatMap((column) => {
      const [name, value] = [sql.identifier(column.name), altered(column)]
      return value ? [{ what: column.name, change: sql`update ${sql.identifier(table)} set ${name} = ${value} ${row}` }] : []
    })
    const chosen = updates.toSorted((a, b) => (rank(a.what + ctid) < rank(b.what + ctid) ? -1 : 1)).slice(0, CHANGES_OF_ROW)
    return [...chosen, { what: DELETION, change: sql`delete from ${sql.identifier(table)} ${row}` }]
  })
}

/** Each changed document belongs to a collection that reads a table recorded for its principal. */
async function expectMoved(tx: Transaction, before: Looks, after: Looks, what: string) {
  const named = await tx.execute<{ owner: string; source: string }>(
    sql`select owner, source from private_changes where changed_xid = pg_current_xact_id()`,
  )
  for (const [at, { principalId, collection, hash }] of after.entries()) {
    if (hash === before[at]?.hash) continue
    const isMoved = named.some(
      ({ owner, source }) =>
        privateInputs[collection].tables.includes(source) && (owner === principalId || owner === 'project:prj_1'),
    )
    expect(isMoved, `${collection} of ${principalId} after a change of ${what}`).toBe(true)
  }
}
type Looks = Awaited<ReturnType<typeof look>>

class Undone extends Error {}
/** A constraint or a trigger forbids the change. */
const isForbidden = (error: unknown) =>
  /constraint|append-only|out of range|would take/.test(String((error as { cause?: unknown }).cause ?? error))

/** All columns but those that the database computes from others. */
async function storedColumns(tx: Transaction, table: string) {
  const rows = await tx.execute<{ name: string }>(sql`
    select attname as name from pg_attribute
    where attrelid = ${table}::regclass and attnum > 0 and not attisdropped and attgenerated = ''`)
  return sql.join(
    rows.map(({ name }) => sql.identifier(name)),
    sql`, `,
  )
}

test.each(TABLES)('every change in %s that alters a document moves its mark', async (table) => {
  const before = await db.transaction((tx) => look(tx, table))
  const changes = await changesOf(table)
  expect(changes.length).toBeGreaterThan(0)
  for (const { what, change } of changes) {
    const attempt = db.transaction(async (tx) => {
      if (what === DELETION)
        await tx.execute(sql`create temporary table kept on commit drop as select * from ${sql.identifier(table)}`)
      await tx.execute(change)
      const after = await look(tx, table)
      await expectMoved(tx, before, after, `${table}: ${what}`)
      if (what !== DELETION) throw new Undone()
      await tx.execute(sql`delete from private_changes where changed_xid = pg_current_xact_id()`)
      const columns = await storedColumns(tx, table)
      await tx.execute(
        sql`insert into ${sql.identifier(table)} (${columns}) overriding system value select ${columns} from kept on conflict do nothing`,
      )
      await expectMoved(tx, after, await look(tx, table), `${table}: insertion`)
      throw new Undone()
    })
    await attempt.catch((error) => {
      if (!(error instanceof Undone) && !isForbidden(error)) throw error
    })
  }
})
