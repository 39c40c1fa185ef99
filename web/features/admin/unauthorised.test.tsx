import { useLocation } from '@tanstack/react-router'
import { act, cleanup, screen } from '@testing-library/react'
import { afterEach, expect, test, vi } from 'vitest'
import { renderInRouter } from '#tests/support/render-in-router.tsx'
import { Unauthorised } from './unauthorised.tsx'

afterEach(() => {
  cleanup()
  vi.useRealTimers()
})

function Page() {
  const { pathname } = useLocation()
  return pathname === '/admin' ? <Unauthorised /> : <p>At {pathname}</p>
}

test('a user who is not an admin is redirected to the home page after a second, and not before', async () => {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] })
  await renderInRouter(<Page />, '/admin')
  const pass = (ms: number) => act(() => vi.advanceTimersByTimeAsync(ms))
  await pass(999)
  expect(screen.getByText('Unauthorized: Admin access required. Redirecting...')).toBeTruthy()
  await pass(1)
  expect(screen.getByText('At /')).toBeTruthy()
})
