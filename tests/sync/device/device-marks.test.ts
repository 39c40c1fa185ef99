import { beforeEach, expect, test } from 'vitest'
import type { PrincipalId, VcId } from '#shared/ids.ts'
import { MemoryServer } from '#tests/sync/support/memory-server.ts'
import { Browser } from '#tests/sync/support/network.ts'
import { TestDevice, type TestTab } from '#tests/sync/support/test-device.ts'
import { discardEntry } from '#web/sync/tab/rejected.ts'

const ada = 'ada' as PrincipalId

type Asked = { mark?: string; have?: Record<string, object>; hashes?: Record<string, string>; doubtful?: string[] }

let server: MemoryServer
let tab: TestTab
/** The requests of the device, pull by pull, and their bytes. */
let requests: Asked[]
let bytes: number

beforeEach(async () => {
  server = new MemoryServer()
  server.principal(ada, 'account', ['rec1', 'rec2'])
  const handle = server.handle.bind(server)
  requests = []
  server.handle = (path, body, caller) => {
    if (path === '/api/sync/me') {
      requests.push(body as Asked)
      bytes = JSON.stringify(body).length
    }
    return handle(path, body, caller)
  }
  const browser = new Browser(server)
  browser.cookie = ada
  tab = await new TestDevice(browser.send).openTab()
  await tab.client.switchPrincipal(ada)
  await tab.client.settle()
  return () => tab.kill()
})

async function pull() {
  requests = []
  await tab.client.settle(['me'])
}
const notes = async () => (await tab.db.notes.toArray()).map(({ id, text, version }) => ({ id, text, version }))
const ids = async (table: 'notes' | 'saved' | 'contacts') => (await tab.db.table(table).toArray()).map(({ id }) => id)

test('a device of 4,000 documents with nothing new sends a mark, and less than 2 KB', async () => {
  for (let at = 0; at < 4000; at += 1) server.principal(ada).notes.set(`rec${at}`, `Note ${at}`)
  await pull()
  expect(await tab.db.notes.count()).toBe(4000)
  await pull()
  expect(requests).toHaveLength(1)
  expect(requests[0]).toMatchObject({ mark: expect.stringMatching(/^mark/), doubtful: [] })
  expect(Object.keys(requests[0]?.have ?? {})).not.toContain('notes')
  expect(bytes).toBeLessThan(2000)
})

test('a change of a small collection takes one request; a server of an earlier release receives a hash and the ids of a large one', async () => {
  server.knowsChanges.clear()
  server.principal(ada).notes.set('rec1', 'From the laptop')
  await pull()
  expect(requests).toHaveLength(1)
  expect(await notes()).toMatchObject([{ id: 'rec1', text: 'From the laptop' }])

  for (let at = 0; at < 200; at += 1) server.principal(ada).notes.set(`rec${at}`, `Note ${at}`)
  await pull()
  server.principal(ada).notes.set('rec7', 'Changed')
  await pull()
  const sent = requests.map(({ have, hashes }) => [Object.keys(have ?? {}).includes('notes'), hashes?.notes !== undefined])
  expect(sent).toEqual([
    [false, false],
    [false, true],
    [true, true],
  ])
  expect(await tab.db.notes.get('rec7' as VcId)).toMatchObject({ text: 'Changed' })
  expect(await tab.db.notes.count()).toBe(200)
})

test("an optimistic row is compared until it equals the server's: a note that is rejected and discarded", async () => {
  server.principal(ada).notes.set('rec1', 'As the server has it')
  await pull()
  const id = await tab.client.enqueue('contact.note', { contactId: 'rec1' as VcId, text: 'Mine' })
  server.refuses.set(id, { code: 'forbidden', message: 'No.' })
  await pull()
  expect(requests[0]?.doubtful).toEqual(['notes'])
  await discardEntry(tab.db, id)
  await pull()
  expect(await notes()).toMatchObject([{ text: 'As the server has it', version: expect.any(Number) }])
  await pull()
  expect(requests).toMatchObject([{ doubtful: [] }])
})

test('a document that this device deleted optimistically returns when the server keeps it', async () => {
  server.principal(ada).saved.add('rec1').add('rec2')
  await pull()
  const id = await tab.client.enqueue('investor.save', { vcId: 'rec1' as VcId, isSaved: false })
  expect(await ids('saved')).toEqual(['rec2'])
  server.refuses.set(id, { code: 'forbidden', message: 'No.' })
  await pull()
  await discardEntry(tab.db, id)
  await pull()
  expect(await ids('saved')).toEqual(['rec1', 'rec2'])
})

test('a row that disappears or appears outside of pulls is detected by its count', async () => {
  await tab.db.contacts.delete('rec1' as VcId)
  await pull()
  expect(requests[0]?.doubtful).toEqual(['contacts'])
  expect(await ids('contacts')).toEqual(['rec1', 'rec2'])
})

test('a response computed while this device wrote marks the collection as doubtful', async () => {
  server.principal(ada).saved.add('rec1')
  await pull()
  server.principal(ada).saved.add('rec2')
  const handle = server.handle
  server.handle = (path, body, caller) => {
    const reply = handle(path, body, caller)
    // Deleted while the response is on its way.
    if (path === '/api/sync/me') void tab.db.saved.delete('rec1' as VcId)
    return reply
  }
  await pull()
  server.handle = handle
  await pull()
  expect(await ids('saved')).toEqual(['rec1', 'rec2'])
})

test('a server of an earlier release, which knows no marks, receives all versions, and its removals are applied', async () => {
  for (let at = 0; at < 50; at += 1) server.principal(ada).contacts.push(`more${at}`)
  await pull()
  server.knowsMarks = false
  server.principal(ada).contacts.pop()
  await pull()
  // The server assumes that the device stores little, and sends what was not named again, without a mark.
  await pull()
  expect(Object.keys(requests[0]?.have?.contacts ?? {})).toHaveLength(52)
  expect(await tab.db.contacts.count()).toBe(51)
  server.knowsMarks = true
  await pull()
  await pull()
  expect(requests).toMatchObject([{ mark: expect.stringMatching(/^mark/), doubtful: [] }])
})

test('a mass removal in a response with a mark is checked as well', async () => {
  server.principal(ada).contacts.splice(0, 2)
  await pull()
  expect(requests.at(-1)).toMatchObject({ have: {} })
  expect(await ids('contacts')).toEqual([])
  await pull()
  await pull()
  expect(requests).toMatchObject([{ mark: expect.stringMatching(/^mark/) }])
})
