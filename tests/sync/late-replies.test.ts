import { beforeEach, expect, test } from 'vitest'
import type { PrincipalId, VcId } from '#shared/ids.ts'
import { DirectoryDatabase } from '#web/db/directory-database.ts'
import { schedule } from '#web/db/schedule.ts'
import { createApi } from '#web/net/api.ts'
import { pushPending } from '#web/service-worker/background-push.ts'
import type { Locks } from '#web/sync/engine/platform.ts'
import { applyPrivate } from '#web/sync/engine/pull/apply-private-patch.ts'
import { pullDifferences } from '#web/sync/engine/pull/pull-differences.ts'
import { pullPrivate } from '#web/sync/engine/pull/pull-private.ts'
import { MemoryServer } from './support/memory-server.ts'
import { Browser } from './support/network.ts'
import { loadMutations, TestDevice, type TestTab } from './support/test-device.ts'

const ada = 'ada' as PrincipalId
const ben = 'ben' as PrincipalId

let server: MemoryServer
let browser: Browser
let device: TestDevice
let tab: TestTab

beforeEach(async () => {
  server = new MemoryServer()
  server.principal(ada, 'account', ['recA', 'recB'])
  server.principal(ben, 'account', ['recC'])
  browser = new Browser(server)
  browser.cookie = ada
  device = new TestDevice(browser.send)
  tab = await device.openTab()
  await tab.client.switchPrincipal(ada)
  await tab.client.settle()
  return () => tab.kill()
})

/** Runs a callback while one private response is on its way back. */
function duringNextPull(happens: () => Promise<void>) {
  browser.beforeReply = async (path) => {
    if (!path.startsWith('/api/sync/me')) return
    browser.beforeReply = undefined
    await happens()
  }
}

const contactIds = async () => (await tab.db.contacts.toArray()).map(({ id }) => id)

test('a late response for an account that signed out is dropped', async () => {
  server.principal(ada).contacts.push('recLate')
  duringNextPull(async () => {
    browser.cookie = undefined
    await tab.client.switchPrincipal('guest')
  })
  await tab.client.settle(['me'])

  expect(tab.db.principal).toBe('guest')
  expect(await contactIds()).toEqual([])
  expect(await tab.db.account.count()).toBe(0)
})

test("a late response for one account never reaches another account's database", async () => {
  server.principal(ada).contacts.push('recLate')
  duringNextPull(async () => {
    browser.cookie = ben
    await tab.client.switchPrincipal(ben)
  })
  await tab.client.settle(['me'])

  expect(tab.db.principal).toBe(ben)
  expect(await contactIds()).toEqual(['recC'])
})

test('a late response from before a sign-out is dropped, although the same account signed in again', async () => {
  duringNextPull(async () => {
    await tab.client.switchPrincipal('guest')
    server.principal(ada).contacts.splice(0, 1)
    await tab.client.switchPrincipal(ada)
    browser.cookie = ada
  })
  server.principal(ada).contacts.push('recLate')
  await tab.client.settle(['me'])

  expect(await contactIds()).toEqual(['recB', 'recLate'])
  expect(await tab.db.outbox.count()).toBe(0)
})

test('a text written during a pull neither flickers nor gets lost', async () => {
  server.principal(ada).notes.set('recA', 'From another device')
  duringNextPull(async () => {
    await tab.client.enqueue('contact.note', { contactId: 'recA' as VcId, text: 'Written here' })
  })
  await tab.client.settle(['me'])
  await tab.client.settle(['me'])

  expect(await tab.db.notes.get('recA')).toMatchObject({ text: 'Written here' })
  expect(server.principal(ada).notes.get('recA')).toBe('Written here')
})

/** Code that runs beside the leader: a worker that does not wait for it, or a tab that replaced it. */
const locks: Locks = { exclusively: (_, work) => work(), takeOver: (_, work) => work() }
const api = () => createApi(browser.send)

test('a pull overtaken by a push of the worker restores no older text', async () => {
  server.principal(ada).notes.set('recA', 'From another device')
  duringNextPull(async () => {
    await tab.client.enqueue('contact.note', { contactId: 'recA' as VcId, text: 'Written here' })
    const openDirectory = () => new DirectoryDatabase(device.dexie)
    await pushPending({ api: api(), dexie: device.dexie, locks, after: schedule, now: Date.now, openDirectory })
    browser.isOnline = false
  })
  await tab.client.settle(['me'])
  expect(await tab.db.outbox.count()).toBe(0)
  expect(await tab.db.notes.get('recA')).toMatchObject({ text: 'Written here' })

  browser.isOnline = true
  await tab.client.settle(['me'])
  expect(await tab.db.notes.get('recA')).toMatchObject({ text: server.principal(ada).notes.get('recA') })
})

test('a pull of a replaced leader deletes nothing that the next leader has received since', async () => {
  const transport = { api: api(), locks, after: schedule, stop: new AbortController().signal }
  server.principal(ada).notes.set('recA', 'Older')
  duringNextPull(async () => {
    server.principal(ada).notes.set('recA', 'Newer')
    server.principal(ada).notes.set('recB', 'Of today')
    const answer = await pullPrivate(transport, tab.db, ada, async () => pullDifferences)
    if (answer.kind === 'delta') await applyPrivate(loadMutations, tab.db, { ...answer, validatedAt: device.now })
  })
  await tab.client.settle(['me'])

  const notes = await tab.db.notes.toArray()
  expect(notes.map(({ id, text }) => [id, text])).toEqual([
    ['recA', 'Newer'],
    ['recB', 'Of today'],
  ])
})
