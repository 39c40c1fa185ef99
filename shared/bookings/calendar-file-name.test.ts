import { expect, test } from 'vitest'
import { calendarFileName } from './calendar-file-name.ts'

test.each([
  ['Marit Moretti', 'call-2026-11-22-marit-moretti.ics'],
  ['遥 森田', 'call-2026-11-22-遥-森田.ics'],
  ['../<b>Ada</b>\r\nX', 'call-2026-11-22-b-ada-b-x.ics'],
  ['🚀', 'call-2026-11-22.ics'],
])('the calendar file of a call with %j is named %s', (name, file) => {
  expect(calendarFileName({ start: '2026-11-22T16:00:00.000Z', counterpart: { name } })).toBe(file)
})
