import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import type { PrincipalId } from '#shared/ids.ts'
import { type TestDevice, TestTab } from '#tests/sync/support/test-device.ts'
import { deviceWithWaitingNote, WAITING_NOTE } from '#tests/sync/support/waiting-note.ts'
import { privateDatabaseName } from '#web/db/private-database.ts'
import { storageSentence } from '#web/db/storage-errors.ts'

/**
 * Every place that opens a database, with every way in which a browser can fail to open it: the screen shows an error, nothing
 * waits indefinitely, and the data is there once the database opens again.
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
  device.indexedDB.open = (requested, version) => (requested === name ? open(requested, version) : real(requested, version))
  heal = () => {
    device.indexedDB.open = real
  }
}

/** Fails a moment later. */
function failing(name: string): IDBOpenDBRequest {
  const error = new DOMException('Somehow or other.', name)
  const request = { error } as unknown as IDBOpenDBRequest
  setImmediate(() => request.onerror?.({ target: request, preventDefault: () => undefined } as never))
  return request
}

const ways: Record<string, { shut: (name: string) => Promise<void>; message: RegExp }> = {
  'is forbidden': {
    shut: async (name) =>
      instead(name, () => {
        throw new DOMException('The user denied permission to access the database.', 'SecurityError')
      }),
    message: /blocks storage/,
  },
  'fails, as in a private window': {
    shut: async (name) => instead(name, () => failing('InvalidStateError')),
    message: /blocks storage/,
  },
  'fails, because its files are damaged': {
    shut: async (name) => instead(name, () => failing('UnknownError')),
    message: /Couldn’t open/,
  },
  'is never answered': { shut: async (name) => instead(name, () => ({}) as IDBOpenDBRequest), message: /isn’t responding/ },
  // A tab of an old build that hangs: it does not handle the request to close its connection.
  'waits for an old tab that does not close its connection': {
    shut: async (name) => {
      const { promise, resolve } = Promise.withResolvers<IDBDatabase>()
      const real = device.indexedDB.open.bind(device.indexedDB)
      await new Promise((gone) => {
        device.indexedDB.deleteDatabase(`${name}-old`).onsuccess = gone
      })
      const request = real(`${name}-old`, 1)
      request.onsuccess = () => resolve(request.result)
      const old = await promise
      // One version ahead of the one that the old tab has open.
      instead(name, () => real(`${name}-old`, 2))
      const restore = heal
      heal = () => {
        restore()
        old.close()
      }
    },
    message: /isn’t responding/,
  },
}

/** Waits as long as a user does. */
async function within10s(work: Promise<unknown>) {
  const result = work.then(
    () => undefined,
    (error: unknown) => storageSentence(error) ?? String(error),
  )
  let isTold = false
  void result.finally(() => {
    isTold = true
  })
  for (let passed = 0; passed <= 10_000 && !isTold; passed += 500) {
    await new Promise((done) => setImmediate(done))
    await vi.advanceTimersByTimeAsync(500)
  }
  return result
}

const sites = {
  'the app starts with the directory database': DIRECTORY,
  'the app starts with the private database': OWN,
}
const cases = Object.keys(ways).flatMap((way) => Object.entries(sites).map(([site, name]) => [site, way, name] as const))

test.each(cases)('%s, and opening %s', async (_, way, name) => {
  const { shut, message } = ways[way] ?? {}
  if (!shut || !message) throw new Error(way)
  await shut(name)
  const tab = new TestTab(device)
  device.tabs.push(tab)
  const started = tab.client.start()
  started.catch(() => undefined)
  // A storage that fails is reported immediately; one that never answers is reported by the first write or sign-out.
  expect(await within10s(tab.client.enqueue('contact.note', { ...WAITING_NOTE, text: 'newer' }))).toMatch(message)
  expect(tab.fault).toMatch(message)
  expect(await within10s(tab.client.pendingCount())).toMatch(message)
  heal()
  tab.kill()
  const again = await device.openTab()
  expect((await again.db.notes.get(WAITING_NOTE.contactId))?.text).toBe(WAITING_NOTE.text)
  expect(await again.client.pendingCount()).toBe(1)
})

test.each(Object.keys(ways))(
  'a sign-in whose database %s while opening leaves the principal of the device unchanged',
  async (way) => {
    const { shut, message } = ways[way] ?? {}
    if (!shut || !message) throw new Error(way)
    const bob = 'bob' as PrincipalId
    const tab = await device.openTab()
    await shut(privateDatabaseName(bob))
    expect(await within10s(tab.client.switchPrincipal(bob))).toMatch(message)
    expect(tab.fault).toMatch(message)
    // Screens always have a database to show.
    expect(tab.private).toBeDefined()
    // The switch did not happen, or it has begun and finishes once the database opens.
    heal()
    tab.kill()
    const again = await device.openTab()
    expect([ada, bob]).toContain(again.db.principal)
    if (again.db.principal === bob) expect(await again.client.pendingCount()).toBe(0)
    else expect(await again.client.pendingCount()).toBe(1)
  },
)
