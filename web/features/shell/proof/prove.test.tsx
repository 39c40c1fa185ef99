import { act, cleanup, render, screen } from '@testing-library/react'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { Toaster } from '#web/ui/toaster.tsx'
import { prove } from './prove.ts'

const LINE = 'Checking that you are a person…'
const pass = (ms: number) => act(() => vi.advanceTimersByTimeAsync(ms))

beforeEach(() => vi.useFakeTimers())
afterEach(() => {
  cleanup()
  vi.useRealTimers()
})

test('the line is shown for a second, also on a device that takes longer to draw it than to solve the challenge', async () => {
  await prove('no challenge', AbortSignal.abort())
  await pass(8000)
  render(<Toaster />)
  expect(screen.getByText(LINE)).toBeTruthy()
  await pass(900)
  expect(screen.getByText(LINE)).toBeTruthy()
  await pass(200)
  expect(screen.queryByText(LINE)).toBeNull()
})
