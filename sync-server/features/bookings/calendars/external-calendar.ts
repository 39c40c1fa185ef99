import type { CalendarFault, CalendarProvider } from '#shared/bookings/external-calendar.ts'
import type { Span } from '#shared/bookings/offered-hours.ts'

/**
 * How the calendar of an investor is reached. Stored encrypted, and never returned. At a provider whose consent page was used, the
 * password is a refresh token: a node of an earlier release then reads a fault of the calendar, and not a row that it cannot open.
 */
export type CalendarAccount = { server: string; user: string; password: string }

/** `url`: an address, or an id of the provider. Calls are only written to a calendar that is writable. */
export type FoundCalendar = { url: string; name: string; isWritable: boolean }

export type BusyQuery = {
  calendars: string[]
  /** Those of the account that may have events of calls. Undefined where this was not stored. */
  writable: string[] | undefined
  from: Date
  until: Date
  /** The zone of all-day events, and of times without one. */
  timeZone: string
  /** Events that are not busy, by UID: those of our own calls. */
  isOwn: (uid: string) => boolean
}

/** The event of a call: its UID, which is the same for each version of it, its facts, and the same as a file. */
export type CalendarEvent = {
  uid: string
  start: Date
  end: Date
  title: string
  description: string
  location: string | null
  file: string
}

/** An event that could not be read, and is not busy: by the day on which it starts first, such as `2026-11-27`. */
export type UnreadEvent = { day: string | null }

export type BusyTimes = { busy: Span[]; unread: UnreadEvent[] }

/**
 * The external calendar of an investor.
 *
 * @throws CalendarError each method
 */
export type ExternalCalendar = {
  listCalendars: () => Promise<FoundCalendar[]>
  /** Times of events that make the owner busy, merged, earliest first. Titles and people are dropped as they are read. */
  readBusy: (query: BusyQuery) => Promise<BusyTimes>
  /** Creates the event in a calendar, or replaces it there. It is removed from the others, so that there is one. */
  putEvent: (event: CalendarEvent, into: string, calendars: string[]) => Promise<void>
  /** Does nothing where there is none. */
  removeEvent: (uid: string, calendars: string[]) => Promise<void>
  /** Ends the access at the provider, where it has a call for that. */
  endAccess: () => Promise<void>
}

export type Opening = {
  /** All requests end by its deadline. */
  signal: AbortSignal
  /** Stores the account again: the provider has replaced its secret. */
  keep: (account: CalendarAccount) => Promise<unknown>
}

export type OpenOfProvider = (account: CalendarAccount, opening: Opening) => ExternalCalendar
export type OpenCalendar = (provider: CalendarProvider, account: CalendarAccount, opening: Opening) => ExternalCalendar

/** A calendar of a provider at which this installation is not registered any more: known busy times hold, and writes wait. */
export const openNothing: OpenOfProvider = () => {
  const fail = async () => {
    throw new CalendarError('unreachable', 'This installation is not registered at the provider')
  }
  return { listCalendars: fail, readBusy: fail, putEvent: fail, removeEvent: fail, endAccess: fail }
}

/** The message never contains credentials, and no text of an event. */
export class CalendarError extends Error {
  constructor(
    readonly fault: CalendarFault,
    message: string,
    cause?: unknown,
  ) {
    super(message, { cause })
  }
}
