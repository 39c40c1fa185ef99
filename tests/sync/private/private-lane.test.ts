import { beforeAll, expect, test } from 'vitest'
import type { PrivateDelta } from '#shared/sync/protocol.ts'
import type { PushReply } from '#shared/sync/push.ts'
import { account } from '#tests/support/actors/account.ts'
import type { Client } from '#tests/support/client.ts'
import { testDatabase } from '#tests/support/database/postgres.ts'
import { type Doubles, newClientId, note, save, startPrivateNode } from '#tests/support/private-lane.ts'
import { eventually } from '#tests/support/runner/eventually.ts'

const database = await testDatabase()
const doubles: Doubles = { held: new Set(['recA', 'recB']), intro: async () => undefined }
const node = startPrivateNode(database, doubles)

type Have = Record<string, Record<string, number>>
const pull = (client: Client, have: Have = {}, more: object = {}) => client.post<PrivateDelta>('/api/sync/me', { have, ...more })
const haveOf = ({ put }: PrivateDelta): Have =>
  Object.fromEntries(
    Object.entries(put).map(([collection, docs]) => [
      collection,
      Object.fromEntries(docs.map(({ id, version }) => [id, version])),
    ]),
  )

const client = node.visitor()
let principalId: string | undefined
beforeAll(async () => {
  const { body } = await client.post<PushReply>('/api/sync/push', {
    clientId: newClientId(),
    mutations: [note('recA', 'first'), note('recB', 'second'), save('recC')],
  })
  principalId = body.principalId
})

test('an empty device gets everything it may store, and then nothing until something changes', async () => {
  const { body } = await pull(client)
  expect(body.put.account).toMatchObject([{ id: principalId, kind: 'guest', user: null }])
  expect(body.put.notes?.map(({ id, text }) => [id, text])).toEqual([
    ['recA', 'first'],
    ['recB', 'second'],
  ])
  expect(body.put.saved).toMatchObject([{ id: 'recC' }])
  const again = await pull(client, haveOf(body))
  expect(again).toMatchObject({ status: 204, body: '' })
  expect(again.headers.get('cache-control')).toBe('no-store')
})

test('a device with ten years of a popular investor’s earnings pulls like any other', async () => {
  const ada = await account({ ...node, database })
  const { body } = await pull(ada)
  const earnings = Object.fromEntries(Array.from({ length: 55_000 }, (_, at) => [`led_${at}${'x'.repeat(28)}`, 2 ** 52 - at]))
  const { status, body: delta } = await pull(ada, { ...haveOf(body), earnings })
  expect(status).toBe(200)
  expect(delta.del.earnings).toHaveLength(55_000)
})

test('a visitor who names more documents than a guest can have is refused before anything is read', async () => {
  const named = (count: number) => ({ saved: Object.fromEntries(Array.from({ length: count }, (_, at) => [`rec${at}`, 1])) })
  expect((await pull(node.visitor(), named(10_000))).status).toBe(200)
  expect((await pull(node.visitor(), named(10_001))).status).toBe(413)
})

test('a direct change in the database arrives as a difference', async () => {
  const have = haveOf((await pull(client)).body)
  await database.sql`update contact_notes set text = 'by hand' where contact_id = 'recA'`
  const { body } = await pull(client, have)
  expect(body).toMatchObject({ put: { notes: [{ id: 'recA', text: 'by hand' }] }, del: {} })
  expect(Object.keys(body.put)).toEqual(['notes'])
})

test('a document that a principal may no longer store is removed, without any tombstone', async () => {
  const have = haveOf((await pull(client)).body)
  await database.sql`delete from contact_notes where contact_id = 'recB'`
  expect((await pull(client, have)).body).toEqual({ put: {}, del: { notes: ['recB'] } })
})

test('a principal never learns what another one has, even when it names the document', async () => {
  const other = node.visitor()
  await other.post('/api/sync/push', { clientId: newClientId(), mutations: [] })
  const { body } = await pull(other, { notes: { recA: 1 } })
  expect(Object.keys(body.put)).toEqual(['account'])
  expect(body.del).toEqual({ notes: ['recA'] })
})

test('a visitor has no documents and gets no cookie', async () => {
  const stranger = node.visitor()
  expect(await pull(stranger)).toMatchObject({ status: 204 })
  expect((await pull(stranger, { notes: { recA: 1 } })).body).toEqual({ put: {}, del: { notes: ['recA'] } })
  expect(stranger.cookies.size).toBe(0)
})

test('a request that names a principal which is not the caller is asked to sign in, and gets no data', async () => {
  for (const caller of [client, node.visitor()]) {
    expect(await pull(caller, {}, { principalId: 'pri_another' })).toMatchObject({
      status: 401,
      body: { code: 'session-lost', message: 'Unauthorized' },
    })
  }
  expect((await pull(client, {}, { principalId })).status).toBe(200)
})

test('a collection that only a newer server knows is ignored', async () => {
  const have = haveOf((await pull(client)).body)
  expect((await pull(client, { ...have, mentors: { mtr_1: 5 } })).status).toBe(204)
})

test('pulls of one principal leave connections for others', async () => {
  const other = node.visitor()
  await other.post<PushReply>('/api/sync/push', { clientId: newClientId(), mutations: [save('recC')] })
  const waiting: (() => void)[] = []
  doubles.beforeNotes = () => new Promise((done) => waiting.push(done))
  const own = Array.from({ length: 6 }, () => pull(client))
  await eventually(() => expect(waiting).toHaveLength(2))
  const others = pull(other)
  await eventually(() => expect(waiting).toHaveLength(3))
  doubles.beforeNotes = undefined
  for (const done of waiting) done()
  expect((await Promise.all([...own, others])).map(({ status }) => status)).toEqual(Array.from({ length: 7 }, () => 200))
})
