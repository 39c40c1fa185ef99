import { beforeEach, expect, test } from 'vitest'
import type { PrincipalId, VcId } from '#shared/ids.ts'
import { MAX_PUSH } from '#shared/sync/push.ts'
import { GUEST_LOCK } from '#web/net/guest-lock.ts'
import { MemoryServer } from './support/memory-server.ts'
import { Browser } from './support/network.ts'
import { TestDevice } from './support/test-device.ts'

const ada = 'ada' as PrincipalId
const vc = (id: string) => id as VcId

let server: MemoryServer
let browser: Browser
let device: TestDevice

beforeEach(() => {
  server = new MemoryServer()
  server.principal('ada', 'account', ['recA', 'recB'])
  browser = new Browser(server)
  device = new TestDevice(browser.send)
})

test('a note written offline reaches the server once, although a request and a reply are lost and one is doubled', async () => {
  browser.cookie = 'ada'
  const tab = await device.openTab()
  await tab.client.switchPrincipal(ada)
  await tab.client.settle()
  browser.isOnline = false
  await tab.client.enqueue('contact.note', { contactId: vc('recA'), text: 'Met at the fair' })
  await tab.client.settle()
  expect(await tab.db.notes.get('recA')).toMatchObject({ text: 'Met at the fair' })

  browser.isOnline = true
  for (const fate of ['loses the request', 'loses the reply', 'doubles'] as const) {
    browser.fates = [fate]
    await tab.client.settle(['me'])
  }
  await tab.client.settle(['me'])

  expect([...server.processed.values()].map(({ count }) => count)).toEqual([1])
  expect(server.principal('ada').notes.get('recA')).toBe('Met at the fair')
  expect(await tab.db.outbox.count()).toBe(0)
  expect(await tab.db.notes.get('recA')).toMatchObject({ text: 'Met at the fair' })
  tab.kill()
})

test('of a hundred writes offline followed by a reload, none is lost and none is sent twice', async () => {
  const first = await device.openTab()
  browser.isOnline = false
  for (let n = 0; n < 100; n++) await first.client.enqueue('investor.save', { vcId: vc(`rec${n}`), isSaved: true })
  first.kill()

  const second = await device.openTab()
  expect(await second.db.saved.count()).toBe(100)
  browser.isOnline = true
  await second.client.settle()

  expect(server.principals.get(browser.cookie ?? '')?.saved.size).toBe(100)
  expect(server.processed.size).toBe(100)
  expect(await second.db.outbox.count()).toBe(0)
  second.kill()
})

test("a visitor's first mutation waits for the guest cookie, so that a lost reply leaves no mutation without an owner", async () => {
  const tab = await device.openTab()
  await tab.client.settle()
  browser.fates = ['loses the reply']
  await tab.client.enqueue('investor.save', { vcId: vc('recA'), isSaved: true })
  await tab.client.settle()
  await tab.client.settle()

  expect(browser.cookie).toBeDefined()
  expect([...(server.principals.get(browser.cookie ?? '')?.saved ?? [])]).toEqual(['recA'])
  expect((await tab.db.saved.toArray()).map(({ id }) => id)).toEqual(['recA'])
  tab.kill()
})

test('a refused change is kept as rejected with its text, and the mutations after it are sent', async () => {
  browser.cookie = 'ada'
  const tab = await device.openTab()
  await tab.client.switchPrincipal(ada)
  await tab.client.settle()
  browser.isOnline = false
  const refused = await tab.client.enqueue('contact.note', { contactId: vc('recZ'), text: 'My words' })
  await tab.client.enqueue('contact.note', { contactId: vc('recB'), text: 'Behind it' })
  server.refuses.set(refused, { code: 'contacts.not-held', message: 'You have not unlocked this contact.' })
  browser.isOnline = true
  await tab.client.settle()

  expect(await tab.db.outbox.toArray()).toMatchObject([
    { id: refused, state: 'refused', args: { text: 'My words' }, refusal: { code: 'contacts.not-held' } },
  ])
  expect(await tab.db.notes.get('recZ')).toBeUndefined()
  expect(server.principal('ada').notes.get('recB')).toBe('Behind it')
  tab.kill()
})

test('a visitor who buys while their first mutation is in flight is one guest, not two', async () => {
  const tab = await device.openTab()
  await tab.client.settle()
  const started = Promise.withResolvers<void>()
  const purchase = device.exclusively(
    GUEST_LOCK,
    async () => {
      await started.promise
      for (let tick = 0; tick < 100; tick++) await new Promise((resolve) => setImmediate(resolve))
      expect(browser.cookie).toBeUndefined()
      browser.cookie = server.principal('buyer', 'guest').id
    },
    new Promise<never>(() => undefined),
  )
  await tab.client.enqueue('investor.save', { vcId: vc('recA'), isSaved: true })
  started.resolve()
  await purchase
  await tab.client.settle()

  expect([...server.principals.keys()]).toEqual(['ada', 'buyer'])
  expect([...server.principal('buyer').saved]).toEqual(['recA'])
  tab.kill()
})

test('mutations after a retry wait with it, even when they would be sent in the next batch', async () => {
  browser.cookie = 'ada'
  const tab = await device.openTab()
  await tab.client.switchPrincipal(ada)
  await tab.client.settle()
  browser.isOnline = false
  const late = await tab.client.enqueue('investor.save', { vcId: vc('recA'), isSaved: true })
  for (let n = 1; n < MAX_PUSH; n++) await tab.client.enqueue('investor.save', { vcId: vc(`rec${n}`), isSaved: true })
  await tab.client.enqueue('investor.save', { vcId: vc('recA'), isSaved: false })
  await tab.client.enqueue('contact.note', { contactId: vc('recB'), text: 'About something else' })
  await tab.client.settle(['me'])
  server.postpones.add(late)
  browser.isOnline = true
  await tab.client.settle(['me'])
  expect(await tab.db.outbox.count()).toBe(2)
  expect(server.principal('ada').notes.get('recB')).toBe('About something else')

  server.postpones.clear()
  await tab.client.settle(['me'])
  expect(await tab.db.outbox.count()).toBe(0)
  expect(server.principal('ada').saved.has('recA')).toBe(false)
  tab.kill()
})
