import { expect, test } from 'vitest'
import { slotAt } from '#shared/bookings/slots.ts'
import { slotDays } from './slot-days.ts'

const slots = ['2027-01-04T09:00:00Z', '2027-01-04T23:30:00Z', '2027-01-05T09:00:00Z'].map((at) => slotAt(Date.parse(at)))

const told = (own: string, theirs: string, offered = slots) =>
  slotDays(offered, own, theirs).map((day) => [
    `${day.weekday} ${day.day} ${day.month}`,
    ...day.slots.map((slot) => [slot.own, slot.theirs]),
  ])

test('slots stand under the days of the person’s own calendar, in both clocks where these differ', () => {
  expect(told('UTC', 'UTC')).toEqual([
    ['Mon 4 Jan', ['09:00', undefined], ['23:30', undefined]],
    ['Tue 5 Jan', ['09:00', undefined]],
  ])
  expect(told('Asia/Tokyo', 'America/New_York')).toEqual([
    ['Mon 4 Jan', ['18:00', '04:00']],
    ['Tue 5 Jan', ['08:30', '18:30'], ['18:00', '04:00']],
  ])
})

test('what is taken is not offered, and a day without a free hour is not named', () => {
  const offered = slots.map((slot, at) => ({ ...slot, available: at === 2 }))
  expect(told('UTC', 'UTC', offered)).toEqual([['Tue 5 Jan', ['09:00', undefined]]])
})
