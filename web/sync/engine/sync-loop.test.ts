import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { eventually } from '#tests/support/runner/eventually.ts'
import { schedule } from '#web/db/schedule.ts'
import { backoffMs, type Lane, type LaneOutcomes, type SyncCycleResult, SyncLoop } from './sync-loop.ts'

beforeEach(() => {
  vi.useFakeTimers()
})
afterEach(() => {
  vi.useRealTimers()
})

/** A loop whose cycles end under the control of the test. */
function startLoop() {
  const rounds: { lanes: Lane[]; end: (outcome: SyncCycleResult) => void }[] = []
  const endAs = (lanes: ReadonlySet<Lane>, end: (outcomes: LaneOutcomes) => void) => (outcome: SyncCycleResult) =>
    end(new Map([...lanes].map((lane) => [lane, outcome])))
  const stop = new AbortController()
  const due = vi.fn()
  const loop = new SyncLoop({
    round: (lanes) => new Promise((end) => rounds.push({ lanes: [...lanes], end: endAs(lanes, end) })),
    random: () => 0.5,
    after: schedule,
    stop: stop.signal,
    onDue: due,
  })
  return { loop, rounds, due, stop }
}

test('any number of requests during a cycle cause one further cycle for all their lanes', async () => {
  const { loop, rounds } = startLoop()
  void loop.request(['me'])
  void loop.request(['directory'])
  void loop.request(['me'])
  rounds[0]?.end('done')
  await eventually(() => expect(rounds).toHaveLength(2))
  expect(rounds.map(({ lanes }) => lanes)).toEqual([['me'], ['directory', 'me']])
})

test('the backoff grows with each failure, and a request does not wait', async () => {
  const { loop, rounds, due } = startLoop()
  const settled = loop.request()
  rounds[0]?.end({ retry: true })
  await settled
  await vi.advanceTimersByTimeAsync(999)
  expect(due).not.toHaveBeenCalled()
  await vi.advanceTimersByTimeAsync(1)
  expect(due).toHaveBeenCalled()
  void loop.request()
  expect(rounds).toHaveLength(2)
})

test('cycles of one lane do not delay the retry of the other', async () => {
  const { loop, rounds, due } = startLoop()
  void loop.request(['me'])
  rounds[0]?.end({ retry: true })
  for (let second = 0; second < 4; second += 1) {
    await vi.advanceTimersByTimeAsync(240)
    void loop.request(['directory'])
    rounds.at(-1)?.end('done')
  }
  await vi.advanceTimersByTimeAsync(40)
  expect(due).toHaveBeenCalledTimes(1)
  void loop.request(['me'])
  rounds.at(-1)?.end({ retry: true })
  await vi.advanceTimersByTimeAsync(1999)
  expect(due).toHaveBeenCalledTimes(1)
})

test('cycles of one lane do not delay the period of the other', async () => {
  const { loop, rounds, due } = startLoop()
  void loop.request(['me'])
  rounds[0]?.end('done')
  for (let minute = 0; minute < 2; minute += 1) {
    await vi.advanceTimersByTimeAsync(59_000)
    void loop.request(['directory'])
    rounds.at(-1)?.end('done')
  }
  await vi.advanceTimersByTimeAsync(2000)
  expect(due).toHaveBeenCalledTimes(1)
})

test('a retry waits as long as the server asked', async () => {
  const { loop, rounds, due } = startLoop()
  void loop.request(['me'])
  rounds[0]?.end({ retry: true, notBeforeMs: 30_000 })
  await vi.advanceTimersByTimeAsync(29_999)
  expect(due).not.toHaveBeenCalled()
  await vi.advanceTimersByTimeAsync(1)
  expect(due).toHaveBeenCalledTimes(1)
})

test('a request at the moment when a cycle ends is run', async () => {
  const { loop, rounds } = startLoop()
  const settled = loop.request(['me'])
  void settled.then(() => loop.request(['directory']))
  rounds[0]?.end('done')
  await eventually(() => expect(rounds.map(({ lanes }) => lanes)).toEqual([['me'], ['directory']]))
})

test('a tab that stops leading sends no more requests', async () => {
  const { loop, rounds, due, stop } = startLoop()
  const settled = loop.request()
  rounds[0]?.end({ retry: true })
  await settled
  stop.abort()
  await vi.advanceTimersByTimeAsync(3_600_000)
  expect(due).not.toHaveBeenCalled()
})

test('the backoff is jittered, and at most seven and a half minutes', () => {
  expect(backoffMs(1, () => 0)).toBe(500)
  expect(backoffMs(1, () => 1)).toBe(1500)
  expect(backoffMs(50, () => 1)).toBe(450_000)
})
