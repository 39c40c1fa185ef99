import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import type { PrincipalId, VcId } from '#shared/ids.ts'
import { eventually } from '#tests/support/runner/eventually.ts'
import { MemoryServer } from '#tests/sync/support/memory-server.ts'
import { Browser } from '#tests/sync/support/network.ts'
import { TestDevice, type TestTab } from '#tests/sync/support/test-device.ts'
import type { SyncPhase } from '#web/db/directory-database.ts'

let browser: Browser
let device: TestDevice
/** Every phase that was stored, in order. */
let phases: SyncPhase[]

beforeEach(() => {
  const server = new MemoryServer()
  server.put({ id: 'rec1' })
  browser = new Browser(server)
  browser.cookie = 'ada' as PrincipalId
  device = new TestDevice(browser.send)
  phases = []
})
afterEach(() => {
  for (const tab of [...device.tabs]) tab.kill()
})

async function launch(): Promise<TestTab> {
  const tab = await device.openTab()
  const { setMeta } = tab.directory
  tab.directory.setMeta = async (key, value) => {
    if (key === 'phase') phases.push(value as SyncPhase)
    return setMeta.call(tab.directory, key, value)
  }
  return tab
}
const kindsOf = () => phases.map(({ kind }) => kind)
const phaseOf = (tab: TestTab) => tab.directory.getMeta('phase')
const NOON = '2026-03-01T12:00:00.000Z'
const minutes = (count: number) => count * 60_000

/** A launch in which everything was fetched, or one without a network; each ends. */
async function haveBeen(how: 'online' | 'offline') {
  browser.isOnline = how === 'online'
  const tab = await launch()
  await tab.settle()
  expect((await phaseOf(tab))?.kind).toBe(how === 'online' ? 'idle' : 'offline')
  tab.kill()
  phases = []
}

test.each([
  ['online', 'offline', ['connecting', 'offline']],
  ['offline', 'online', ['connecting', 'syncing', 'idle']],
  ['online', 'online', ['connecting', 'idle']],
] as const)(
  'after a launch that ended %s, one that is %s reports no result before its first attempt',
  async (before, now, expected) => {
    await haveBeen(before)
    browser.isOnline = now === 'online'
    const tab = await launch()
    // The phase that a screen trusts is always one of this launch.
    await eventually(() => expect(tab.knowsLeader).toBe(true))
    await tab.settle()
    expect(kindsOf()).toEqual(expected)
  },
)

test('the offline time counts from the first failed request, across tabs and launches, until a request succeeds', async () => {
  await haveBeen('online')
  await haveBeen('offline')
  device.now += minutes(30)
  const relaunched = await launch()
  await relaunched.settle()
  expect(await phaseOf(relaunched)).toEqual({ kind: 'offline', since: NOON })

  const other = await launch()
  relaunched.kill()
  await other.settle()
  expect(await phaseOf(other)).toEqual({ kind: 'offline', since: NOON })

  browser.isOnline = true
  await other.settle()
  browser.isOnline = false
  await other.settle()
  expect(await phaseOf(other)).toEqual({ kind: 'offline', since: '2026-03-01T12:30:00.000Z' })
})

test('a lane that does not reach the server is shown while the other one still waits for its response', async () => {
  let isCut = false
  const mayAnswer = Promise.withResolvers<void>()
  device = new TestDevice((path, init) =>
    isCut && path.startsWith('/api/sync/directory') ? Promise.reject(new TypeError('Failed to fetch')) : browser.send(path, init),
  )
  const tab = await launch()
  await tab.client.switchPrincipal('ada' as PrincipalId)
  await tab.settle()
  isCut = true
  browser.beforeReply = (path) => (path.startsWith('/api/sync/me') ? mayAnswer.promise : Promise.resolve())
  const settled = tab.settle()
  await eventually(async () => expect(await phaseOf(tab)).toEqual({ kind: 'offline', since: NOON }))
  mayAnswer.resolve()
  await settled
  expect(await phaseOf(tab)).toEqual({ kind: 'offline', since: NOON })
})

test('a tab that replaces a dead leader continues with its stored phase', async () => {
  const first = await launch()
  await first.settle()
  const second = await launch()
  second.client.requestSync()
  await eventually(() => expect(second.knowsLeader).toBe(true))
  phases = []
  first.kill()
  await second.settle()
  expect(phases).toEqual([])
})

test('when the network returns, "offline" is not shown during the attempt', async () => {
  await haveBeen('offline')
  const tab = await launch()
  await tab.settle()
  phases = []
  browser.isOnline = true
  tab.client.cameOnline()
  await tab.settle()
  expect(kindsOf()).toEqual(['connecting', 'syncing', 'idle'])
})

test('a tab that slept for long does not trust its last phase; after a short sleep it does', async () => {
  const tab = await launch()
  await tab.settle()
  phases = []
  device.now += minutes(3)
  tab.client.requestSync()
  await tab.settle()
  expect(phases).toEqual([])
  device.now += minutes(5)
  browser.isOnline = false
  tab.client.requestSync()
  await tab.settle()
  expect(kindsOf()).toEqual(['connecting', 'offline'])
})

test('an ended session is reported by the server, and stays reported until the server accepts a session', async () => {
  const tab = await launch()
  await tab.client.switchPrincipal('ada' as PrincipalId)
  await tab.settle()
  browser.cookie = undefined
  await tab.client.enqueue('contact.note', { contactId: 'rec1' as VcId, text: 'words' })
  await tab.settle()
  expect(await phaseOf(tab)).toEqual({ kind: 'sign-in' })
  tab.kill()
  phases = []
  await (await launch()).settle()
  expect(phases).toEqual([])
})

test('a phase that could not be stored, because the device was full, is stored by the next cycle', async () => {
  const tab = await launch()
  await tab.client.switchPrincipal('ada' as PrincipalId)
  await tab.settle()
  browser.cookie = undefined
  const isFull = vi.spyOn(tab.directory, 'setMeta').mockRejectedValue(new DOMException('full', 'QuotaExceededError'))
  await tab.settle()
  isFull.mockRestore()
  expect(await phaseOf(tab)).toMatchObject({ kind: 'idle' })
  await tab.settle()
  expect(await phaseOf(tab)).toEqual({ kind: 'sign-in' })
})
