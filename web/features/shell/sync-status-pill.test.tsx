import { cleanup, render, screen } from '@testing-library/react'
import { afterEach, expect, test } from 'vitest'
import { StatusPill, type StatusPillState } from './sync-status-pill.tsx'

afterEach(cleanup)

const noonToday = new Date(new Date().setHours(12, 5, 0, 0)).toISOString()

test.each<[StatusPillState, string]>([
  [{ kind: 'ready' }, 'Ready offline'],
  [{ kind: 'syncing', done: 2, total: 11 }, 'Syncing 2 of 11'],
  [{ kind: 'offline', since: noonToday, waiting: 0 }, 'Offline since 12:05'],
  [{ kind: 'offline', since: noonToday, waiting: 2 }, 'Offline · 2 waiting'],
  [{ kind: 'offline', since: '2024-02-03T12:00:00.000Z', waiting: 0 }, 'Offline since 3 Feb'], // the hour alone would mean today
  [{ kind: 'waiting', waiting: 3 }, '3 waiting'],
  [{ kind: 'attention', message: 'One change was not accepted.' }, 'Needs attention: One change was not accepted.'],
  [{ kind: 'sign-in' }, 'Sign in again'],
])('%j reads as %s', (state, text) => {
  render(<StatusPill state={state} />)
  expect(screen.getByRole('status').textContent).toBe(text)
})
