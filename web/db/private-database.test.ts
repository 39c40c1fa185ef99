import { expect, test } from 'vitest'
import { PrivateDatabase } from './private-database.ts'

/** Version 13, as it was released. */
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
  expect(db.verno).toBe(13)
  expect(Object.fromEntries(stores)).toEqual(RELEASED)
})
