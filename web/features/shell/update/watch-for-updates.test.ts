import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { TAKE_OVER_WITHIN_MS, takeOver } from './watch-for-updates.ts'

beforeEach(() => void vi.useFakeTimers())
afterEach(() => void vi.useRealTimers())

test('an update that a busy service worker delays still reloads the page', () => {
  const messageSkipWaiting = vi.fn()
  const reload = vi.fn()
  takeOver({ messageSkipWaiting }, reload)
  expect(messageSkipWaiting).toHaveBeenCalledOnce()
  vi.advanceTimersByTime(TAKE_OVER_WITHIN_MS - 1)
  expect(reload).not.toHaveBeenCalled()
  vi.advanceTimersByTime(1)
  expect(reload).toHaveBeenCalledOnce()
})
