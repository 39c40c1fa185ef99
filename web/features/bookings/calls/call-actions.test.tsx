import { cleanup, render, screen } from '@testing-library/react'
import { afterEach, expect, test } from 'vitest'
import type { Booking } from '#shared/bookings/contract.ts'
import { actionsOf } from '#shared/bookings/rules.ts'
import { CallActions } from './call-actions.tsx'

afterEach(cleanup)

const NOW = Date.parse('2026-11-22T12:00:00Z')
const HOUR = 60 * 60 * 1000
const show = (role: Booking['role'], hoursAway: number) => {
  const start = new Date(NOW + hoursAway * HOUR)
  const actions = actionsOf({ role, status: 'confirmed', start, bookedAt: new Date(NOW), hasReported: false })
  const call = { actions, status: 'confirmed', start: start.toISOString(), canPropose: hoursAway !== 16 } as Booking
  render(<CallActions call={call} now={NOW} isOffline={false} />)
  return screen.queryAllByRole('button').map(({ textContent }) => textContent)
}

test.each([
  // To decline a call has the effect of cancelling it.
  ['investor', 72, ['Propose another time', 'Cancel call']],
  ['investor', 17, ['Propose another time', 'Cancel call']],
  ['founder', 72, ['Reschedule', 'Cancel call']],
  ['founder', 17, ['Propose another time', 'Cancel call']],
  // Its investor has no account, and could not answer.
  ['founder', 16, ['Cancel call']],
  ['investor', 0, []],
] as const)('an %s finds these buttons on a call that is %i hours away: %j', (role, hoursAway, buttons) => {
  expect(show(role, hoursAway)).toEqual(buttons)
})
