import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import type { PrincipalId, VcId } from '#shared/ids.ts'
import { eventually } from '#tests/support/runner/eventually.ts'
import { MemoryServer } from '#tests/sync/support/memory-server.ts'
import { Browser } from '#tests/sync/support/network.ts'
import { TestDevice, type TestTab } from '#tests/sync/support/test-device.ts'
import { schedule } from '#web/db/schedule.ts'
import { StorageTimeoutError } from '#web/db/storage-errors.ts'
import { withWatchdog } from '#web/sync/engine/timeouts.ts'
import type { Transport } from '#web/sync/engine/transport.ts'

const ada = 'ada' as PrincipalId
const note = (text: string) => ({ contactId: 'rec1' as VcId, text })

let server: MemoryServer
let device: TestDevice
let tab: TestTab
/** Paths that never answer, and the number of requests in flight to them. */
let silent: string | undefined
let unanswered: number

beforeEach(async () => {
  server = new MemoryServer()
  server.put({ id: 'rec1' })
  const browser = new Browser(server)
  browser.cookie = ada
  silent = undefined
  unanswered = 0
  device = new TestDevice((path, init) => (silent && path.startsWith(silent) ? noAnswer(init) : browser.send(path, init)))
  tab = await openTab()
  await tab.client.switchPrincipal(ada)
  await tab.settle()
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] })
})
afterEach(() => {
  vi.useRealTimers()
  for (const each of [...device.tabs]) each.kill()
})

const openTab = () => device.openTab()
const noAnswer = ({ signal }: RequestInit) => {
  unanswered += 1
  return new Promise<Response>((_, reject) => signal?.addEventListener('abort', () => reject(new TypeError('Failed to fetch'))))
}
/** Longer than the timeout of any request, shorter than that of a phase. */
const expire = () => vi.advanceTimersByTimeAsync(16_000)
const delivered = () => server.principal(ada).notes.get('rec1')

test('a leading tab that hangs is replaced within three seconds after the app is opened, and does not lead when it wakes', async () => {
  tab.isFrozen = true
  const opened = await openTab()
  opened.client.requestSync()
  await opened.client.enqueue('contact.note', note('from the new tab'))
  await vi.advanceTimersByTimeAsync(2900)
  await eventually(() => expect(delivered()).toBe('from the new tab'))

  tab.isFrozen = false
  server.requests.length = 0
  tab.client.requestSync()
  await opened.settle()
  await vi.advanceTimersByTimeAsync(5000)
  await eventually(() => expect(server.requests.length).toBeGreaterThan(0))
  expect(tab.fault).toBeUndefined()
  // The old leader waits for the lock: it leads again when the new one ends.
  opened.kill()
  await tab.client.enqueue('contact.note', note('from the old one'))
  await eventually(() => expect(delivered()).toBe('from the old one'))
})

test('a leader that answers stays leader, and a hidden tab never deposes one', async () => {
  const other = await openTab()
  await other.client.enqueue('contact.note', note('one'))
  await vi.advanceTimersByTimeAsync(5000)
  await eventually(() => expect(delivered()).toBe('one'))
  tab.isFrozen = true
  other.isVisible = false
  await other.client.enqueue('contact.note', note('two'))
  await vi.advanceTimersByTimeAsync(60_000)
  expect(delivered()).toBe('one')
  other.isVisible = true
  other.client.requestSync()
  await vi.advanceTimersByTimeAsync(2900)
  await eventually(() => expect(delivered()).toBe('two'))
})

test('a user who returns does not wait for a cycle that hangs on a lost network', async () => {
  silent = '/api/sync/'
  await tab.client.enqueue('contact.note', note('words'))
  await eventually(() => expect(unanswered).toBeGreaterThan(0))
  silent = undefined
  tab.client.requestSync()
  expect(delivered()).toBeUndefined()
  device.now += 2500
  tab.client.requestSync()
  await eventually(() => expect(delivered()).toBe('words'))
})

test.each(['/api/sync/push', '/api/sync/me', '/api/sync/directory', '/api/auth/logout'])(
  '%s has a timeout, and the next cycle completes the hung request',
  async (path) => {
    await tab.client.enqueue('contact.note', note('before'))
    await tab.settle()
    if (path === '/api/auth/logout') {
      const pointer = await tab.directory.getMeta('principal')
      if (pointer) await tab.directory.setMeta('principal', { ...pointer, endsSession: true })
    }
    if (path !== '/api/sync/directory') await tab.client.enqueue('contact.note', note('words'))
    silent = path
    const hanging = tab.client.settle()
    await eventually(async () => {
      await expire()
      await expect(tab.directory.getMeta('phase')).resolves.toMatchObject({ kind: 'offline' })
    })
    silent = undefined
    await expire()
    await hanging
    if (path === '/api/sync/directory') await tab.client.enqueue('contact.note', note('words'))
    await tab.settle()
    if (path !== '/api/auth/logout') expect(delivered()).toBe('words')
    expect((await tab.directory.getMeta('principal'))?.endsSession ?? false).toBe(false)
    if (path !== '/api/auth/logout') expect(await tab.directory.getMeta('phase')).toEqual({ kind: 'idle' })
  },
)

test('a storage that never answers ends the phase; a storage whose server keeps answering does not', async () => {
  const stop = new AbortController()
  const transport = { stop: stop.signal, after: schedule } as Transport
  const never = new Promise<never>(() => undefined)
  const hung = expect(withWatchdog(transport, 1000, () => never)).rejects.toThrow(StorageTimeoutError)
  await vi.advanceTimersByTimeAsync(1001)
  await hung

  const slow = withWatchdog(transport, 1000, async (own) => {
    for (let answers = 0; answers < 5; answers++) {
      await new Promise<void>((resolve) => setTimeout(resolve, 900))
      own.alive?.()
    }
    return 'all of it'
  })
  await vi.advanceTimersByTimeAsync(4500)
  expect(await slow).toBe('all of it')

  const left = expect(withWatchdog(transport, 1000, () => never)).rejects.toThrow(StorageTimeoutError)
  stop.abort()
  await left
})
