import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { schedule } from '#web/db/schedule.ts'
import { ALL_LANES } from '#web/sync/engine/sync-loop.ts'
import { LiveConnection } from './live-connection.ts'

class FakeSocket extends EventTarget {
  opens() {
    this.dispatchEvent(new Event('open'))
  }
  receive(data: string | ArrayBuffer) {
    this.dispatchEvent(new MessageEvent('message', { data }))
  }
  close() {
    this.dispatchEvent(new Event('close'))
  }
}

let sockets: FakeSocket[]
const poked = vi.fn()
const changed = vi.fn()
const stop = new AbortController()
let live: LiveConnection
let chance: number

beforeEach(() => {
  vi.useFakeTimers()
  poked.mockClear()
  sockets = []
  chance = 0.5
  const openSocket = () => {
    const socket = new FakeSocket()
    sockets.push(socket)
    return socket as unknown as WebSocket
  }
  live = new LiveConnection({
    openSocket,
    onPoke: poked,
    onDelta: changed,
    random: () => chance,
    after: schedule,
    stop: stop.signal,
  })
})
afterEach(() => {
  vi.useRealTimers()
})
const last = () => sockets.at(-1) as FakeSocket

test('a connection that opens or reopens requests a cycle: pokes may have been missed', async () => {
  last().opens()
  last().receive('{"scope":"me"}')
  last().receive('nonsense')
  live.reopen()
  await vi.advanceTimersByTimeAsync(1000)
  last().opens()
  expect(poked.mock.calls).toEqual([[ALL_LANES], [['me']], [ALL_LANES]])
})

test('a connection that stays closed requests one cycle, so that the status shows it', async () => {
  last().opens()
  poked.mockClear()
  last().close()
  await vi.advanceTimersByTimeAsync(10_000)
  expect(poked).not.toHaveBeenCalled()
  for (let failure = 2; failure < 8; failure++) {
    last().close()
    await vi.advanceTimersByTimeAsync(120_000)
  }
  expect(poked.mock.calls).toEqual([[ALL_LANES]])
})

test('connections closed together by a node reconnect spread over ten seconds', async () => {
  for (const share of [0.01, 0.3, 0.99]) {
    chance = share
    last().opens()
    const before = sockets.length
    last().close()
    await vi.advanceTimersByTimeAsync(share * 10_000 - 1)
    expect(sockets.length).toBe(before)
    await vi.advanceTimersByTimeAsync(1)
    expect(sockets.length).toBe(before + 1)
  }
})

test('a connection reopened for another principal does not wait', async () => {
  chance = 0.99
  last().opens()
  live.reopen()
  await vi.advanceTimersByTimeAsync(0)
  expect(sockets).toHaveLength(2)
})

test('bytes are a change of the directory, and request no cycle', () => {
  last().opens()
  poked.mockClear()
  const bytes = new Uint8Array([1, 2]).buffer
  last().receive(bytes)
  expect(changed.mock.calls).toEqual([[bytes]])
  expect(poked).not.toHaveBeenCalled()
})
