import ICAL from 'ical.js'
import { expect, test } from 'vitest'
import type { VcId } from '#shared/ids.ts'
import { followUpFileName, toFollowUpCalendar } from './follow-up-calendar.ts'

const followUp = {
  id: 'recSample1' as VcId,
  name: 'Marit Moretti',
  nextStep: '',
  day: '2026-12-31',
  url: 'https://latchkey.example/contacts/recSample1',
}
const now = Date.UTC(2026, 10, 28, 9, 5, 7)
const file = (over = {}) => toFollowUpCalendar({ ...followUp, ...over }, now)

function eventOf(text: string) {
  const event = new ICAL.Component(ICAL.parse(text) as never).getFirstSubcomponent('vevent')
  return (name: string) => String(event?.getFirstPropertyValue(name))
}

test('another program reads an event of the whole day, with the name and the address of the page', () => {
  const event = eventOf(file())
  expect(event('summary')).toBe('Follow up with Marit Moretti')
  expect([event('dtstart'), event('dtend')]).toEqual(['2026-12-31', '2027-01-01'])
  expect([event('url'), event('description')]).toEqual([followUp.url, followUp.url])
  expect(event('dtstamp')).toBe('2026-11-28T09:05:07Z')
  expect(event('transp')).toBe('TRANSPARENT')
})

test('the next step of a deal is the title; its characters begin no other property', () => {
  const nextStep = 'Send deck; ask, then wait \\ call\r\nLOCATION:Rome'
  const event = eventOf(file({ nextStep }))
  expect(event('summary')).toBe('Marit Moretti: Send deck; ask, then wait \\ call\nLOCATION:Rome')
  expect(event('location')).toBe('null')
})

test('a moved follow-up is the same event, and the later file counts', () => {
  const [one, other] = [eventOf(file()), eventOf(toFollowUpCalendar({ ...followUp, day: '2027-01-04' }, now + 1000))]
  expect(other('uid')).toBe(one('uid'))
  expect(Number(other('sequence'))).toBeGreaterThan(Number(one('sequence')))
})

test('long lines are folded at 75 bytes, between characters, and are read whole', () => {
  const name = '山本芽衣'.repeat(40)
  const text = file({ name })
  for (const line of text.split('\r\n')) expect(Buffer.byteLength(line)).toBeLessThanOrEqual(75)
  expect(eventOf(text)('summary')).toBe(`Follow up with ${name}`)
})

test('the file has a name that its owner recognises', () => {
  expect(followUpFileName(followUp)).toBe('follow-up-2026-12-31-marit-moretti.ics')
})
