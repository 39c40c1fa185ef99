import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { followKeys } from './pause-reading.ts'

let keys: ReturnType<typeof followKeys>
beforeEach(() => {
  vi.useFakeTimers()
  keys = followKeys()
})
afterEach(() => {
  keys.end()
  vi.useRealTimers()
})

const press = () => window.dispatchEvent(new KeyboardEvent('keydown', { key: 'a' }))

/** How long a pause takes in which keys are pressed in an interval. */
async function pauseWith(everyMs?: number) {
  const beganAt = performance.now()
  let isOver = false
  const pause = keys.pause().then(() => {
    isOver = true
  })
  for (let ms = 0; !isOver && ms < 5000; ms += 1) {
    if (everyMs && ms % everyMs === 0) press()
    await vi.advanceTimersByTimeAsync(1)
  }
  await pause
  return performance.now() - beganAt
}

test('without a key the next slice is read after a frame', async () => {
  expect(await pauseWith()).toBeLessThan(20)
})

test('after a key nothing is read until the list has followed it', async () => {
  press()
  expect(await pauseWith()).toBeGreaterThanOrEqual(300)
  expect(await pauseWith()).toBeLessThan(20)
})

test('keys without an end do not keep the rest from being read', async () => {
  const took = await pauseWith(100)
  expect(took).toBeGreaterThanOrEqual(900)
  expect(took).toBeLessThan(1100)
})

test('once it has ended, keys are not followed', async () => {
  keys.end()
  press()
  expect(await pauseWith()).toBeLessThan(20)
})
