import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import type { PrincipalId } from '#shared/ids.ts'
import { type TestDevice, TestTab } from '#tests/sync/support/test-device.ts'
import { deviceWithWaitingNote, WAITING_NOTE } from '#tests/sync/support/waiting-note.ts'
import { privateDatabaseName } from '#web/db/private-database.ts'
import { storageSentence } from '#web/db/storage-errors.ts'

/**
 * Wherever a database is opened, in every way in which a browser may not open it: it is told in words, nobody waits for
 * ever, and what is on the disk is there once it opens again.
 */
const ada = 'ada' as PrincipalId
const DIRECTORY = 'latchkey-directory'
const OWN = privateDatabaseName(ada)

let device: TestDevice
let heal: () => void

beforeEach(async () => {
  device = (await deviceWithWaitingNote(ada)).device
  heal = () => undefined
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] })
})
afterEach(() => {
  heal()
  vi.useRealTimers()
  for (const tab of [...device.tabs]) tab.kill()
})

type Open = IDBFactory['open']
const instead = (name: string, open: Open) => {
  const real = device.indexedDB.open.bind(device.indexedDB)
  device.indexedDB.open = (asked, version) => (asked === name ? open(asked, version) : real(asked, version))
  heal = () => {
    device.indexedDB.open = real
  }
}

/** Says no a moment later. */
function failing(name: string): IDBOpenDBRequest {
  const error = new DOMException('Somehow or other.', name)
  const request = { error } as unknown as IDBOpenDBRequest
  setImmediate(() => request.onerror?.({ target: request, preventDefault: () => undefined } as never))
  return request
}

const ways: Record<string, { shut: (name: string) => Promise<void>; says: RegExp }> = {
  'is forbidden': {
    shut: async (name) =>
      instead(name, () => {
        throw new DOMException('The user denied permission to access the database.', 'SecurityError')
      }),
    says: /no storage/,
  },
  'fails, as in a private window': {
    shut: async (name) => instead(name, () => failing('InvalidStateError')),
    says: /no storage/,
  },
  'fails, because its files are damaged': {
    shut: async (name) => instead(name, () => failing('UnknownError')),
    says: /could not be opened/,
  },
  'is never answered': { shut: async (name) => instead(name, () => ({}) as IDBOpenDBRequest), says: /does not answer/ },
  // A tab of an old build that hangs: it does not hear that it is to let go.
  'waits for an old tab that does not let go': {
    shut: async (name) => {
      const { promise, resolve } = Promise.withResolvers<IDBDatabase>()
      const real = device.indexedDB.open.bind(device.indexedDB)
      await new Promise((gone) => {
        device.indexedDB.deleteDatabase(`${name}-old`).onsuccess = gone
      })
      const request = real(`${name}-old`, 1)
      request.onsuccess = () => resolve(request.result)
      const old = await promise
      // One version ahead of what the old tab holds open.
      instead(name, () => real(`${name}-old`, 2))
      const restore = heal
      heal = () => {
        restore()
        old.close()
      }
    },
    says: /does not answer/,
  },
}

/** Waits as long as a person does. */
async function within10s(work: Promise<unknown>) {
  const told = work.then(
    () => undefined,
    (error: unknown) => storageSentence(error) ?? String(error),
  )
  let isTold = false
  void told.finally(() => {
    isTold = true
  })
  for (let passed = 0; passed <= 10_000 && !isTold; passed += 500) {
    await new Promise((done) => setImmediate(done))
    await vi.advanceTimersByTimeAsync(500)
  }
  return told
}

const sites = {
  'the app starts, at the directory': DIRECTORY,
  'the app starts, at what is one’s own': OWN,
}
const cases = Object.keys(ways).flatMap((way) => Object.entries(sites).map(([site, name]) => [site, way, name] as const))

test.each(cases)('%s, and opening %s', async (_, way, name) => {
  const { shut, says } = ways[way] ?? {}
  if (!shut || !says) throw new Error(way)
  await shut(name)
  const tab = new TestTab(device)
  device.tabs.push(tab)
  const started = tab.client.start()
  started.catch(() => undefined)
  // A storage that says no is told at once; one that says nothing, by whoever writes or signs out first.
  expect(await within10s(tab.client.enqueue('contact.note', { ...WAITING_NOTE, text: 'newer' }))).toMatch(says)
  expect(tab.fault).toMatch(says)
  expect(await within10s(tab.client.pendingCount())).toMatch(says)
  heal()
  tab.kill()
  const again = await device.openTab()
  expect((await again.db.notes.get(WAITING_NOTE.contactId))?.text).toBe(WAITING_NOTE.text)
  expect(await again.client.pendingCount()).toBe(1)
})

test.each(Object.keys(ways))('somebody signs in, and opening their database %s: the device stays whose it is', async (way) => {
  const { shut, says } = ways[way] ?? {}
  if (!shut || !says) throw new Error(way)
  const bob = 'bob' as PrincipalId
  const tab = await device.openTab()
  await shut(privateDatabaseName(bob))
  expect(await within10s(tab.client.switchPrincipal(bob))).toMatch(says)
  expect(tab.fault).toMatch(says)
  // Screens are not left with nobody to show.
  expect(tab.private).toBeDefined()
  // Either as before, or begun: then it is finished when it opens.
  heal()
  tab.kill()
  const again = await device.openTab()
  expect([ada, bob]).toContain(again.db.principal)
  if (again.db.principal === bob) expect(await again.client.pendingCount()).toBe(0)
  else expect(await again.client.pendingCount()).toBe(1)
})
