import { expect, test } from 'vitest'
import { callLinkOf, lacksCallLink } from './call-link.ts'

const ROOM = 'https://meet.example/ada'

test.each([
  ['its own link', { callLink: ROOM, meetingLink: 'https://calendly.com/ada' }, ROOM],
  ['its meeting link, when that is a room', { callLink: null, meetingLink: ROOM }, ROOM],
  ['its meeting link, from a release without the field', { meetingLink: ROOM }, ROOM],
  [
    'no link, when the meeting link is a scheduler’s page',
    { callLink: null, meetingLink: 'https://calendly.com/ada/30min' },
    null,
  ],
  ['no link, when that page has a subdomain', { callLink: null, meetingLink: 'https://ada.youcanbook.me/' }, null],
  [
    'no link, for a booking page of Outlook',
    { callLink: null, meetingLink: 'https://outlook.office.com/bookwithme/user/1' },
    null,
  ],
  [
    'a room whose name contains a scheduler’s',
    { callLink: null, meetingLink: 'https://notcalendly.com/r' },
    'https://notcalendly.com/r',
  ],
  ['no link, without any', { callLink: null, meetingLink: null }, null],
  ['no link that is not http', { callLink: 'javascript:alert(1)', meetingLink: null }, null],
])('the calls of a listing take place at %s', (_, links, place) => {
  expect(callLinkOf(links)).toBe(place)
})

test.each([
  [{ callLink: null, meetingLink: 'https://calendly.com/ada' }, true],
  [{ callLink: ROOM, meetingLink: 'https://calendly.com/ada' }, false],
  [{ callLink: null, meetingLink: ROOM }, false],
  // Without a meeting link no call is offered.
  [{ callLink: null, meetingLink: null }, false],
])('%j lacks a link for its calls: %s', (links, lacks) => {
  expect(lacksCallLink(links)).toBe(lacks)
})
