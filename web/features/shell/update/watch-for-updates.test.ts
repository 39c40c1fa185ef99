import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { TAKE_OVER_WITHIN_MS, takeOver, watchForUpdates } from './watch-for-updates.ts'

const { register } = vi.hoisted(() => ({ register: vi.fn() }))
vi.mock('workbox-window', () => ({
  Workbox: class {
    addEventListener = () => undefined
    register = register
  },
}))

beforeEach(() => void vi.useFakeTimers())
afterEach(() => {
  vi.useRealTimers()
  vi.unstubAllGlobals()
})

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

test('a browser that blocks service workers has no error for it', async () => {
  vi.stubGlobal('navigator', { serviceWorker: { addEventListener: () => undefined } })
  vi.stubGlobal('addEventListener', () => undefined)
  register.mockRejectedValue(new DOMException('The operation is insecure.', 'SecurityError'))
  await expect(watchForUpdates()).resolves.toBeUndefined()
  expect(register).toHaveBeenCalledOnce()
})
