import { act, cleanup, render, screen } from '@testing-library/react'
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

test('a newer toast takes the place of an older one', () => {
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

test('the time of the older toast does not end the newer one', () => {
  render(<Toaster />)
  show('Logged out')
  act(() => vi.advanceTimersByTime(4000))
  show('Signed in')
  act(() => vi.advanceTimersByTime(4000))
  expect(screen.getByText('Signed in')).toBeTruthy()
})
