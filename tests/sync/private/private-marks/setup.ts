import { beforeAll, beforeEach } from 'vitest'
import { principals } from '#drizzle/schema/index.ts'
import { createPrivateLane } from '#server/sync/private/private-lane.ts'
import { createPrivateMarks } from '#server/sync/private/private-marks.ts'
import { changesOf, sourcesOf } from '#server/sync/private/private-source.ts'
import type { PrincipalId, VcId } from '#shared/ids.ts'
import { privateCollections } from '#shared/sync/collections.ts'
import type { Have } from '#shared/sync/have.ts'
import type { PrivateDelta } from '#shared/sync/protocol.ts'
import { addListings, listing } from '#tests/support/actors/directory.ts'
import { grantContact } from '#tests/support/actors/grants.ts'
import { testDatabase } from '#tests/support/database/postgres.ts'
import { olderTransactionsEnded } from '#tests/support/database/transactions.ts'
import { testModules } from '#tests/support/modules.ts'

export const ADA = 'pri_ada' as PrincipalId
export const BEN = 'pri_ben' as PrincipalId

/** A database with two principals, and the private lane of it. */
export async function setUp() {
  const database = await testDatabase()
  const { db, sql } = database
  const { privateCollections: privateInputs } = await testModules(database)
  const real = sourcesOf(privateInputs)
  const read: string[] = []
  const sources = Object.fromEntries(
    privateCollections.map((collection) => [
      collection,
      (...args: Parameters<(typeof real)['notes']>) => {
        read.push(collection)
        return real[collection](...args)
      },
    ]),
  ) as unknown as typeof real

  const clock = { ms: Date.now() }
  const laneOf = (rules = 'rules', of = sql) => {
    const marks = createPrivateMarks({ sql: of, rules: () => rules, now: () => clock.ms })
    return createPrivateLane({ db, sources, marked: { marks, inputs: privateInputs, changes: changesOf(privateInputs) } })
  }
  const lane = laneOf()

  const NOTHING: Have = Object.fromEntries(privateCollections.map((collection) => [collection, {}]))
  const versionsIn = ({ put }: PrivateDelta): Have => ({
    ...NOTHING,
    ...Object.fromEntries(
      Object.entries(put).map(([name, docs]) => [name, Object.fromEntries(docs.map(({ id, version }) => [id, version]))]),
    ),
  })

  /** A device that has just pulled everything. */
  async function freshDevice(of = lane, principalId = ADA) {
    const delta = await of.pull(principalId, { mark: '', have: NOTHING })
    if (!delta?.mark) throw new Error('The server gave no mark.')
    return { mark: delta.mark, have: versionsIn(delta) }
  }
  const write = (text: string, contactId = 'rec1') =>
    sql`insert into contact_notes (principal_id, contact_id, text) values (${ADA}, ${contactId}, ${text})
    on conflict (principal_id, contact_id) do update set text = excluded.text`

  beforeAll(async () => {
    await db.insert(principals).values([
      { id: ADA, kind: 'guest' },
      { id: BEN, kind: 'guest' },
    ])
    await addListings(db, listing('rec1'), listing('rec2'))
    await grantContact(db, ADA, 'rec1' as VcId)
    await write('Met in the hall')
  })
  /** A mark that is read after this counts none of the changes so far as new. */
  const settle = () => olderTransactionsEnded(database)
  beforeEach(async () => {
    clock.ms = Date.now()
    read.length = 0
    await settle()
  })
  return { settle, database, db, sql, read, clock, laneOf, lane, freshDevice, write }
}
