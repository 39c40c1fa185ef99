import * as v from 'valibot'
import { BookingId } from '#shared/ids.ts'

export const MAX_CALENDARS = 20

/** Providers whose consent page an investor is sent to. */
export const ConsentProvider = v.picklist(['google', 'microsoft'])
export type ConsentProvider = v.InferOutput<typeof ConsentProvider>

/** How a calendar is reached. */
export const CalendarProvider = v.picklist(['caldav', ...ConsentProvider.options])
export type CalendarProvider = v.InferOutput<typeof CalendarProvider>

export const providerNames: Record<ConsentProvider, string> = { google: 'Google', microsoft: 'Microsoft' }

/** Why a calendar could not be read or written. */
export const CalendarFault = v.picklist(['unreachable', 'refused', 'not-found', 'forbidden', 'too-large', 'unreadable'])
export type CalendarFault = v.InferOutput<typeof CalendarFault>

/** What the owner can do about it, where a server was named. */
const serverFaults: Record<CalendarFault, string> = {
  unreachable: 'The calendar server did not answer.',
  refused: 'The calendar server refused the user name or the app password.',
  'not-found': 'No calendar was found at this address.',
  forbidden: 'The address has to begin with https:// and belong to a public server.',
  'too-large': 'The calendar has more events than we can read.',
  unreadable: 'The calendar server sent an answer that we can’t read.',
}

const providerFaults: Record<CalendarFault, (name: string) => string> = {
  unreachable: (name) => `${name} did not answer.`,
  refused: (name) => `${name} no longer gives us access. Please connect your calendar again.`,
  'not-found': (name) => `${name} no longer has one of your calendars. Please choose again.`,
  forbidden: (name) => `${name} did not answer.`,
  'too-large': () => serverFaults['too-large'],
  unreadable: (name) => `${name} sent an answer that we can’t read.`,
}

/** What the owner can do about a fault of the calendar. */
export const faultText = (provider: CalendarProvider, fault: CalendarFault): string =>
  provider === 'caldav' ? serverFaults[fault] : providerFaults[fault](providerNames[provider])

const line = (fault: string, max: number) => v.pipe(v.string(fault), v.trim(), v.minLength(1, fault), v.maxLength(max, fault))

const Server = v.pipe(
  line('Enter the address of the calendar server', 500),
  v.transform((text) => (/^[a-z]+:\/\//i.test(text) ? text : `https://${text}`)),
  v.check((text) => /^https?:$/.test(URL.parse(text)?.protocol ?? ''), 'Enter an address such as https://caldav.example.com'),
)

/** `PUT /api/vcs/{id}/external-calendar` */
export const ConnectCalendar = v.object({
  server: Server,
  user: line('Enter the user name', 200),
  password: line('Enter the app password', 500),
})
export type ConnectCalendar = v.InferInput<typeof ConnectCalendar>

/** `POST /api/vcs/{id}/external-calendar/authorization` */
export const StartAuthorization = v.object({ provider: ConsentProvider })
export type StartAuthorization = v.InferOutput<typeof StartAuthorization>

/** The consent page that the browser is sent to. */
export const AuthorizationAddress = v.object({ url: v.string() })

/** The address that the provider sends the browser back to, and the part of the listing's page that is shown next. */
export const CALENDAR_CALLBACK = '/api/external-calendars/callback'
export const CHOOSE_CALENDARS_HASH = 'choose-calendars'
/** The same after a return that connected nothing; the code of the problem follows. */
export const NOT_CONNECTED_HASH = 'calendar-not-connected='

/** Why a return connected nothing, where there is more to say than to try again. */
const consentFaults: Record<string, string> = {
  'calendars.consent-refused': 'You did not give access to your calendar, or not to all that is needed.',
  'calendars.consent-unknown':
    'The page of the provider was open for too long, or belongs to another session. Please start again.',
  'calendars.unreachable': 'The provider did not answer. Please try again.',
}
/** @param code  of a problem, from the address: it selects a text and is never shown */
export const consentFaultText = (code: string) => (Object.hasOwn(consentFaults, code) ? consentFaults[code] : 'Please try again.')

/** The address of a calendar, or its id at a provider. */
const CalendarUrl = v.pipe(v.string(), v.maxLength(2000))

/** `PUT /api/vcs/{id}/external-calendar/calendars` */
export const ChooseCalendars = v.object({
  /** Events in these make the investor busy. */
  busy: v.pipe(v.array(CalendarUrl), v.maxLength(MAX_CALENDARS)),
  /** Calls are written here; null writes none. */
  events: v.nullable(CalendarUrl),
})
export type ChooseCalendars = v.InferOutput<typeof ChooseCalendars>

/** The calendars of the connected account, as its server lists them now. */
export const CalendarChoices = v.object({
  calendars: v.array(v.object({ url: CalendarUrl, name: v.string(), isWritable: v.boolean() })),
  ...ChooseCalendars.entries,
})
export type CalendarChoices = v.InferOutput<typeof CalendarChoices>

/** Events that could not be read and are not busy: how many, and on which days some of them start first, such as `2026-11-27`. */
const UnreadEvents = v.object({ count: v.number(), days: v.array(v.string()) })
export type UnreadEvents = v.InferOutput<typeof UnreadEvents>

const Connection = v.object({
  /** Left out by a node of an earlier release, which has no other. */
  provider: v.optional(CalendarProvider, 'caldav'),
  /** The name of the server alone. */
  host: v.string(),
  /** How many calendars make the investor busy, and whether calls are written to one. */
  busyCalendars: v.number(),
  isWritten: v.boolean(),
  /** ISO instants: of the last successful read, and since when reads fail. */
  readAt: v.string(),
  failing: v.nullable(v.object({ fault: CalendarFault, since: v.string() })),
  /** Why the last call could not be written. */
  writeFault: v.nullable(CalendarFault),
  /** Until when busy times are known. Later times are not offered. */
  knownUntil: v.string(),
  /** Coming calls at a time at which the calendar has another event. */
  conflicts: v.array(v.object({ bookingId: BookingId, start: v.string() })),
  /** A node of the last release does not send it. */
  unread: v.optional(UnreadEvents, { count: 0, days: [] }),
})
export type CalendarConnection = v.InferOutput<typeof Connection>

/** Every call about the connection answers with its state; null without one. The credentials are never returned. */
export const ExternalCalendarState = v.object({
  connection: v.nullable(Connection),
  /** Providers that can be connected here, beside a CalDAV server. */
  offers: v.optional(v.array(ConsentProvider), []),
})
export type ExternalCalendarState = v.InferOutput<typeof ExternalCalendarState>
