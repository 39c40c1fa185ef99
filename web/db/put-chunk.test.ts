import Dexie from 'dexie'
import { afterEach, expect, test } from 'vitest'
import { DirectoryDatabase } from './directory-database.ts'
import { putChunk } from './put-chunk.ts'

const chunk = { key: 'hash', text: '{"put":{}}', size: 0 }

afterEach(() => Dexie.delete('latchkey-directory'))

test('a chunk is stored as the sync stores it', async () => {
  const db = new DirectoryDatabase()
  await db.open()
  await putChunk(chunk)
  expect(await db.parts.toArray()).toEqual([chunk])
  db.close()
})

test('a database that does not exist is not created', async () => {
  await expect(putChunk(chunk)).rejects.toThrow()
  expect(await Dexie.exists('latchkey-directory')).toBe(false)
})

test('a newer release can upgrade the database while the worker has it open', async () => {
  const db = new DirectoryDatabase()
  await db.open()
  await putChunk(chunk)
  db.close()
  const newer = new Dexie('latchkey-directory')
  newer.version(1).stores({ parts: 'key, size', rows: '[collection+id], revision', meta: 'key' })
  newer.version(99).stores({ words: 'key', more: 'key' })
  await newer.open()
  newer.close()
  await putChunk({ ...chunk, key: 'other' })
  await newer.open()
  expect(await newer.table('parts').toCollection().primaryKeys()).toEqual(['hash', 'other'])
  newer.close()
})
