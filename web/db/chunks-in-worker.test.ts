import Dexie from 'dexie'
import { afterEach, expect, test } from 'vitest'
import { NATIVE_VERSION, putChunk, readChunkText } from './chunks-in-worker.ts'
import { DirectoryDatabase } from './directory-database.ts'

const chunk = { key: 'hash', text: '{"put":{}}', size: 0 }

afterEach(() => Dexie.delete('latchkey-directory'))

test('a chunk is stored as the sync stores it', async () => {
  const db = new DirectoryDatabase()
  await db.open()
  await putChunk(chunk)
  expect(await db.parts.toArray()).toEqual([chunk])
  db.close()
})

test('the text of a chunk is read as the sync stored it; a chunk that is not stored has none', async () => {
  const db = new DirectoryDatabase()
  await db.parts.put(chunk)
  expect(await readChunkText(chunk.key)).toBe(chunk.text)
  expect(await readChunkText('other')).toBeUndefined()
  db.close()
})

test('a database that does not exist is not created', async () => {
  await expect(putChunk(chunk)).rejects.toThrow()
  await expect(readChunkText(chunk.key)).rejects.toThrow()
  expect(await Dexie.exists('latchkey-directory')).toBe(false)
})

test('a newer release can upgrade the database while the worker has it open, and then gets no chunks of this one', async () => {
  const db = new DirectoryDatabase()
  await db.open()
  await putChunk(chunk)
  db.close()
  const newer = new Dexie('latchkey-directory')
  newer.version(1).stores({ parts: 'key, size', rows: '[collection+id], revision', meta: 'key' })
  newer.version(99).stores({ words: 'key', more: 'key' })
  await newer.open()
  await expect(putChunk({ ...chunk, key: 'other' })).rejects.toThrow()
  expect(await newer.table('parts').toCollection().primaryKeys()).toEqual(['hash'])
  newer.close()
})

test('the worker opens the version of the database that the page opens', async () => {
  const db = new DirectoryDatabase()
  await db.open()
  expect(db.backendDB().version).toBe(NATIVE_VERSION)
  db.close()
})
