import { act, cleanup, fireEvent, render, screen } from '@testing-library/react'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { toast } from './toast.ts'
import { Toaster } from './toaster.tsx'

beforeEach(() => vi.useFakeTimers())
afterEach(() => {
  act(() => vi.advanceTimersByTime(10_000))
  cleanup()
  vi.useRealTimers()
})

const show = (title: string) => act(() => toast({ title }))

test('a newer toast replaces an older one', () => {
  render(<Toaster />)
  show('Payment Successful')
  show('Email copied to clipboard')
  expect(screen.queryByText('Payment Successful')).toBeNull()
  expect(screen.getByText('Email copied to clipboard')).toBeTruthy()
})

test('a toast is shown for five seconds', () => {
  render(<Toaster />)
  show('Logged out')
  act(() => vi.advanceTimersByTime(4900))
  expect(screen.getByText('Logged out')).toBeTruthy()
  act(() => vi.advanceTimersByTime(200))
  expect(screen.queryByText('Logged out')).toBeNull()
})

test('a toast over a dialog stays where it is when the dialog closes', () => {
  const dialog = document.body.appendChild(document.createElement('dialog'))
  dialog.setAttribute('open', '')
  // This environment has no popovers.
  Object.assign(HTMLElement.prototype, { showPopover: vi.fn(), hidePopover: vi.fn() })
  render(<Toaster />)
  show('Payment Successful')
  const { dataset } = screen.getByRole('list')
  expect(dataset.at).toBe('top')
  dialog.remove()
  act(() => vi.advanceTimersByTime(1000))
  expect(dataset.at).toBe('top')
  show('Logged out')
  expect(dataset.at).toBe('bottom')
})

test('the timer of the older toast does not close the newer one', () => {
  render(<Toaster />)
  show('Logged out')
  act(() => vi.advanceTimersByTime(4000))
  show('Signed in')
  act(() => vi.advanceTimersByTime(4000))
  expect(screen.getByText('Signed in')).toBeTruthy()
})

/** Swipes right over the toast by this distance and releases. */
async function swipe(px: number) {
  const toast = screen.getByRole('listitem')
  Object.assign(HTMLElement.prototype, {
    setPointerCapture: vi.fn(),
    hasPointerCapture: () => true,
    releasePointerCapture: vi.fn(),
  })
  const at = (clientX: number) => ({ button: 0, pointerId: 1, pointerType: 'touch', clientX, clientY: 0 })
  await act(async () => {
    fireEvent.pointerDown(toast, at(0))
    for (let x = 10; x <= px; x += 10) fireEvent.pointerMove(toast, at(x))
    fireEvent.pointerMove(toast, at(px))
    fireEvent.pointerUp(toast, at(px))
  })
}

test('a swipe of more than 50 pixels to the right closes a toast, a shorter one does not', async () => {
  render(<Toaster />)
  show('Logged out')
  await swipe(45)
  expect(screen.getByText('Logged out')).toBeTruthy()
  await swipe(55)
  expect(screen.queryByText('Logged out')).toBeNull()
})

test('F8 moves the focus to the notifications', () => {
  render(<Toaster />)
  show('Logged out')
  expect(screen.getByRole('list').contains(document.activeElement)).toBe(false)
  fireEvent.keyDown(document, { key: 'F8', code: 'F8' })
  expect(screen.getByRole('list').contains(document.activeElement)).toBe(true)
})
