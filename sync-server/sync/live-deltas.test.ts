import { connect } from 'node:net'
import { inflateRawSync } from 'node:zlib'
import { expect, onTestFinished, test, vi } from 'vitest'
import { createLog } from '#server/log.ts'
import type { DirectoryDelta } from '#shared/sync/protocol.ts'
import { eventually } from '#tests/support/runner/eventually.ts'
import { LIVE_SOCKETS } from './live.ts'
import { createLiveDeltas, MAX_UNSENT_BYTES, type Taker } from './live-deltas.ts'

const POKE = 'poke'
type Answer = DirectoryDelta | Error

/** Live deltas over a lane whose answers a test chooses: the next commit is at the next cursor. */
function start(answer: (since: number) => Answer = (since) => change(since)) {
  const counted = { positions: 0, pulls: [] as string[] }
  const inexact = new WeakSet<DirectoryDelta>()
  const lane = {
    position: async () => {
      counted.positions++
      return { epoch: 'epoch0001', cursor: '1', seen: undefined }
    },
    pull: async ({ since }: { since: string }) => {
      counted.pulls.push(since)
      const reply = answer(Number(since))
      if (reply instanceof Error) throw reply
      return reply
    },
    isExact: (delta: DirectoryDelta) => !inexact.has(delta),
  }
  const pokes = { spanMs: 0, backoff: { shortSpans: 1000, longMs: 1 } }
  const deltas = createLiveDeltas({ lane, log: createLog('silent'), poke: POKE, pokes, spanMs: 0 })
  return { deltas, counted, inexact }
}

const change = (since: number, text = 'Ada'): DirectoryDelta => ({
  ...{ epoch: 'epoch0001', cursor: String(since + 1) },
  ...{ put: { investors: [{ id: `rec${since}`, text }] }, del: {} },
})

/** A connection that takes everything, or that has a number of unsent bytes. */
function connectTaker() {
  const received: unknown[] = []
  const taker: Taker & { unsent: number; isFull: boolean; received: unknown[]; onSend?: () => void } = {
    unsent: 0,
    isFull: false,
    received,
    getBufferedAmount: () => taker.unsent,
    send: (message: string | Uint8Array) => {
      if (taker.isFull) return 0
      taker.onSend?.()
      received.push(typeof message === 'string' ? message : JSON.parse(String(inflateRawSync(message))))
      return 1
    },
  }
  return taker
}

/** Everything that the lane has answered is done. */
const turn = () => new Promise<void>((done) => setImmediate(done))

test('the first commit after a device has connected is a delta', async () => {
  const { deltas, counted } = start()
  const taker = connectTaker()
  deltas.opened(taker)
  deltas.opened(connectTaker())
  await turn()
  expect(counted.positions).toBe(1)
  deltas.onCommit('directory')
  await eventually(() =>
    expect(taker.received).toEqual([expect.objectContaining({ from: { cursor: '1' }, to: { cursor: '2' } })]),
  )
})

test('a commit as the first device connects is a poke, and each one after it is read once for all devices', async () => {
  const { deltas, counted } = start()
  const takers = Array.from({ length: 50 }, connectTaker)
  const [first] = takers
  const positions: number[] = []
  // A device that pulls because of the poke is past the position.
  if (first) first.onSend = () => positions.push(counted.positions)
  for (const taker of takers) deltas.opened(taker)
  for (const count of [1, 2, 3]) {
    deltas.onCommit('directory')
    await eventually(() => expect(takers.map(({ received }) => received.length)).toEqual(takers.map(() => count)))
  }
  expect(takers[49]?.received).toEqual([
    POKE,
    {
      epoch: 'epoch0001',
      from: { cursor: '1' },
      to: { cursor: '2' },
      put: { investors: [{ id: 'rec1', text: 'Ada' }] },
      del: {},
    },
    expect.objectContaining({ from: { cursor: '2' }, to: { cursor: '3' } }),
  ])
  expect(counted).toEqual({ positions: 2, pulls: ['1', '2'] })
  expect(positions).toEqual([2, 2, 2])
})

test('nothing is read while no device has opted in, and the first commit for one that came later is a poke', async () => {
  vi.useFakeTimers()
  onTestFinished(() => void vi.useRealTimers())
  const { deltas, counted } = start()
  const [early, late] = [connectTaker(), connectTaker()]
  const commit = () => {
    deltas.onCommit('directory')
    return vi.advanceTimersByTimeAsync(10)
  }
  deltas.opened(early)
  await commit()
  deltas.closed(early)
  await commit()
  deltas.opened(late)
  await commit()
  expect([early.received, late.received]).toEqual([[POKE], [POKE]])
  expect(counted.pulls).toEqual([])
})

const random = (bytes: number) => Buffer.from(crypto.getRandomValues(new Uint8Array(bytes))).toString('base64')

test.each<[what: string, answer: (since: number) => Answer]>([
  ['a delta that is too large', (since) => change(since, random(48 * 1024))],
  ['a delta of very many bytes that compress well', (since) => change(since, 'x'.repeat(1024 * 1024))],
  ['a reset', () => ({ reset: true })],
  ['a read that fails', () => new Error('no connection')],
])('%s becomes a poke, and the next commit is a delta again', async (_, answer) => {
  const { deltas } = start((since) => (isBroken ? answer(since) : change(since)))
  let isBroken = true
  const taker = connectTaker()
  deltas.opened(taker)
  for (const expected of [POKE, POKE]) {
    const count = taker.received.length + 1
    deltas.onCommit('directory')
    await eventually(() => expect(taker.received).toHaveLength(count))
    expect(taker.received.at(-1)).toBe(expected)
  }
  isBroken = false
  deltas.onCommit('directory')
  await eventually(() => expect(taker.received[2]).toMatchObject({ from: { cursor: '1' } }))
})

test('a delta whose end does not identify what was read becomes a poke', async () => {
  const { deltas, inexact } = start((since) => {
    const delta = change(since)
    inexact.add(delta)
    return delta
  })
  const taker = connectTaker()
  deltas.opened(taker)
  for (const count of [1, 2]) {
    deltas.onCommit('directory')
    await eventually(() => expect(taker.received).toHaveLength(count))
  }
  expect(taker.received).toEqual([POKE, POKE])
})

test('after a gap in LISTEN the next commit is a poke', async () => {
  const { deltas } = start()
  const taker = connectTaker()
  deltas.opened(taker)
  for (const count of [1, 2]) {
    deltas.onCommit('directory')
    await eventually(() => expect(taker.received).toHaveLength(count))
  }
  deltas.onGap()
  deltas.onCommit('directory')
  await eventually(() => expect(taker.received[2]).toBe(POKE))
})

test('a commit that the batch before has read is not sent again, and the next delta continues', async () => {
  const { deltas, counted } = start((since) =>
    counted.pulls.length === 2 ? { epoch: 'epoch0001', cursor: '9', seen: '9:11:', put: {}, del: {} } : change(since),
  )
  const taker = connectTaker()
  deltas.opened(taker)
  for (const pulls of [0, 1, 2, 3]) {
    deltas.onCommit('directory')
    await eventually(() => expect(counted.pulls).toHaveLength(pulls))
    await eventually(() => expect(taker.received.length).toBeGreaterThanOrEqual(pulls > 1 ? pulls : pulls + 1))
  }
  expect(taker.received.slice(1)).toEqual([
    expect.objectContaining({ from: { cursor: '1' }, to: { cursor: '2' } }),
    expect.objectContaining({ from: { cursor: '2' }, to: { cursor: '3' } }),
  ])
})

test('a commit that was read before a device connected is a poke for this device, once, and for no other', async () => {
  let isRead = true
  const { deltas, counted } = start((since) => (isRead ? { epoch: 'epoch0001', cursor: '1', put: {}, del: {} } : change(since)))
  const [early, late] = [connectTaker(), connectTaker()]
  const commit = async () => {
    const pulls = counted.pulls.length + 1
    deltas.onCommit('directory')
    await eventually(() => expect(counted.pulls).toHaveLength(pulls))
    await turn()
  }
  deltas.opened(early)
  await turn()
  await commit()
  await commit()
  deltas.opened(late)
  await commit()
  isRead = false
  await commit()
  // The delta comes last on each connection: a poke too many would be before it.
  const everything = [POKE, expect.objectContaining({ from: { cursor: '1' } })]
  await eventually(() => expect([early.received, late.received]).toEqual([everything, everything]))
})

test('a device with many unsent bytes gets no deltas until they have left, and then a poke', async () => {
  const { deltas } = start()
  const [slow, full, quick] = [connectTaker(), connectTaker(), connectTaker()]
  for (const taker of [slow, full, quick]) deltas.opened(taker)
  const commit = async () => {
    const count = quick.received.length + 1
    deltas.onCommit('directory')
    await eventually(() => expect(quick.received).toHaveLength(count))
  }
  await commit()
  slow.unsent = MAX_UNSENT_BYTES + 1
  full.isFull = true
  await commit()
  deltas.drained(slow)
  slow.unsent = 0
  full.isFull = false
  await commit()
  expect([slow.received, full.received]).toEqual([[POKE], [POKE]])
  for (const taker of [slow, full, quick]) deltas.drained(taker)
  expect([slow.received, full.received]).toEqual([
    [POKE, POKE],
    [POKE, POKE],
  ])
  await commit()
  expect(slow.received.at(-1)).toEqual(quick.received.at(-1))
})

const MESSAGE_BYTES = 30 * 1024

test('a client that does not read costs the node a bounded number of bytes, and gets a poke when it reads again', async () => {
  const { deltas } = start((since) => change(since, random(MESSAGE_BYTES)))
  let own: Taker | undefined
  const server = Bun.serve({
    port: 0,
    hostname: '127.0.0.1',
    fetch: (request, server) => (server.upgrade(request) ? undefined : new Response(null, { status: 400 })),
    websocket: {
      ...LIVE_SOCKETS,
      message: () => undefined,
      open: (socket) => {
        own = socket as unknown as Taker
        deltas.opened(own)
      },
      drain: (socket) => deltas.drained(socket as unknown as Taker),
    },
  })
  const client = connect(server.port ?? 0, '127.0.0.1')
  onTestFinished(() => {
    client.destroy()
    return server.stop(true)
  })
  const upgrade =
    'Upgrade: websocket\r\nConnection: Upgrade\r\nSec-WebSocket-Version: 13\r\nSec-WebSocket-Key: dGhlIHNhbXBsZSBub25jZQ==\r\n'
  client.pause()
  client.write(`GET / HTTP/1.1\r\nHost: 127.0.0.1\r\n${upgrade}\r\n`)
  await eventually(() => expect(own).toBeDefined())
  const witness = connectTaker()
  deltas.opened(witness)
  const commit = () =>
    new Promise<void>((sent) => {
      witness.onSend = sent
      deltas.onCommit('directory')
    })
  let most = 0
  // What the buffers of the kernel do not take is the node's.
  for (let further = 20; further > 0; further -= most > MAX_UNSENT_BYTES ? 1 : 0) {
    await commit()
    most = Math.max(most, own?.getBufferedAmount() ?? 0)
  }
  expect(most).toBeGreaterThan(MAX_UNSENT_BYTES)
  expect(most).toBeLessThan(2 * MAX_UNSENT_BYTES)

  let received = 0
  let end: Buffer = Buffer.alloc(0)
  client.on('data', (chunk) => {
    received += chunk.length
    end = Buffer.concat([end, Buffer.from(chunk)]).subarray(-6)
  })
  client.resume()
  // A short text frame.
  await eventually(() => expect(end).toEqual(Buffer.from([0x81, POKE.length, ...Buffer.from(POKE)])))
  expect(received).toBeLessThan((witness.received.length - 10) * MESSAGE_BYTES)
})
