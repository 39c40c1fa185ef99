import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import type { PrincipalId, VcId } from '#shared/ids.ts'
import { eventually } from '#tests/support/runner/eventually.ts'
import { schedule } from '#web/db/schedule.ts'
import type { Transport } from '#web/sync/engine/transport.ts'
import { withLock } from '#web/sync/engine/with-lock.ts'
import { MemoryServer } from './support/memory-server.ts'
import { Browser } from './support/network.ts'
import { TestDevice, type TestTab } from './support/test-device.ts'

const ada = 'ada' as PrincipalId
const note = (text: string) => ({ contactId: 'rec1' as VcId, text })

let server: MemoryServer
let browser: Browser
let device: TestDevice
let tab: TestTab

beforeEach(async () => {
  server = new MemoryServer()
  server.put({ id: 'rec1' })
  browser = new Browser(server)
  browser.cookie = ada
  device = new TestDevice(browser.send)
  tab = await device.openTab()
})
afterEach(() => {
  vi.restoreAllMocks()
  vi.useRealTimers()
  for (const each of [...device.tabs]) each.kill()
})

const never = () => new Promise<never>(() => undefined) as never
/** The next matching call never resolves, as with a storage whose process died silently. */
const hang = (
  object: object,
  method: string,
  isMeant: (...args: unknown[]) => boolean = () => true,
  answer: () => object = never,
) => {
  const target = object as Record<string, (...args: unknown[]) => unknown>
  const real = target[method]?.bind(object)
  let hasHung = false
  vi.spyOn(target, method as never).mockImplementation(((...args: unknown[]) => {
    if (hasHung || !isMeant(...args)) return real?.(...args)
    hasHung = true
    return answer()
  }) as never)
  return () => hasHung
}
const about = (key: string) => (actual: unknown) => actual === key
/** The first write is the user's own. */
const secondWrite = () => {
  let writes = 0
  return (mode: unknown) => mode === 'rw' && ++writes > 1
}

const realTimeout = setTimeout
const soon = () => new Promise((done) => realTimeout(done, 10))

/** Advances the timers only when nothing else is in progress, for longer than any phase may be silent. */
async function untilItEnds(round: Promise<unknown>) {
  let hasEnded = false
  const ended = () => {
    hasEnded = true
  }
  round.then(ended, ended)
  for (let times = 0; !hasEnded && times < 4; times++) {
    for (let turn = 0; !hasEnded && turn < 30; turn++) await soon()
    if (!hasEnded) await vi.advanceTimersByTimeAsync(40_000)
  }
  expect(hasEnded).toBe(true)
  await round
}

const phases: [phase: string, hang: () => (() => boolean) | Promise<() => boolean>][] = [
  ['the pending sign-out', () => hang(tab.directory, 'getMetas', about('principal'))],
  ['the pending mutations', () => hang(tab.db.outbox, 'where', about('state'), () => ({ equals: () => ({ sortBy: never }) }))],
  ['the stored documents', () => hang(tab.db, 'transaction', about('r'))],
  ['the write of the response', () => hang(tab.db, 'transaction', secondWrite())],
  ['the write of a push result alone', () => losePull(hang(tab.db, 'transaction', secondWrite()))],
  ['the eviction state', () => hang(tab.directory, 'getMeta', about('sparing'))],
  ['the state of the directory', () => hang(tab.directory, 'getMeta', about('directory'))],
  ['the end of an eviction', () => evictProjects(hang(tab.directory.meta, 'delete', about('sparing')))],
  ['the count of changed rows', () => hang(tab.directory.rows, 'count')],
]

async function evictProjects(hasHung: () => boolean) {
  await tab.directory.setMeta('sparing', { what: 'projects', until: 0 })
  return hasHung
}

/** The push is answered, and the pull after it is not. */
function losePull(hasHung: () => boolean) {
  browser.beforeReply = async (path) => {
    if (path !== '/api/sync/me') return
    browser.beforeReply = undefined
    throw new TypeError('Failed to fetch')
  }
  return hasHung
}

test.each(phases)('a storage that never answers %s does not block the sync cycle indefinitely', async (_, arrange) => {
  await tab.client.switchPrincipal(ada)
  await tab.settle()
  await tab.client.enqueue('contact.note', note('words'))
  await tab.settle()
  await tab.directory.setMeta('phase', { kind: 'idle' })
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] })
  const hasHung = await arrange()
  await tab.client.enqueue('contact.note', note('more words'))
  await untilItEnds(tab.settle())
  expect(hasHung()).toBe(true)
  // The call that hung answers again.
  await untilItEnds(tab.settle())
  expect(server.principal(ada).notes.get('rec1')).toBe('more words')
  expect(await tab.directory.getMeta('phase')).toEqual({ kind: 'idle' })
})

test('a phase that cannot be stored does not block the sync cycle', async () => {
  await tab.client.switchPrincipal(ada)
  await tab.settle()
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] })
  const hasHung = hang(tab.directory, 'setMeta', about('phase'))
  browser.isOnline = false
  await tab.client.enqueue('contact.note', note('words'))
  await untilItEnds(tab.settle())
  expect(hasHung()).toBe(true)
  browser.isOnline = true
  await untilItEnds(tab.settle())
  expect(server.principal(ada).notes.get('rec1')).toBe('words')
})

test('a device that cannot be cleared of a deleted account asks for a reload, and is cleared after it', async () => {
  await tab.client.switchPrincipal(ada)
  await tab.settle()
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] })
  const hasHung = hang(tab.db.outbox, 'count')
  server.deleted.add(ada)
  browser.cookie = undefined
  await untilItEnds(tab.client.settle(['me']))
  expect(hasHung()).toBe(true)
  tab.kill()
  tab = await device.openTab()
  await untilItEnds(tab.settle())
  await eventually(() => expect(tab.db.principal).toBe('guest'))
})

test('a device that cannot switch accounts asks for a reload, and switches after it', async () => {
  tab.kill()
  browser.cookie = undefined
  device = new TestDevice(browser.send)
  tab = await device.openTab()
  await tab.settle()
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] })
  const hasHung = hang(tab.directory, 'transaction')
  browser.cookie = ada
  await untilItEnds(tab.client.settle(['me']))
  expect(hasHung()).toBe(true)
  expect(await tab.directory.getMeta('phase')).toMatchObject({ message: expect.stringMatching(/reload the page/) })
  tab.kill()
  tab = await device.openTab()
  await untilItEnds(tab.settle())
  expect(tab.db.principal).toBe(ada)
})

test('a lock that another tab does not release is named in the error, and the wait ends', async () => {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] })
  const exclusively = (_: string, __: unknown, stop?: AbortSignal) =>
    new Promise<never>((_, reject) => stop?.addEventListener('abort', () => reject(stop.reason)))
  const transport = { stop: new AbortController().signal, after: schedule, locks: { exclusively } } as unknown as Transport
  const waiting = expect(withLock(transport, 'held', never)).rejects.toThrow('Another tab of this app is busy.')
  await vi.advanceTimersByTimeAsync(15_001)
  await waiting
})
