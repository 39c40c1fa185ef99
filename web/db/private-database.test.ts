import Dexie from 'dexie'
import { expect, test } from 'vitest'
import type { PrincipalId } from '#shared/ids.ts'
import { PrivateDatabase } from './private-database.ts'

/** Version 13, as it was released; version 14 adds a store of the device. */
const RELEASED = {
  account: 'id, version',
  contacts: 'id, version',
  decisionMakers: 'id, version',
  orders: 'id, version',
  notes: 'id, version',
  followUps: 'id, version',
  saved: 'id, version',
  votes: 'id, version',
  requests: 'id, version',
  performance: 'id, version',
  ownListings: 'id, version',
  requestsReceived: 'id, version',
  callsBooked: 'id, version',
  listingFigures: 'id, version',
  earnings: 'id, version',
  ownProject: 'id, version',
  tickets: 'id, version',
  bookings: 'id, version',
  drafts: 'id',
  others: '[collection+id], collection',
  outbox: '++seq, &id, state',
  sent: 'id, sentAt',
  meta: 'key',
}

test('the stores that the registry gives are those of the released version: a new collection needs a new version', () => {
  const db = new PrivateDatabase('guest', 'life')
  const stores = db.tables.map(({ name, schema }) => [name, [schema.primKey, ...schema.indexes].map(({ src }) => src).join(', ')])
  expect(db.verno).toBe(14)
  expect(Object.fromEntries(stores)).toEqual({ ...RELEASED, keptInvestors: 'id' })
})

test('a database of the last release opens with its content, and gets the new store', async () => {
  const name = new PrivateDatabase('pri_upgraded' as PrincipalId, 'life').name
  const old = new Dexie(name)
  old.version(13).stores(RELEASED)
  await old.table('saved').put({ id: 'recA', savedAt: '2026-01-01T00:00:00.000Z', version: 3 })
  old.close()
  const db = new PrivateDatabase('pri_upgraded' as PrincipalId, 'life')
  expect((await db.saved.toArray()).map(({ id }) => id)).toEqual(['recA'])
  expect(await db.keptInvestors.count()).toBe(0)
  await db.delete()
})
