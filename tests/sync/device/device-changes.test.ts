import { beforeEach, expect, test } from 'vitest'
import type { PrincipalId, VcId } from '#shared/ids.ts'
import { MemoryServer } from '#tests/sync/support/memory-server.ts'
import { Browser } from '#tests/sync/support/network.ts'
import { TestDevice, type TestTab } from '#tests/sync/support/test-device.ts'
import { discardEntry } from '#web/sync/tab/rejected.ts'

const ada = 'ada' as PrincipalId
const MANY = 300

type Asked = { have?: Record<string, object>; doubtful?: string[]; changes?: Record<string, string[]> }

let server: MemoryServer
let tab: TestTab
/** Since the last call of `pull`. */
let requests: Asked[]

/** A device with many notes, which it and the server have in common. */
beforeEach(async () => {
  server = new MemoryServer()
  const { notes } = server.principal(ada, 'account', ['rec1', 'rec2'])
  for (let at = 0; at < MANY; at += 1) notes.set(`rec${at}`, `Note ${at}`)
  const handle = server.handle.bind(server)
  server.handle = (path, body, caller) => {
    if (path === '/api/sync/me') requests.push(body as Asked)
    return handle(path, body, caller)
  }
  const browser = new Browser(server)
  browser.cookie = ada
  tab = await new TestDevice(browser.send).openTab()
  await tab.client.switchPrincipal(ada)
  await pull()
  return () => tab.kill()
})

async function pull() {
  requests = []
  await tab.client.settle(['me'])
}
const write = (contactId: string, text: string) => tab.client.enqueue('contact.note', { contactId: contactId as VcId, text })
const texts = async () => Object.fromEntries((await tab.db.notes.toArray()).map(({ id, text }) => [id, text]))
const atServer = () => Object.fromEntries(server.principal(ada).notes)

test('a change in a large collection takes one request without its ids', async () => {
  server.principal(ada).notes.set('rec7', 'From the laptop').set('recNew', 'Added on the laptop')
  await pull()
  expect(requests).toMatchObject([{ changes: { notes: [] } }])
  expect(requests[0]?.have).not.toHaveProperty('notes')
  expect(await texts()).toEqual(atServer())
  await pull()
  expect(requests).toHaveLength(1)
})

test('for a note that this device has written it names that note only', async () => {
  await write('rec5', 'Written here')
  await write('recHere', 'Added here')
  await pull()
  expect(requests.filter(({ have }) => have?.notes)).toEqual([])
  expect(new Set(requests.flatMap(({ changes }) => changes?.notes ?? []))).toEqual(new Set(['rec5', 'recHere']))
  expect(await tab.db.notes.get('rec5' as VcId)).toMatchObject({ text: 'Written here', version: expect.any(Number) })
  expect(await texts()).toEqual(atServer())
  await pull()
  expect(requests).toMatchObject([{ doubtful: [] }])
})

test('an unsent change that was discarded is replaced by the document of the server, and a new one is removed', async () => {
  for (const [contactId, text] of [
    ['rec5', 'Refused'],
    ['recRefused', 'Refused as well'],
  ] as const) {
    const id = await write(contactId, text)
    server.refuses.set(id, { code: 'forbidden', message: 'No.' })
    await pull()
    await discardEntry(tab.db, id)
  }
  await pull()
  expect(await texts()).toEqual(atServer())
  await pull()
  expect(requests).toMatchObject([{ doubtful: [] }])
})

test('a document that disappeared from the device, or that appeared there, is requested by its id', async () => {
  await tab.db.notes.delete('rec9' as VcId)
  await tab.db.notes.put({ id: 'recOdd' as VcId, text: 'Odd', writtenBy: null, clashes: [], updatedAt: '', version: 5 })
  await tab.db.notes.put({ id: 'recOdd2' as VcId, text: 'Odd', writtenBy: null, clashes: [], updatedAt: '', version: 5 })
  await pull()
  expect(requests).toHaveLength(1)
  expect(await texts()).toEqual(atServer())
})

test('a deletion, which the changes do not contain, is found by the total', async () => {
  const { notes } = server.principal(ada)
  notes.delete('rec3')
  notes.set('rec4', 'Changed').set('recNew', 'As many as before')
  await pull()
  expect(requests).toHaveLength(2)
  expect(await texts()).toEqual(atServer())
  await pull()
  expect(requests).toHaveLength(1)
})

test('a device that has changed many documents sends all versions', async () => {
  for (let at = 0; at < 150; at += 1) await write(`rec${at}`, `Again ${at}`)
  await pull()
  await pull()
  expect(await texts()).toEqual(atServer())
})

test('a server of an earlier release compares a note that was written here, and one that was discarded, by all versions', async () => {
  server.knowsChanges.clear()
  const id = await write('rec5', 'Refused')
  server.refuses.set(id, { code: 'forbidden', message: 'No.' })
  await pull()
  await discardEntry(tab.db, id)
  await tab.client.settle(['me'])
  expect(requests.some(({ have }) => Object.keys(have?.notes ?? {}).length === MANY)).toBe(true)
  expect(await texts()).toEqual(atServer())
})
