import ical, { ICalAlarmType, ICalAttendeeStatus, ICalCalendarMethod, ICalEventStatus } from 'ical-generator'
import { LRUCache } from 'lru-cache'
import { momentIn, spanIn } from '#shared/bookings/format-time.ts'
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
    id: `${id}@latchkey`,
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

const titleOf = ({ counterpart }: CalendarCall) => `Call with ${cut(cleanLine(counterpart), 120)}`

const describe = ({ start, end, timeZone, meetingLink, linkFrom, isStanding }: CalendarCall) =>
  [
    isStanding ? 'Booked on Latchkey.' : 'This call was cancelled on Latchkey.',
    `${spanIn(timeZone, { start, end })}.`,
    ...(isStanding && meetingLink ? [`Meeting link: ${meetingLink}`] : []),
    ...(isStanding && linkFrom ? [`The meeting link is in the app from ${momentIn(timeZone, linkFrom)}.`] : []),
  ].join('\n')

/** The address in the sender setting, which is either `Latchkey <calls@…>` or a plain address. */
export const addressIn = (mailFrom: string) => /<([^<>\s]+)>\s*$/.exec(mailFrom)?.[1] ?? mailFrom.trim()
