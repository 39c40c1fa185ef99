import Dexie from 'dexie'
import { expect, test } from 'vitest'
import { DirectoryDatabase } from './directory-database.ts'

/** The database as the last release declares it. */
function lastRelease() {
  const db = new Dexie('latchkey-directory')
  db.version(1).stores({ parts: 'key, size', rows: '[collection+id], revision', meta: 'key' })
  return db
}

test('a device of the last release keeps its chunks, over an upgrade, a roll-back and another upgrade', async () => {
  const write = async (db: Dexie, key: string) => {
    await db.table('parts').add({ key, text: '{"put":{}}', size: 0 })
    db.close()
  }
  await write(lastRelease(), '1 before')
  await write(new DirectoryDatabase(), '2 upgraded')
  await write(lastRelease(), '3 rolled back')
  const db = new DirectoryDatabase()
  expect(await db.parts.toCollection().primaryKeys()).toEqual(['1 before', '2 upgraded', '3 rolled back'])
  expect(await db.words.count()).toBe(0)
  db.close()
})
