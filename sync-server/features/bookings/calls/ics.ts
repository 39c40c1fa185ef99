import ical, { ICalAlarmType, ICalAttendeeStatus, ICalCalendarMethod, ICalEventStatus } from 'ical-generator'
import { LRUCache } from 'lru-cache'
import type { Booking } from '#shared/bookings/contract.ts'
import { momentIn, spanIn } from '#shared/bookings/format-time.ts'
import type { BookingId } from '#shared/ids.ts'
import { cleanLine, cut } from '#shared/text.ts'

/** The data of a call that a calendar entry contains. */
export type CalendarCall = {
  id: string
  start: string
  end: string
  /** Time zone of the recipient. */
  timeZone: string
  /** The other side. */
  counterpart: string
  /** Address of the recipient; an invitation without an attendee is accepted too. */
  email: string | null
  meetingLink: string | null
  /** When the link becomes available, if it is not yet. */
  linkFrom: string | null
  /** Grows with each change: a calendar applies the file with the higher number. */
  sequence: number
  isStanding: boolean
  changedAt: Date
}

const REMIND_SECONDS = 15 * 60

/**
 * Each pull of a side reads all its calls. A file takes a millisecond to create, and is created again only for a changed call.
 */
const KEPT_FILES = 10_000
const files = new LRUCache<string, string>({ max: KEPT_FILES })

/** `makeCalendar` with an LRU cache. */
export function calendarOf(call: CalendarCall, organizer: string): string {
  const key = JSON.stringify([call, organizer])
  const file = files.get(key) ?? makeCalendar(call, organizer)
  files.set(key, file)
  return file
}

const DOMAIN = '@latchkey'
const uidOf = (id: string) => `${id}${DOMAIN}`

/** The call of an event, as its UID names it; undefined for events of others. */
export const bookingOfUid = (uid: string): BookingId | undefined =>
  uid.endsWith(DOMAIN) ? (uid.slice(0, -DOMAIN.length) as BookingId) : undefined

/**
 * A call as an event in the investor's own calendar. It has the UID of the mailed invitation, so that a calendar that has imported
 * the one replaces it with the other. It names no organizer and no attendee: the calendar's server would mail them an invitation.
 *
 * @see RFC 4791 §4.1, RFC 6638 §3
 */
export function eventOf(booking: Booking, { sequence, updatedAt }: { sequence: number; updatedAt: Date }) {
  const { id, start, end, vcTimeZone: timeZone, meetingLink } = booking
  const { name, company } = booking.counterpart
  const calendar = ical({ prodId: { company: 'Latchkey', product: 'Calls', language: 'EN' } })
  const counterpart = company ? `${name}, ${company}` : name
  const facts = { start, end, timeZone, meetingLink, linkFrom: null, isStanding: true }
  const event = { start: new Date(start), end: new Date(end), description: describe(facts) }
  const title = titleOf({ counterpart })
  calendar.createEvent({
    ...event,
    id: uidOf(id),
    stamp: updatedAt,
    sequence,
    status: ICalEventStatus.CONFIRMED,
    summary: title,
    ...(meetingLink && { location: meetingLink }),
    alarms: [{ type: ICalAlarmType.display, trigger: REMIND_SECONDS }],
  })
  return { ...event, uid: uidOf(id), title, location: meetingLink, file: calendar.toString() }
}

/**
 * A call as a calendar file for one side: an invitation, or its cancellation once the call is cancelled. Times are UTC instants,
 * so that no calendar needs to know our time zones. The other side's address is in neither.
 *
 * @param organizer  an address of the platform: calendars ignore an invitation that the recipient organises
 * @see RFC 5546 §3.2
 */
function makeCalendar(call: CalendarCall, organizer: string): string {
  const { id, start, end, email, meetingLink, sequence, isStanding, changedAt } = call
  const calendar = ical({
    method: isStanding ? ICalCalendarMethod.REQUEST : ICalCalendarMethod.CANCEL,
    prodId: { company: 'Latchkey', product: 'Calls', language: 'EN' },
  })
  calendar.createEvent({
    id: uidOf(id),
    start: new Date(start),
    end: new Date(end),
    stamp: changedAt,
    sequence,
    status: isStanding ? ICalEventStatus.CONFIRMED : ICalEventStatus.CANCELLED,
    summary: titleOf(call),
    description: describe(call),
    organizer: { name: 'Latchkey', email: organizer },
    ...(meetingLink && { location: meetingLink }),
    attendees: email ? [{ email, status: ICalAttendeeStatus.ACCEPTED, rsvp: false }] : [],
    alarms: isStanding ? [{ type: ICalAlarmType.display, trigger: REMIND_SECONDS }] : [],
  })
  return calendar.toString()
}

const titleOf = ({ counterpart }: Pick<CalendarCall, 'counterpart'>) => `Call with ${cut(cleanLine(counterpart), 120)}`

type Described = Pick<CalendarCall, 'start' | 'end' | 'timeZone' | 'meetingLink' | 'linkFrom' | 'isStanding'>
const describe = ({ start, end, timeZone, meetingLink, linkFrom, isStanding }: Described) =>
  [
    isStanding ? 'Booked on Latchkey.' : 'This call was cancelled on Latchkey.',
    `${spanIn(timeZone, { start, end })}.`,
    ...(isStanding && meetingLink ? [`Meeting link: ${meetingLink}`] : []),
    ...(isStanding && linkFrom ? [`The meeting link is in the app from ${momentIn(timeZone, linkFrom)}.`] : []),
  ].join('\n')

/** The address in the sender setting, which is either `Latchkey <calls@…>` or a plain address. */
export const addressIn = (mailFrom: string) => /<([^<>\s]+)>\s*$/.exec(mailFrom)?.[1] ?? mailFrom.trim()
