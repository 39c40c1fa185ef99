import Dexie, { type DexieOptions } from 'dexie'
import { IDBFactory, IDBKeyRange } from 'fake-indexeddb'
import { expect, test } from 'vitest'
import type { MutationId, PrincipalId, VcId } from '#shared/ids.ts'
import { LAST_RELEASE } from '#tests/support/samples/last-private-database.ts'
import type { OutboxEntry } from '#web/db/outbox-entry.ts'
import { PrivateDatabase, privateDatabaseName } from '#web/db/private-database.ts'
import { storageSentence } from '#web/db/storage-errors.ts'

const ada = 'ada' as PrincipalId
/** The database as the last release declares it. */
function previousBuild(dexie: DexieOptions): Dexie {
  const db = new Dexie(privateDatabaseName(ada), dexie)
  db.version(LAST_RELEASE.version).stores(LAST_RELEASE.stores)
  return db
}

const entry = (text: string): OutboxEntry => ({
  id: text as MutationId,
  name: 'contact.note',
  args: { contactId: 'rec1', text },
  madeAt: '2026-11-22T10:00:00.000Z',
  state: 'waiting',
})

test('an upgrade, a roll-back and another upgrade keep every entry, in order, with fields that only one build knows', async () => {
  const dexie = { indexedDB: new IDBFactory(), IDBKeyRange }
  const write = async (db: Dexie, text: string) => {
    await db.table('outbox').add({ ...entry(text), ofThatBuild: text })
    db.close()
  }
  await write(previousBuild(dexie), 'before')
  await write(new PrivateDatabase(ada, 'life', dexie), 'after the update')
  await write(previousBuild(dexie), 'after the roll-back')
  await write(new PrivateDatabase(ada, 'life', dexie), 'after the second update')

  const db = new PrivateDatabase(ada, 'life', dexie)
  const kept = await db.outbox.orderBy('seq').toArray()
  expect(kept.map(({ id }) => id)).toEqual(['before', 'after the update', 'after the roll-back', 'after the second update'])
  expect(kept).toMatchObject(kept.map(({ id }) => ({ ofThatBuild: id })))
  expect(await db.drafts.count()).toBe(0)
  db.close()
})

test('a tab of the old build closes its connection when a new one upgrades, and reports that it was closed', async () => {
  const dexie = { indexedDB: new IDBFactory(), IDBKeyRange }
  const old = new PrivateDatabase(ada, 'life', dexie)
  await old.outbox.add(entry('before'))
  const newer = new Dexie(privateDatabaseName(ada), dexie)
  newer.version(1000).stores({ ofTheFuture: 'id' })
  await newer.open()
  const error = await old.outbox.count().catch((error: unknown) => error)
  expect(storageSentence(error)).toMatch(/was closed/)
  newer.close()
})

test('a browser that denies storage is reported with a message', async () => {
  const refusing = new IDBFactory()
  refusing.open = () => {
    throw new DOMException('A mutation operation was attempted on a database that did not allow mutations.', 'SecurityError')
  }
  const error = await new PrivateDatabase(ada, 'life', { indexedDB: refusing, IDBKeyRange }).contacts
    .get('rec1' as VcId)
    .catch((error: unknown) => error)
  expect(storageSentence(error)).toMatch(/blocks storage/)
})
