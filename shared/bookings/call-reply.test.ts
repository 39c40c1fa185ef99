import { expect, test } from 'vitest'
import { callReplyRefusal } from './call-reply.ts'
import { bookingStatuses } from './contract.ts'

const START = new Date('2026-11-30T10:00:00Z')

test.each([
  ['2026-11-30T09:59:59.999Z', undefined],
  ['2026-11-30T10:00:00Z', 'bookings.begun'],
])('a booked call takes a reply until it begins: at %s %s', (now, refusal) => {
  expect(callReplyRefusal({ status: 'confirmed', start: START }, new Date(now))).toBe(refusal)
})

test.each(bookingStatuses.filter((status) => status !== 'confirmed'))('a call that is %s takes no reply', (status) => {
  expect(callReplyRefusal({ status, start: START }, new Date('2026-11-29T10:00:00Z'))).toBe('bookings.ended')
})
