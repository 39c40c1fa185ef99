import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { after } from '#web/db/after.ts'
import { backoffMs, type Lane, type RoundOutcome, SyncLoop } from './loop.ts'

beforeEach(() => {
  vi.useFakeTimers()
})
afterEach(() => {
  vi.useRealTimers()
})

/** A loop whose rounds end when the test says so. */
function startLoop() {
  const rounds: { lanes: Lane[]; end: (outcome: RoundOutcome) => void }[] = []
  const stop = new AbortController()
  const due = vi.fn()
  const loop = new SyncLoop({
    round: (lanes) => new Promise((end) => rounds.push({ lanes: [...lanes], end })),
    random: () => 0.5,
    after,
    stop: stop.signal,
    onDue: due,
  })
  return { loop, rounds, due, stop }
}

test('however many ask during a round, one more follows it, for all they asked', async () => {
  const { loop, rounds } = startLoop()
  void loop.request(['me'])
  void loop.request(['directory'])
  void loop.request(['me'])
  rounds[0]?.end('done')
  await vi.waitFor(() => expect(rounds).toHaveLength(2))
  expect(rounds.map(({ lanes }) => lanes)).toEqual([['me'], ['directory', 'me']])
})

test('after failures it waits longer each time, and a request does not wait', async () => {
  const { loop, rounds, due } = startLoop()
  const settled = loop.request()
  rounds[0]?.end('retry')
  await settled
  await vi.advanceTimersByTimeAsync(999)
  expect(due).not.toHaveBeenCalled()
  await vi.advanceTimersByTimeAsync(1)
  expect(due).toHaveBeenCalledTimes(1)
  void loop.request()
  expect(rounds).toHaveLength(2)
})

test('a tab that stops leading asks for nothing more', async () => {
  const { loop, rounds, due, stop } = startLoop()
  const settled = loop.request()
  rounds[0]?.end('retry')
  await settled
  stop.abort()
  await vi.advanceTimersByTimeAsync(3_600_000)
  expect(due).not.toHaveBeenCalled()
})

test('devices that fell out together come back apart, and never later than seven and a half minutes', () => {
  expect(backoffMs(1, () => 0)).toBe(500)
  expect(backoffMs(1, () => 1)).toBe(1500)
  expect(backoffMs(50, () => 1)).toBe(450_000)
})
