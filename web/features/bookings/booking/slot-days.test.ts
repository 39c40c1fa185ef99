import { expect, test } from 'vitest'
import { slotAt } from '#shared/bookings/slots.ts'
import { slotDays } from './slot-days.ts'

const slots = ['2027-01-04T09:00:00Z', '2027-01-04T23:30:00Z', '2027-01-05T09:00:00Z'].map((at) => slotAt(Date.parse(at)))

const summarise = (own: string, theirs: string, offered = slots) =>
  slotDays(offered, own, theirs).map((day) => [
    `${day.weekday} ${day.day} ${day.month}`,
    ...day.slots.map((slot) => [slot.own, slot.theirs]),
  ])

test('slots are grouped by the days of the user’s calendar, with both times where these differ', () => {
  expect(summarise('UTC', 'UTC')).toEqual([
    ['Mon 4 Jan', ['09:00', undefined], ['23:30', undefined]],
    ['Tue 5 Jan', ['09:00', undefined]],
  ])
  expect(summarise('Asia/Tokyo', 'America/New_York')).toEqual([
    ['Mon 4 Jan', ['18:00', '04:00']],
    ['Tue 5 Jan', ['08:30', '18:30'], ['18:00', '04:00']],
  ])
})

test('taken slots are left out, and so is a day without a free slot', () => {
  const offered = slots.map((slot, at) => ({ ...slot, available: at === 2 }))
  expect(summarise('UTC', 'UTC', offered)).toEqual([['Tue 5 Jan', ['09:00', undefined]]])
})
