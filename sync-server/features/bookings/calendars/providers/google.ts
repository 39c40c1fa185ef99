import * as v from 'valibot'
import { mergeSpans } from '#server/features/bookings/calendars/busy-times.ts'
import {
  type BusyQuery,
  CalendarError,
  type CalendarEvent,
  type ExternalCalendar,
  type FoundCalendar,
  type OpenOfProvider,
} from '#server/features/bookings/calendars/external-calendar.ts'
import type { GuardedFetch } from '#server/http/outgoing/guarded-fetch.ts'
import { MAX_CALENDARS } from '#shared/bookings/external-calendar.ts'
import type { Span } from '#shared/bookings/offered-hours.ts'
import { dayIn } from './days.ts'
import { errorOf, eventWriter, openProviderApi, type ProviderApi } from './provider-api.ts'
import type { Tokens } from './tokens.ts'

/** Free and busy times of each calendar, the list of calendars, and events of those that the investor owns. */
export const GOOGLE_SCOPES = ['calendar.freebusy', 'calendar.calendarlist.readonly', 'calendar.events.owned'].map(
  (name) => `https://www.googleapis.com/auth/${name}`,
)

const MAX_NAME = 80
const MAX_PAGES = 20
/** Ids of one call. The next one is taken where the event of one was deleted for good. */
const MAX_IDS = 5
/** Names the call of an event, to search for it. */
const PROPERTY = 'latchkeyCall'

const CalendarList = v.object({
  items: v.optional(
    v.array(
      v.object({
        id: v.string(),
        summary: v.optional(v.string(), ''),
        summaryOverride: v.optional(v.string()),
        accessRole: v.string(),
      }),
    ),
    [],
  ),
  nextPageToken: v.optional(v.string()),
})
const FreeBusy = v.object({
  calendars: v.record(
    v.string(),
    v.object({
      busy: v.optional(v.array(v.object({ start: v.string(), end: v.string() })), []),
      errors: v.optional(v.array(v.object({ reason: v.string() })), []),
    }),
  ),
})
const Time = v.object({ date: v.optional(v.string()), dateTime: v.optional(v.string()) })
const Event = v.object({
  id: v.string(),
  iCalUID: v.optional(v.string(), ''),
  status: v.optional(v.string()),
  transparency: v.optional(v.string()),
  start: v.optional(Time, {}),
  end: v.optional(Time, {}),
  attendees: v.optional(v.array(v.object({ self: v.optional(v.boolean()), responseStatus: v.optional(v.string()) })), []),
})
type Event = v.InferOutput<typeof Event>
const Events = v.object({
  items: v.optional(v.array(Event), []),
  timeZone: v.optional(v.string(), 'UTC'),
  nextPageToken: v.optional(v.string()),
})

type Deps = { fetchGuarded: GuardedFetch; tokens: Tokens; baseUrl: string; revokeUrl: string }

/**
 * Google Calendar, API version 3. Busy times are those of `freeBusy`, which does not tell our own events from others: calendars
 * that calls are written to are read event by event. The id of an event is derived from the call, so that a repeated request creates no
 * second one.
 *
 * @see https://developers.google.com/workspace/calendar/api/v3/reference
 */
export const openGoogle =
  ({ revokeUrl, ...deps }: Deps): OpenOfProvider =>
  (account, opening) => {
    const api = openProviderApi(deps, account, opening)
    return {
      listCalendars: () => listCalendars(api),
      async readBusy(query) {
        const { calendars, writable = [] } = query
        const isOwned = (id: string) => writable.includes(id)
        const read = await Promise.all([
          freeBusy(
            api,
            calendars.filter((id) => !isOwned(id)),
            query,
          ),
          ...calendars.filter(isOwned).map((id) => busyEvents(api, id, query)),
        ])
        // The provider expands recurring events.
        return { busy: mergeSpans(read.flat()), unread: [] }
      },
      ...eventWriter(api, { put, removeFrom }),
      async endAccess() {
        const body = new URLSearchParams({ token: account.password }).toString()
        const headers = { 'content-type': 'application/x-www-form-urlencoded' }
        const { fetchGuarded } = deps
        const { signal } = opening
        const { status } = await fetchGuarded({ url: revokeUrl, method: 'POST', headers, body, signal, maxBytes: 100_000 }).catch(
          (error) => {
            throw new CalendarError('unreachable', 'The consent was not revoked', error)
          },
        )
        // 400: it is not valid any more.
        if (status >= 300 && status !== 400) throw errorOf({ status, json: undefined })
      },
    } satisfies ExternalCalendar
  }

const pathOf = (id: string, rest = '') => `/calendars/${encodeURIComponent(id)}/events${rest}`

/** The letters of base32hex that an id may have, for any UID: its hexadecimal form, and a number after a letter that this has not. */
const eventIdOf = (uid: string, nth: number) => `${Buffer.from(uid).toString('hex')}g${nth}`
const uidIn = (id: string) => Buffer.from(id.split('g', 1)[0] ?? '', 'hex').toString()

async function listCalendars(api: ProviderApi): Promise<FoundCalendar[]> {
  const found: FoundCalendar[] = []
  let page: string | undefined
  for (let nth = 0; nth < MAX_PAGES; nth += 1) {
    const search = new URLSearchParams({ maxResults: '250', ...(page && { pageToken: page }) })
    const { items, nextPageToken } = await api.read(`/users/me/calendarList?${search}`, CalendarList)
    for (const { id, summary, summaryOverride, accessRole } of items) {
      found.push({ url: id, name: (summaryOverride || summary || id).slice(0, MAX_NAME), isWritable: accessRole === 'owner' })
    }
    page = nextPageToken
    if (!page) break
  }
  if (found.length === 0) throw new CalendarError('not-found', 'The account has no calendars')
  return found.slice(0, MAX_CALENDARS)
}

async function freeBusy(api: ProviderApi, calendars: string[], { from, until, timeZone }: BusyQuery): Promise<Span[]> {
  if (calendars.length === 0) return []
  const body = {
    timeMin: from.toISOString(),
    timeMax: until.toISOString(),
    timeZone,
    items: calendars.map((id) => ({ id })),
  }
  const answer = await api.read('/freeBusy', FreeBusy, { method: 'POST', body })
  return calendars.flatMap((id) => {
    const about = answer.calendars[id]
    // A calendar without an answer is not one without events.
    if (!about) throw new CalendarError('unreadable', 'A calendar is missing in the answer')
    const [error] = about.errors
    if (error) throw new CalendarError(error.reason === 'notFound' ? 'not-found' : 'unreachable', 'A calendar was not read')
    return about.busy.map(({ start, end }) => spanOf(Date.parse(start), Date.parse(end)))
  })
}

async function busyEvents(api: ProviderApi, id: string, { from, until, isOwn }: BusyQuery): Promise<Span[]> {
  const spans: Span[] = []
  let page: string | undefined
  for (let nth = 0; nth < MAX_PAGES; nth += 1) {
    const search = new URLSearchParams({
      timeMin: from.toISOString(),
      timeMax: until.toISOString(),
      singleEvents: 'true',
      maxResults: '2500',
      fields: 'timeZone,nextPageToken,items(id,iCalUID,status,transparency,start,end,attendees(self,responseStatus))',
      ...(page && { pageToken: page }),
    })
    const { items, timeZone, nextPageToken } = await api.read(pathOf(id, `?${search}`), Events)
    for (const event of items) {
      const isOfCall = isOwn(uidIn(event.id)) || isOwn(event.iCalUID)
      if (isBusy(event) && !isOfCall) spans.push(spanOf(instantOf(event.start, timeZone), instantOf(event.end, timeZone)))
    }
    page = nextPageToken
    if (!page) return spans
  }
  throw new CalendarError('too-large', 'The calendar has too many pages')
}

const isBusy = ({ status, transparency, attendees }: Event) =>
  status !== 'cancelled' &&
  transparency !== 'transparent' &&
  !attendees.some(({ self, responseStatus }) => self && (responseStatus === 'declined' || responseStatus === 'needsAction'))

/** A day is one of the calendar's time zone. */
const instantOf = ({ date, dateTime }: v.InferOutput<typeof Time>, timeZone: string) =>
  dateTime ? Date.parse(dateTime) : dayIn(timeZone, date ?? '')

function spanOf(start: number, end: number): Span {
  if (Number.isNaN(start) || Number.isNaN(end)) throw new CalendarError('unreadable', 'An event has no time')
  return { start, end }
}

/** The events of a call in a calendar: ours, and those that a mail program has made from the mailed invitation. */
async function find(api: ProviderApi, calendar: string, uid: string): Promise<{ own: string[]; copies: string[] }> {
  const search = async (filter: Record<string, string>) => {
    const query = new URLSearchParams({ ...filter, fields: 'items(id,status)' })
    const { items } = await api.read(pathOf(calendar, `?${query}`), Events)
    return items.filter(({ status }) => status !== 'cancelled').map(({ id }) => id)
  }
  const own = await search({ privateExtendedProperty: `${PROPERTY}=${uid}` })
  const copies = await search({ iCalUID: uid })
  return { own, copies: copies.filter((id) => !own.includes(id)) }
}

/**
 * Replaces the event that is there, or creates it. An id keeps naming an event that was deleted: it is restored, or another id is taken
 * where Google does not restore it.
 */
async function put(api: ProviderApi, { uid, start, end, title, description, location }: CalendarEvent, into: string) {
  const event = {
    status: 'confirmed',
    summary: title,
    description,
    location: location ?? '',
    start: { dateTime: start.toISOString() },
    end: { dateTime: end.toISOString() },
    transparency: 'opaque',
    reminders: { useDefault: false, overrides: [{ method: 'popup', minutes: 15 }] },
    extendedProperties: { private: { [PROPERTY]: uid } },
  }
  const replace = (id: string) => api.ask(pathOf(into, `/${id}?sendUpdates=none`), { method: 'PUT', body: event })
  const create = (id: string) => api.ask(pathOf(into, '?sendUpdates=none'), { method: 'POST', body: { id, ...event } })
  const { own, copies } = await find(api, into, uid)
  const [known, ...others] = own
  for (const id of [...others, ...copies]) await remove(api, into, id)
  let reply = known ? await replace(known) : undefined
  for (let nth = 0; nth < MAX_IDS && (!reply || isDeleted(reply)); nth += 1) {
    const id = eventIdOf(uid, nth)
    reply = await create(id)
    // Another writer, or a request whose answer was lost, has created it; or it was deleted.
    if (reply.status === 409) reply = await replace(id)
  }
  if (!reply || reply.status >= 300) throw errorOf(reply ?? { status: 409, json: undefined })
}

/** Whether the event to replace was deleted. A quota that is used up is refused with one of these as well. */
const isDeleted = (reply: Awaited<ReturnType<ProviderApi['ask']>>) =>
  [403, 404, 410].includes(reply.status) && errorOf(reply).fault !== 'unreachable'

async function removeFrom(api: ProviderApi, uid: string, calendars: string[]) {
  for (const calendar of calendars) {
    const { own, copies } = await find(api, calendar, uid).catch((error) => {
      // A calendar of others, or one that is gone, has no event of a call.
      const isOutOfReach = error instanceof CalendarError && (error.fault === 'refused' || error.fault === 'not-found')
      if (isOutOfReach) return { own: [], copies: [] }
      throw error
    })
    for (const id of [...own, ...copies]) await remove(api, calendar, id)
  }
}

async function remove(api: ProviderApi, calendar: string, id: string) {
  const reply = await api.ask(pathOf(calendar, `/${id}?sendUpdates=none`), { method: 'DELETE' })
  if (reply.status >= 300 && reply.status !== 404 && reply.status !== 410) throw errorOf(reply)
}
