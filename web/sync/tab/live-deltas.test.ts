import { deflateRawSync } from 'node:zlib'
import { IDBFactory, IDBKeyRange } from 'fake-indexeddb'
import { beforeEach, expect, test, vi } from 'vitest'
import type { LiveDelta } from '#shared/sync/live-delta.ts'
import { eventually } from '#tests/support/runner/eventually.ts'
import { DirectoryDatabase } from '#web/db/directory-database.ts'
import { LiveDeltas } from './live-deltas.ts'

const EPOCH = 'epoch0001'
let db: DirectoryDatabase
let isPulling: boolean
let stop: AbortController
let timers: { ms: number; work: () => void }[]
let live: LiveDeltas
const pull = vi.fn()

beforeEach(async () => {
  db = new DirectoryDatabase({ indexedDB: new IDBFactory(), IDBKeyRange, cache: 'disabled' })
  await db.parts.put({ key: 'part', text: '{"put":{}}', size: 10 })
  await db.setMeta('directory', { epoch: EPOCH, parts: ['part'], base: 'base', isComplete: true, revision: 0 })
  await db.setMeta('cursor', '5')
  isPulling = false
  timers = []
  stop = new AbortController()
  pull.mockReset()
  const after = (ms: number, work: () => void) => {
    const timer = { ms, work }
    timers.push(timer)
    return () => void timers.splice(timers.indexOf(timer), timers.includes(timer) ? 1 : 0)
  }
  const device = { after, random: () => 0.5 }
  live = new LiveDeltas({ device, directory: db, stop: stop.signal, pull, isPulling: () => isPulling })
  return () => db.close()
})

/** Runs the timers of up to this time. */
function elapse(ms: number) {
  const due = timers.filter((timer) => timer.ms <= ms)
  timers = timers.filter((timer) => timer.ms > ms)
  for (const { work } of due) work()
}

const bytesOf = (value: unknown) => new Uint8Array(deflateRawSync(JSON.stringify(value))).buffer
const delta = (from: string, to: string, more: Partial<LiveDelta> = {}) =>
  bytesOf({
    epoch: EPOCH,
    from: { cursor: from },
    to: { cursor: to },
    put: { investors: [{ id: `rec${to}` }] },
    del: {},
    ...more,
  })
const cursor = () => db.getMeta('cursor')
const ids = async () => (await db.rows.toArray()).map(({ id }) => id)
const revision = async () => (await db.getMeta('directory'))?.revision
const reaches = (to: string) => eventually(async () => expect(await cursor()).toBe(to))
const isIdle = () => eventually(() => expect(timers.some(({ ms }) => ms === 150)).toBe(true))

test('the first delta is stored at once, and those of the next 150 ms together', async () => {
  live.take(delta('5', '6'))
  await reaches('6')
  await isIdle()
  for (const at of [6, 7, 8, 9]) live.take(delta(String(at), String(at + 1)))
  expect(await cursor()).toBe('6')
  elapse(150)
  await reaches('10')
  expect(await revision()).toBe(2)
  expect(await ids()).toEqual(['rec10', 'rec6', 'rec7', 'rec8', 'rec9'])
  expect(pull).not.toHaveBeenCalled()
})

test('a delta that arrives during a pull waits for its end', async () => {
  isPulling = true
  live.take(delta('5', '6'))
  live.flush()
  expect(await cursor()).toBe('5')
  expect(timers).toEqual([])
  isPulling = false
  live.flush()
  await reaches('6')
})

test('a delta that the pull already contains changes nothing', async () => {
  isPulling = true
  live.take(delta('5', '6'))
  await db.setMeta('cursor', '8')
  isPulling = false
  live.flush()
  await isIdle()
  expect([await cursor(), await ids(), pull.mock.calls.length]).toEqual(['8', [], 0])
})

test('what was seen above the cursor is stored with the delta, and deleted with the next one', async () => {
  live.take(delta('5', '5', { to: { cursor: '5', seen: '5:8:5' } }))
  await eventually(async () => expect(await db.getMeta('seen')).toBe('5:8:5'))
  await isIdle()
  live.take(delta('5', '9', { from: { cursor: '5', seen: '5:8:5' } }))
  elapse(150)
  await reaches('9')
  expect(await db.getMeta('seen')).toBeUndefined()
})

test.each<[what: string, bytes: () => ArrayBuffer]>([
  ['a delta behind a gap', () => delta('6', '7')],
  ['a delta of another epoch', () => delta('5', '6', { epoch: 'epoch0002' })],
  ['a delta that removes a large share', () => delta('5', '6', { put: {}, del: { investors: ['a', 'b', 'c'] } })],
  ['bytes that cannot be decoded', () => new Uint8Array([1, 2, 3]).buffer],
  ['a message that is no delta', () => bytesOf({ epoch: EPOCH, put: {} })],
])('%s is pulled, and nothing is stored', async (_, bytes) => {
  live.take(bytes())
  await eventually(() => expect(pull).toHaveBeenCalledTimes(1))
  expect([await cursor(), await ids()]).toEqual(['5', []])
})

test.each([
  ['incomplete', () => db.setMeta('directory', { epoch: EPOCH, parts: [], base: 'base', isComplete: false, revision: 0 })],
  ['being replaced', () => db.setMeta('incoming', { epoch: EPOCH, cursor: '5', parts: ['part'], base: 'next' })],
])('while the directory is %s, a delta is pulled', async (_, change) => {
  await change()
  live.take(delta('5', '6'))
  await eventually(() => expect(pull).toHaveBeenCalledTimes(1))
  expect([await cursor(), await ids()]).toEqual(['5', []])
})

test('a directory that was evicted is not pulled for a delta', async () => {
  await db.setMeta('sparing', { what: 'directory', until: Number.POSITIVE_INFINITY })
  await db.meta.delete('directory')
  live.take(delta('5', '6'))
  await isIdle()
  expect(pull).not.toHaveBeenCalled()
})

test('deltas that do not continue here ask for one pull at once, and for one more after a pause', async () => {
  for (const at of [7, 8, 9]) {
    live.take(delta(String(at), String(at + 1)))
    await isIdle()
    elapse(150)
  }
  expect(pull).toHaveBeenCalledTimes(1)
  elapse(1000)
  expect(pull).toHaveBeenCalledTimes(2)
  elapse(1000)
  expect(pull).toHaveBeenCalledTimes(2)
})

test('more deltas than a device keeps during a pull are dropped and pulled', () => {
  isPulling = true
  const large = crypto.getRandomValues(new Uint8Array(32 * 1024)).buffer
  for (let at = 0; at < 8; at++) live.take(large)
  expect(pull).not.toHaveBeenCalled()
  live.take(large)
  expect(pull).toHaveBeenCalledTimes(1)
})

test('a tab that no longer leads stores nothing', async () => {
  stop.abort()
  live.take(delta('5', '6'))
  live.flush()
  expect(timers).toEqual([])
  expect(await cursor()).toBe('5')
})
