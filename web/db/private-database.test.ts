import Dexie from 'dexie'
import { expect, test } from 'vitest'
import type { PrincipalId } from '#shared/ids.ts'
import { LAST_RELEASE } from '#tests/support/samples/last-private-database.ts'
import { readStoredMark, readVersions } from '#web/sync/engine/pull/client-view.ts'
import { PrivateDatabase } from './private-database.ts'

const RELEASED = LAST_RELEASE.stores
/** Version 16 has `people`, version 17 what is new for the raise, version 18 the photos. */
const ADDED = {
  ...{ people: 'id, version', deals: 'id, version', raise: 'id, version' },
  ...{ entries: 'id, version, contactId', searches: 'id, version', templates: 'id, version' },
}
const PHOTOS = { photos: 'id, version', photoFiles: 'id' }

test('the stores that the registry gives are those of the released version: a new collection needs a new version', () => {
  const db = new PrivateDatabase('guest', 'life')
  const stores = db.tables.map(({ name, schema }) => [name, [schema.primKey, ...schema.indexes].map(({ src }) => src).join(', ')])
  expect(db.verno).toBe(18)
  expect(Object.fromEntries(stores)).toEqual({ ...RELEASED, ...ADDED, ...PHOTOS })
})

/** Stores without an index on `version`, as versions up to 12 had them. */
const EARLIER = Object.fromEntries(
  Object.entries(RELEASED)
    .filter(([name]) => name !== 'keptInvestors')
    .map(([name, indexes]) => [name, indexes.replace('id, version', 'id')]),
)

test.each([
  [17, { ...RELEASED, ...ADDED }],
  [16, { ...RELEASED, people: ADDED.people }],
  [LAST_RELEASE.version, RELEASED],
  [12, EARLIER],
])('a database of version %d opens with its content, and gets the new stores', async (version, stores) => {
  const principal = `pri_upgraded_${version}` as PrincipalId
  const old = new Dexie(new PrivateDatabase(principal, 'life').name)
  old.version(version).stores(stores)
  await old.table('saved').put({ id: 'recA', savedAt: '2026-01-01T00:00:00.000Z', version: 3 })
  await old.table('outbox').put({ id: 'mut_1', state: 'pending', name: 'contact.note', args: { text: 'Met in the hall' } })
  old.close()
  const db = new PrivateDatabase(principal, 'life')
  expect((await db.saved.toArray()).map(({ id }) => id)).toEqual(['recA'])
  expect((await db.outbox.toArray()).map(({ args }) => args)).toEqual([{ text: 'Met in the hall' }])
  expect(await db.saved.where('version').equals(3).count()).toBe(1)
  for (const { name } of db.tables) if (Object.hasOwn({ ...ADDED, ...PHOTOS }, name)) expect(await db.table(name).count()).toBe(0)
  await db.delete()
})

test('documents that the last release stored without knowing their collection are requested again for their own store', async () => {
  const principal = 'pri_unknown_before' as PrincipalId
  const old = new Dexie(new PrivateDatabase(principal, 'life').name)
  old.version(LAST_RELEASE.version).stores(RELEASED)
  const [id, doc] = ['ntc_1', { id: 'ntc_1', version: 7 }]
  await old.table('others').put({ collection: 'notices', id, doc })
  await old.table('meta').put({ key: 'held', value: { mark: 'm', counts: { notices: 1 }, few: {} } })
  old.close()
  const db = new PrivateDatabase(principal, 'life')
  expect((await readStoredMark(db))?.doubtful).toEqual(['notices'])
  expect((await readVersions(db)).notices).toEqual({})
  await db.delete()
})
