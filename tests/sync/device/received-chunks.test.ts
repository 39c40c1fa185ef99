import { beforeEach, expect, test } from 'vitest'
import { eventually } from '#tests/support/runner/eventually.ts'
import type { MemoryServer } from '#tests/sync/support/memory-server.ts'
import type { Browser } from '#tests/sync/support/network.ts'
import { chunkRequests, idsOnDevice, idsOnServer, openPublicLane } from '#tests/sync/support/public-lane.ts'
import { TestDevice, type TestTab } from '#tests/sync/support/test-device.ts'
import { DirectoryDatabase, type PartRow } from '#web/db/directory-database.ts'
import { type Schedule, schedule } from '#web/db/schedule.ts'
import { createApi, Unreachable } from '#web/net/api.ts'
import type { KeepChunk } from '#web/sync/engine/platform.ts'
import { downloadSnapshot } from '#web/sync/engine/pull/download-snapshot.ts'
import { readColumns } from '#web/sync/engine/pull/read-chunk.ts'

let server: MemoryServer
let browser: Browser
let tab: TestTab

beforeEach(async () => {
  ;({ server, browser, tab } = await openPublicLane())
  return () => tab.kill()
})

test('a chunk has the same key and content, by fields as by documents, as an earlier server sends it', async () => {
  const chunksFrom = async (knowsColumns: boolean) => {
    server.knowsColumns = knowsColumns
    const device = new TestDevice(browser.send)
    device.keeper = async (hash, { path, headers }) => {
      const [{ directory }] = device.tabs as [TestTab]
      const reply = await browser.send(path, { headers })
      await directory.parts.put(await readColumns(hash, await reply.text()))
      return 'stored'
    }
    const own = await device.openTab()
    await own.client.settle(['directory'])
    const chunks = await own.directory.parts.toArray()
    await own.kill()
    return chunks
  }
  const chunks = await chunksFrom(true)
  expect(chunks.map(({ size }) => size)).toEqual([2, 2, 2, 2, 2])
  expect(chunks).toEqual(await chunksFrom(false))
})

/** Chunks are stored beside the tab, as a worker stores them: live queries of the tab do not notice. */
async function openTabWithKeeper(keep: (part: PartRow, parts: DirectoryDatabase['parts']) => Promise<boolean>) {
  const device = new TestDevice(browser.send)
  device.keeper = async (hash, { path, headers }) => {
    const [{ directory }] = device.tabs as [TestTab]
    const reply = await browser.send(path, { headers })
    if (!reply.ok) return 'not-received'
    return (await keep(await readColumns(hash, await reply.text()), directory.parts)) ? 'stored' : 'not-stored'
  }
  await tab.kill()
  browser.isOnline = false
  tab = await device.openTab()
  browser.isOnline = true
  return device
}

test('chunks that were stored beside the page are listed, those that could not be are stored by the sync', async () => {
  server.partSize = 1
  const kept: string[] = []
  let refusals = 0
  await openTabWithKeeper(async (part, parts) => {
    if (kept.length === 1) {
      refusals += 1
      return false
    }
    kept.push(part.key)
    await parts.put(part)
    return true
  })
  await tab.client.settle(['directory'])
  expect(kept).toHaveLength(1)
  expect(await idsOnDevice(tab)).toEqual(idsOnServer(server))
  // Those on their way are requested twice, later ones once.
  expect(chunkRequests(server)).toBe(10 + refusals)
  expect(refusals).toBeLessThan(4)
})

test('a chunk that was stored beside a page just before it ended is shown, and not requested again', async () => {
  const device = await openTabWithKeeper(async (part, parts) => {
    await parts.put(part)
    return new Promise(() => undefined)
  })
  void tab.client.settle(['directory'])
  const storedKeys = () => tab.directory.parts.toCollection().primaryKeys()
  await eventually(async () => expect(await storedKeys()).toHaveLength(4))
  const stored = await storedKeys()
  expect((await tab.directory.getMeta('directory'))?.parts).toHaveLength(1)
  await tab.kill()

  device.keeper = async () => 'not-stored'
  const answer = server.handle.bind(server)
  server.handle = (path, body, caller) => (path.includes('/parts/') ? { status: 503, body: {} } : answer(path, body, caller))
  tab = await device.openTab()
  await tab.client.settle(['directory'])
  expect(await tab.directory.getMeta('directory')).toMatchObject({ parts: expect.arrayContaining(stored), isComplete: false })

  server.handle = answer
  await tab.client.settle(['directory'])
  expect(await idsOnDevice(tab)).toEqual(idsOnServer(server))
  for (const hash of stored) expect(server.requests.filter((path) => path.includes(`/parts/${hash}`))).toHaveLength(1)
})

test('a download that ends while its worker starts lists no chunk that is not stored, and is not complete', async () => {
  await tab.kill()
  const directory = new DirectoryDatabase(new TestDevice(browser.send).dexie)
  server.partSize = 5
  const stopped = new AbortController()
  const worker = Promise.withResolvers<KeepChunk>()
  const locks = { exclusively: async () => Promise.reject(), takeOver: async () => Promise.reject() }
  const api = createApi(browser.send)
  const download = downloadSnapshot(
    { api, locks, stop: stopped.signal, after: schedule, openKeeper: () => worker.promise },
    directory,
    () => undefined,
  )
  // The second and last chunk waits for the worker.
  await eventually(async () => expect((await directory.getMeta('directory'))?.parts).toHaveLength(1))
  stopped.abort()
  worker.resolve(async () => 'stored')
  await expect(download).rejects.toThrow()
  expect(chunkRequests(server)).toBe(1)
  expect(await directory.getMeta('directory')).toMatchObject({ isComplete: false, parts: [expect.any(String)] })
  directory.close()
})

test('a chunk that a worker could not request is requested by the sync, and the worker receives the next one', async () => {
  server.partSize = 1
  let calls = 0
  const stored: string[] = []
  const device = await openTabWithKeeper(async (part, parts) => {
    stored.push(part.key)
    await parts.put(part)
    return true
  })
  const { keeper } = device
  device.keeper = async (hash, download) => {
    calls += 1
    return calls === 1 || !keeper ? 'not-received' : keeper(hash, download)
  }
  await tab.client.settle(['directory'])
  expect(calls).toBe(9)
  expect(stored).toHaveLength(8)
  expect(chunkRequests(server)).toBe(10)
  expect(await idsOnDevice(tab)).toEqual(idsOnServer(server))
})

test('a request of the worker that takes too long ends the download as any other request does: the server is unreachable', async () => {
  await tab.kill()
  server.partSize = 5
  const directory = new DirectoryDatabase(new TestDevice(browser.send).dexie)
  const timers = new Set<() => void>()
  const after: Schedule = (_, task) => {
    timers.add(task)
    return () => void timers.delete(task)
  }
  const asked = Promise.withResolvers<void>()
  const keep: KeepChunk = (_, { signal }) => {
    asked.resolve()
    return new Promise((_, reject) => signal.addEventListener('abort', () => reject(signal.reason)))
  }
  const locks = { exclusively: async () => Promise.reject(), takeOver: async () => Promise.reject() }
  const { signal: stop } = new AbortController()
  const transport = { api: createApi(browser.send), locks, stop, after, openKeeper: async () => keep }
  const download = downloadSnapshot(transport, directory, () => undefined)
  await asked.promise
  for (const expire of timers) expire()
  await expect(download).rejects.toBeInstanceOf(Unreachable)
  directory.close()
})

test('where a worker starts late, the sync receives the chunks until then', async () => {
  await tab.kill()
  server.partSize = 1
  const directory = new DirectoryDatabase(new TestDevice(browser.send).dexie)
  const worker = Promise.withResolvers<KeepChunk>()
  let offered = 0
  const keep: KeepChunk = async () => {
    offered += 1
    return 'not-received'
  }
  const timers = new Set<() => void>()
  const after: Schedule = (_, task) => {
    timers.add(task)
    return () => void timers.delete(task)
  }
  const locks = { exclusively: async () => Promise.reject(), takeOver: async () => Promise.reject() }
  const { signal: stop } = new AbortController()
  let received = 0
  const download = downloadSnapshot(
    { api: createApi(browser.send), locks, stop, after, openKeeper: () => worker.promise },
    directory,
    (done) => {
      received = done
      if (done === 5) worker.resolve(keep)
    },
  )
  await eventually(() => expect(received).toBe(1))
  // Only the start of the worker is waited for.
  expect(timers.size).toBe(1)
  for (const expire of timers) expire()
  await download
  expect(received).toBe(10)
  expect(offered).toBeGreaterThan(0)
  expect(offered).toBeLessThan(6)
  directory.close()
})
