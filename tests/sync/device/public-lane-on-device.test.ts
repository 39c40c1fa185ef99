import { beforeEach, expect, test } from 'vitest'
import { readDirectory } from '#tests/sync/support/device-contents.ts'
import type { MemoryServer } from '#tests/sync/support/memory-server.ts'
import type { Browser } from '#tests/sync/support/network.ts'
import { chunkRequests, idsOnDevice, idsOnServer, openPublicLane } from '#tests/sync/support/public-lane.ts'
import type { TestTab } from '#tests/sync/support/test-device.ts'
import { compactOverlay } from '#web/sync/engine/compact-overlay.ts'
import { applyDelta } from '#web/sync/engine/pull/pull-public.ts'

let server: MemoryServer
let browser: Browser
let tab: TestTab

beforeEach(async () => {
  ;({ server, browser, tab } = await openPublicLane())
  return () => tab.kill()
})

test('an interrupted first sync shows the chunks that arrived, and resumes at the chunk where it stopped', async () => {
  browser.fates = [
    'delivers',
    'delivers',
    'delivers',
    'delivers',
    'delivers',
    'loses the request',
    'loses the request',
    'loses the request',
  ]
  await tab.client.settle(['directory'])
  const shown = await tab.directory.getMeta('directory')
  expect(shown).toMatchObject({ isComplete: false })
  const before = await idsOnDevice(tab)
  expect(before.length).toBeGreaterThan(0)
  expect(before.length).toBeLessThan(10)

  browser.fates = []
  const requests = chunkRequests(server)
  await tab.client.settle(['directory'])
  expect(await idsOnDevice(tab)).toEqual(idsOnServer(server))
  expect(chunkRequests(server) - requests).toBe((10 - before.length) / 2)
  expect(server.requests.filter((path) => path.endsWith('/snapshot'))).toHaveLength(1)
  expect(await tab.directory.getMeta('directory')).toMatchObject({ isComplete: true })
})

test('later pulls fetch only changes: edited, new and deleted records', async () => {
  await tab.client.settle(['directory'])
  const requests = chunkRequests(server)
  server.put({ id: 'rec1', name: 'Edited' })
  server.put({ id: 'rec11', name: 'New' })
  server.remove('rec2')
  await tab.client.settle(['directory'])

  const { investors } = await readDirectory(tab.directory)
  expect(investors?.rec1).toEqual({ id: 'rec1', name: 'Edited' })
  expect(await idsOnDevice(tab)).toEqual(idsOnServer(server))
  expect(chunkRequests(server)).toBe(requests)
})

test('a new epoch, after a restore of the server, replaces the whole directory, and the words of its chunks', async () => {
  await tab.client.settle(['directory'])
  const words = { format: 1, size: 1, words: 'partner', starts: new Uint32Array(2), postings: new Uint16Array(1) }
  const chunks = await tab.directory.parts.toCollection().primaryKeys()
  await tab.directory.words.bulkPut(chunks.map((key) => ({ key, ...words })))
  server.epoch = 'epoch0002'
  server.directory.delete('rec3')
  server.directory.set('rec4', { id: 'rec4', name: 'As it was' })
  await tab.client.settle(['directory'])

  expect((await readDirectory(tab.directory)).investors?.rec4).toEqual({ id: 'rec4', name: 'As it was' })
  expect(await idsOnDevice(tab)).toEqual(idsOnServer(server))
  const { parts = [] } = (await tab.directory.getMeta('directory')) ?? {}
  expect(await tab.directory.parts.count()).toBe(parts.length)
  const kept = await tab.directory.words.toCollection().primaryKeys()
  expect(kept.length).toBeLessThan(chunks.length)
  expect(parts).toEqual(expect.arrayContaining(kept))
})

test('a delta that removes more than a fifth is checked against a fresh, complete snapshot', async () => {
  await tab.client.settle(['directory'])
  const answer = server.handle.bind(server)
  let isComplete = false
  // A replica that lost its rows: until a complete snapshot is requested, its deltas delete what is still listed.
  server.handle = (path, body, caller) => {
    isComplete ||= path.includes('/snapshot')
    const reply = answer(path, body, caller)
    if (!path.startsWith('/api/sync/directory?') || isComplete) return reply
    return { ...reply, body: { ...(reply.body as object), del: { investors: ['rec1', 'rec2', 'rec3'] } } }
  }
  await tab.client.settle(['directory'])

  expect(isComplete).toBe(true)
  expect(await idsOnDevice(tab)).toEqual(idsOnServer(server))
})

test('a mass removal that an older snapshot does not confirm is not applied until a snapshot confirms it', async () => {
  await tab.client.settle(['directory'])
  const answer = server.handle.bind(server)
  const old = answer('/api/sync/directory/snapshot', undefined, undefined)
  let isBehind = true
  const requests: string[] = []
  server.handle = (path, body, caller) => {
    if (path.includes('/snapshot')) requests.push(path)
    return path.includes('/snapshot') && isBehind ? old : answer(path, body, caller)
  }
  const before = idsOnServer(server)
  for (const n of [1, 2, 3]) server.remove(`rec${n}`)
  await tab.client.settle(['directory'])
  expect(requests).toEqual(['/api/sync/directory/snapshot?check=yes'])
  expect(await idsOnDevice(tab)).toEqual(before)

  isBehind = false
  await tab.client.settle(['directory'])
  expect(await idsOnDevice(tab)).toEqual(idsOnServer(server))
})

test('chunks that the server deleted during the download do not block the sync', async () => {
  browser.fates = ['delivers', 'delivers', 'loses the request', 'loses the request', 'loses the request', 'loses the request']
  await tab.client.settle(['directory'])
  server.partSize = 3
  const answer = server.handle.bind(server)
  const dead = (await tab.directory.getMeta('incoming'))?.parts ?? []
  server.handle = (path, body, caller) =>
    dead.some((hash) => path.endsWith(hash))
      ? { status: 404, body: { message: 'Not found', code: 'not-found' } }
      : answer(path, body, caller)
  browser.fates = []
  await tab.client.settle(['directory'])
  await tab.client.settle(['directory'])

  expect(await idsOnDevice(tab)).toEqual(idsOnServer(server))
  expect(await tab.directory.getMeta('directory')).toMatchObject({ isComplete: true })
})

test('a damaged chunk is not stored', async () => {
  const answer = server.handle.bind(server)
  server.handle = (path, body, caller) => {
    const reply = answer(path, body, caller)
    return path.includes('/parts/') ? { ...reply, body: String(reply.body).slice(0, -5) } : reply
  }
  await tab.client.settle(['directory'])
  expect(await tab.directory.parts.count()).toBe(0)
  server.handle = answer
  await tab.client.settle(['directory'])
  expect(await idsOnDevice(tab)).toEqual(idsOnServer(server))
})

test('compacting the changes into the chunks changes nothing for readers, and later deltas are applied', async () => {
  await tab.client.settle(['directory'])
  for (const n of [1, 4, 7]) server.put({ id: `rec${n}`, name: `Edited ${n}` })
  server.put({ id: 'rec20', name: 'New' })
  server.remove('rec5')
  await tab.client.settle(['directory'])
  const before = await readDirectory(tab.directory)
  await compactOverlay(tab.directory)

  expect(await readDirectory(tab.directory)).toEqual(before)
  expect(await tab.directory.rows.count()).toBe(0)
  server.put({ id: 'rec20', name: 'Edited again' })
  await tab.client.settle(['directory'])
  expect(await idsOnDevice(tab)).toEqual(idsOnServer(server))
  expect((await readDirectory(tab.directory)).investors?.rec20).toEqual({ id: 'rec20', name: 'Edited again' })
})

test('a pull whose reply a delta of the live connection has overtaken is repeated', async () => {
  await tab.client.settle(['directory'])
  server.put({ id: 'rec1', name: 'Edited' })
  const { directory: db } = tab
  browser.beforeReply = async () => {
    browser.beforeReply = undefined
    const { directory: state, cursor: since } = await db.getMetas('directory', 'cursor')
    if (!state || since === undefined) throw new Error('The directory is incomplete.')
    await applyDelta(
      db,
      state,
      { since, seen: undefined },
      { cursor: since, seen: 'seen', put: { investors: [{ id: 'rec2' }] }, del: {} },
    )
  }
  await tab.client.settle(['directory'])
  expect((await readDirectory(db)).investors?.rec1).toEqual({ id: 'rec1', name: 'Edited' })
})
