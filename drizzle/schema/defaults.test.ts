import { getTableColumns } from 'drizzle-orm'
import { expect, test } from 'vitest'
import { meetingBookings, payments, users, vcRequests, vcs, vcUnlocks } from './index.ts'

test.each([
  ['users', users, { userType: 'founder', authProvider: 'email', isAdmin: false, profileCompleted: false }],
  ['vcs', vcs, { contactType: 'meeting', weeklyIntroLimit: 5, isVerified: false, isActive: true }],
  ['payments', payments, { currency: 'usd', status: 'pending' }],
  ['vc_unlocks', vcUnlocks, { status: 'completed' }],
  ['vc_requests', vcRequests, { founderScore: 50 }],
  ['meeting_bookings', meetingBookings, { meetingDuration: 30, status: 'confirmed' }],
])('a new row of %s has the specified defaults', (_, table, values) => {
  const columns: Record<string, { default: unknown }> = getTableColumns(table)
  expect(Object.fromEntries(Object.keys(values).map((name) => [name, columns[name]?.default]))).toEqual(values)
})
