import { afterEach, beforeEach, expect, test } from 'vitest'
import type { PrincipalId, VcId } from '#shared/ids.ts'
import { MemoryServer } from '#tests/sync/support/memory-server.ts'
import { Browser } from '#tests/sync/support/network.ts'
import { TestDevice, type TestTab } from '#tests/sync/support/test-device.ts'

const ada = 'ada' as PrincipalId
let server: MemoryServer
let device: TestDevice
let tab: TestTab

beforeEach(async () => {
  server = new MemoryServer()
  server.principal(ada, 'account', ['rec1'])
  server.put({ id: 'rec1' })
  const browser = new Browser(server)
  browser.cookie = ada
  device = new TestDevice(browser.send)
  tab = await device.openTab()
  await tab.client.switchPrincipal(ada)
  await tab.settle()
  device.pictures.push('a portrait')
  await tab.directory.parts.put({ key: 'projects', text: '{"put":{"projects":[{"id":"prj1"}]}}', size: 1 })
  const state = await tab.directory.getMeta('directory')
  if (state) await tab.directory.setMeta('directory', { ...state, parts: [...state.parts, 'projects'] })
})
afterEach(() => tab.kill())

/** The disk refuses outbox writes until this many things were evicted. */
function fullFor(times: number) {
  let refused = 0
  device.disk.isFull = (table) => table === 'outbox' && ++refused <= times
}
const write = () => tab.client.enqueue('contact.note', { contactId: 'rec1' as VcId, text: 'precious' })
const countStored = async () => ({
  pictures: device.pictures.length,
  projects: (await tab.directory.parts.get('projects')) ? 1 : 0,
  investors: await tab.directory.parts.filter(({ key }) => key !== 'projects').count(),
  contacts: await tab.db.contacts.count(),
})

test.each([
  [0, { pictures: 1, projects: 1, investors: 1, contacts: 1 }],
  [1, { pictures: 0, projects: 1, investors: 1, contacts: 1 }],
  [2, { pictures: 0, projects: 0, investors: 1, contacts: 1 }],
  [3, { pictures: 0, projects: 0, investors: 0, contacts: 1 }],
])('a write that finds no space %d times is stored, and the least important data is evicted first', async (times, left) => {
  fullFor(times)
  await write()
  expect((await tab.db.notes.get('rec1' as VcId))?.text).toBe('precious')
  expect(tab.fault).toBeUndefined()
  expect(await countStored()).toEqual(left)
})

test('a form draft evicts data for space as a mutation does', async () => {
  let refused = 0
  device.disk.isFull = (table) => table === 'drafts' && ++refused <= 1
  const draft = { id: 'feedback', values: { message: 'half' }, writtenAt: '2026-03-01T12:00:00.000Z' } as const
  await tab.client.store(async () => void (await tab.db.drafts.put(draft)))
  expect(await tab.db.drafts.count()).toBe(1)
  expect(await countStored()).toEqual({ pictures: 0, projects: 1, investors: 1, contacts: 1 })
})

test('with nothing left to evict, the screen shows an error and the stored data stays', async () => {
  device.disk.isFull = (table) => table === 'outbox'
  await expect(write()).rejects.toThrow()
  expect(tab.fault).toMatch(/out of space/)
  expect(await countStored()).toMatchObject({ investors: 0, contacts: 1 })
  expect(await tab.db.outbox.count()).toBe(0)
})

test('an evicted directory is not fetched for a day, which the phase reports; then it is fetched whole', async () => {
  fullFor(3)
  await write()
  await tab.settle()
  expect(await tab.directory.getMeta('phase')).toMatchObject({
    kind: 'attention',
    message: expect.stringMatching(/device is full/),
  })
  expect(await tab.directory.parts.count()).toBe(0)
  expect(server.principal(ada).notes.get('rec1')).toBe('precious')
  device.now += 25 * 60 * 60 * 1000
  await tab.settle()
  expect(await tab.directory.parts.count()).toBe(1)
  expect(await tab.directory.getMeta('sparing')).toBeUndefined()
  expect(await tab.directory.getMeta('phase')).toEqual({ kind: 'idle' })
})

test('a directory evicted while the clock was a month ahead is fetched once the clock is correct', async () => {
  const { now } = device
  device.now = now + 30 * 24 * 60 * 60 * 1000
  fullFor(3)
  await write()
  device.now = now
  await tab.settle()
  expect(await tab.directory.parts.count()).toBe(1)
})
