import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { createBodyMeters, meterOf } from './body-meter.ts'
import { readBytes } from './read-body.ts'

beforeEach(() => void vi.useFakeTimers())
afterEach(() => void vi.useRealTimers())

const KB = 1024
const MOST = 4 * KB * KB

/** A body whose sender writes when the test calls `write`. */
function slowBody(headers: Record<string, string> = {}) {
  let controller: ReadableStreamDefaultController<Uint8Array> | undefined
  const body = new ReadableStream<Uint8Array>({
    start(streamController) {
      controller = streamController
    },
  })
  const request = new Request('http://localhost/api/sync/push', { method: 'POST', body, headers })
  return {
    request,
    write: (bytes: number) => controller?.enqueue(new Uint8Array(bytes)),
    end: () => controller?.close(),
  }
}

const outcomeOf = (reading: Promise<Uint8Array>) =>
  reading.then(
    ({ length }) => length,
    (error) => error.code,
  )

test.each([
  ['without a length', {}],
  ['with a length', { 'content-length': String(MOST) }],
])('a body %s that delivers single bytes is aborted after 10 seconds', async (_, headers) => {
  const { request, write } = slowBody(headers)
  const outcome = outcomeOf(readBytes(request, MOST))
  write(KB)
  for (let second = 0; second < 9; second += 1) {
    await vi.advanceTimersByTimeAsync(1000)
    write(1)
  }
  await vi.advanceTimersByTimeAsync(2000)
  expect(await Promise.race([outcome, 'still read'])).toBe('too-slow')
})

test('a short body that does not end is aborted after 10 seconds', async () => {
  const { request, write } = slowBody({ 'content-length': '100' })
  const outcome = outcomeOf(readBytes(request, MOST))
  for (let second = 0; second < 9; second += 1) {
    write(1)
    await vi.advanceTimersByTimeAsync(1000)
  }
  expect(await Promise.race([outcome, 'still read'])).toBe('still read')
  await vi.advanceTimersByTimeAsync(1000)
  expect(await Promise.race([outcome, 'still read'])).toBe('too-slow')
})

test('a short body is counted before it arrives, until its request is answered', async () => {
  const meter = createBodyMeters({ block: 5 * KB })
  const begin = (length: number) => {
    const body = slowBody({ 'content-length': String(length) })
    meter(body.request, 'one', length)
    return { ...body, outcome: outcomeOf(readBytes(body.request, MOST)) }
  }
  const first = begin(3 * KB)
  expect(await begin(3 * KB).outcome).toBe('too-many-requests')
  first.write(3 * KB)
  first.end()
  expect(await first.outcome).toBe(3 * KB)
  expect(await begin(3 * KB).outcome).toBe('too-many-requests')
  meterOf(first.request)?.end()
  const last = begin(3 * KB)
  last.write(3 * KB)
  last.end()
  expect(await last.outcome).toBe(3 * KB)
})

test('a body that arrives at 4 KB a second is read without a time limit', async () => {
  const { request, write, end } = slowBody()
  const outcome = outcomeOf(readBytes(request, MOST))
  for (let second = 0; second < 120; second += 1) {
    write(4.1 * KB)
    await vi.advanceTimersByTimeAsync(1000)
  }
  end()
  expect(await outcome).toBeGreaterThan(480 * KB)
})

test('a body whose first 4 MB arrive immediately may pause for 15 seconds, not 18 minutes, also when single bytes follow', async () => {
  for (const more of [0, 1]) {
    const { request, write } = slowBody()
    const outcome = outcomeOf(readBytes(request, MOST))
    write(3.9 * KB * KB)
    for (let at = 0; at < 4; at += 1) {
      if (more > 0) write(more)
      await vi.advanceTimersByTimeAsync(4000)
    }
    expect(await Promise.race([outcome, 'still read'])).toBe('too-slow')
  }
})

test('a client on a network of 5 KB a second can send a whole push, also in bursts with pauses of 10 seconds', async () => {
  for (const [everyMs, bytes] of [
    [1000, 5 * KB],
    [9900, 49.5 * KB],
  ] as const) {
    const { request, write, end } = slowBody()
    const outcome = outcomeOf(readBytes(request, MOST))
    write(100)
    for (let sent = 100; sent + bytes < MOST; sent += bytes) {
      await vi.advanceTimersByTimeAsync(everyMs)
      write(bytes)
    }
    end()
    expect(await outcome).toBeGreaterThan(MOST - 50 * KB)
  }
})

test.each([
  ['one byte', 1, 'malformed'],
  ['255 bytes', 255, 'malformed'],
  ['256 bytes, the minimum that a network delivers', 256, 60_000 * 256],
])('a body that arrives in pieces of %s', async (_, piece, expected) => {
  const { request, write, end } = slowBody()
  for (let at = 0; at < 60_000; at += 1) write(piece)
  end()
  expect(await outcomeOf(readBytes(request, 60_000 * 256))).toBe(expected)
})

test('buffered bytes of one address are counted together, and released once the request is answered', async () => {
  const meter = createBodyMeters({ block: 100 * KB })
  const begin = (block: string) => {
    const body = slowBody()
    meter(body.request, block, MOST)
    return { ...body, outcome: outcomeOf(readBytes(body.request, MOST)) }
  }
  const [first, second, other] = [begin('one'), begin('one'), begin('another')]
  first.write(60 * KB)
  other.write(60 * KB)
  await vi.advanceTimersByTimeAsync(1)
  second.write(60 * KB)
  expect(await second.outcome).toBe('too-many-requests')
  other.end()
  expect(await other.outcome).toBe(60 * KB)
  first.end()
  expect(await first.outcome).toBe(60 * KB)
  const third = begin('one')
  third.write(90 * KB)
  expect(await third.outcome).toBe('too-many-requests')
  meterOf(first.request)?.end()
  const fourth = begin('one')
  fourth.write(90 * KB)
  fourth.end()
  expect(await fourth.outcome).toBe(90 * KB)
})

test('buffered bytes of all addresses are counted together for the node', async () => {
  const meter = createBodyMeters({ block: 100 * KB, node: 150 * KB, reserve: 0 })
  const outcomes = ['one', 'two', 'three'].map((block) => {
    const body = slowBody()
    meter(body.request, block, MOST)
    const outcome = outcomeOf(readBytes(body.request, MOST))
    body.write(60 * KB)
    return { ...body, outcome }
  })
  await vi.advanceTimersByTimeAsync(1)
  for (const { end } of outcomes.slice(0, 2)) end()
  expect(await Promise.all(outcomes.map(({ outcome }) => outcome))).toEqual([60 * KB, 60 * KB, 'too-many-requests'])
})

/** Bodies that have sent the given number of bytes and do not end. */
function holdBodies(meter: ReturnType<typeof createBodyMeters>, blocks: string[], bytes: number, longest = MOST) {
  return blocks.map((block) => {
    const body = slowBody()
    meter(body.request, block, longest)
    const outcome = outcomeOf(readBytes(body.request, MOST))
    body.write(bytes)
    return { ...body, outcome }
  })
}
const refusedOf = async (bodies: ReturnType<typeof holdBodies>) => {
  await vi.advanceTimersByTimeAsync(1)
  const outcomes = await Promise.all(bodies.map(({ outcome }) => Promise.race([outcome, 'still read'])))
  return outcomes.filter((outcome) => outcome === 'too-many-requests').length
}

test('one customer of an IPv6 provider with 65,536 blocks uses at most half of the limit of a node', async () => {
  const meter = createBodyMeters()
  const blocks = Array.from({ length: 140 }, (_, at) => `2001:db8:7:${at.toString(16)}::/64`)
  const bodies = holdBodies(meter, blocks, 2 * KB * KB)
  expect(await refusedOf(bodies)).toBe(12)
  expect(await refusedOf(holdBodies(meter, ['2001:db8:8:1::/64'], 2 * KB * KB))).toBe(0)
})

test('small bodies are accepted while large bodies fill the node', async () => {
  const meter = createBodyMeters({ node: 500 * KB, reserve: 100 * KB })
  const large = holdBodies(meter, ['one', 'two', 'three', 'four'], 99 * KB)
  expect(await refusedOf(large)).toBe(0)
  expect(await refusedOf(holdBodies(meter, ['five'], 10 * KB))).toBe(1)
  expect(await refusedOf(holdBodies(meter, ['six'], 10 * KB, 64 * KB))).toBe(0)
})
