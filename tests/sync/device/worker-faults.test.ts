import Dexie from 'dexie'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import type { PrincipalId } from '#shared/ids.ts'
import type { Fault } from '#tests/sync/support/storage-errors.ts'
import { deviceWithWaitingNote, WAITING_NOTE } from '#tests/sync/support/waiting-note.ts'
import { DirectoryDatabase } from '#web/db/directory-database.ts'
import { privateDatabaseName } from '#web/db/private-database.ts'
import { schedule } from '#web/db/schedule.ts'
import { createApi } from '#web/net/api.ts'
import { pushPending } from '#web/service-worker/background-push.ts'
import { LEADER_LOCK, type Locks, PRINCIPAL_LOCK } from '#web/sync/engine/platform.ts'

/**
 * A worker woken for the outbox, on a disk that fails at one call after the other: it ends, it blocks no tab, and the next tab or
 * worker sends the pending mutations once.
 */
const ada = 'ada' as PrincipalId
const FAULTS: Fault[] = ['full', 'unreadable', 'gone', 'closed', 'silent']
const never = new Promise<never>(() => undefined)

let here: Awaited<ReturnType<typeof deviceWithWaitingNote>>

beforeEach(async () => {
  here = await deviceWithWaitingNote(ada)
  here.browser.isOnline = true
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] })
})
afterEach(() => {
  vi.useRealTimers()
  for (const tab of [...here.device.tabs]) tab.kill()
})

const stopped = (stop: AbortSignal | undefined) =>
  new Promise<never>((_, reject) => stop?.addEventListener('abort', () => reject(stop.reason)))
const locks: Locks = {
  exclusively: (name, work, stop) => Promise.race([here.device.exclusively(name, work, never), stopped(stop)]),
  takeOver: (name, work) => here.device.takeOver(name, work, never),
}
const wake = () => {
  const { browser, device } = here
  const openDirectory = () => new DirectoryDatabase(device.dexie)
  return pushPending({ api: createApi(browser.send), dexie: device.dexie, locks, after: schedule, now: Date.now, openDirectory })
}

/** Resolves when the work has ended in any way: a minute is longer than all its timeouts together. */
async function ends(work: Promise<unknown>): Promise<boolean> {
  let isOver = false
  const over = () => {
    isOver = true
  }
  work.then(over, over)
  for (let second = 0; second < 60 && !isOver; second++) {
    await vi.advanceTimersByTimeAsync(1000)
    for (let turn = 0; turn < 20 && !isOver; turn++) await new Promise((resolve) => setImmediate(resolve))
  }
  return isOver
}

test.each(FAULTS)('a worker on a disk that is %s at any of its calls', async (fault) => {
  const { server, device } = here
  let calls = 0
  do {
    calls += 1
    device.disk.failAt(calls, fault)
    const result = wake()
    expect(await ends(result), `call ${calls}`).toBe(true)
    const isOn = Promise.all([LEADER_LOCK, PRINCIPAL_LOCK].map((name) => device.exclusively(name, async () => undefined, never)))
    expect(await ends(isOn), `the locks after call ${calls}`).toBe(true)
    const { hasFailed } = device.disk
    device.disk.heal()
    if (!hasFailed) break
  } while (calls < 100)
  expect(calls).toBeGreaterThan(fault === 'full' ? 1 : 4)

  vi.useRealTimers()
  const tab = await device.openTab()
  await tab.settle()
  expect(server.principal(ada).notes.get('rec1')).toBe(WAITING_NOTE.text)
  expect(server.processed.size).toBe(1)
  expect(await tab.db.outbox.count()).toBe(0)
})

test('a worker creates no database for a principal that has none on this device', async () => {
  const directory = new DirectoryDatabase(here.device.dexie)
  const pointer = await directory.getMeta('principal')
  if (!pointer) throw new Error('The device has no principal.')
  await directory.setMeta('principal', { ...pointer, principal: 'gone' as PrincipalId })
  directory.close()
  let outcome: unknown = 'running'
  const result = wake().then(
    () => {
      outcome = 'ended'
    },
    (error) => {
      outcome = error
    },
  )
  expect(await ends(result)).toBe(true)
  expect(outcome).toBe('ended')
  expect(await Dexie.getDatabaseNames()).not.toContain(privateDatabaseName('gone' as PrincipalId))
})
