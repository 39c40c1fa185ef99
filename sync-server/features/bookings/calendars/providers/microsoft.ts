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

/** No scope of Graph allows to write events and less than this. */
export const MICROSOFT_SCOPES = ['Calendars.ReadWrite']

const MAX_NAME = 80
const MAX_PAGES = 20
/** Events of one call with one time. The next id is taken where the event of one was deleted. */
const MAX_TRANSACTIONS = 5

/** Names the call of an event. Graph can search for it, as it cannot for a transaction id. */
const PROPERTY = 'String {5b3a7a52-6f0e-4a53-9d0c-0c3f7a0f6c11} Name latchkeyCall'

const NextLink = { '@odata.nextLink': v.optional(v.string()) }
const Calendars = v.object({
  value: v.array(v.object({ id: v.string(), name: v.optional(v.string(), ''), canEdit: v.optional(v.boolean(), false) })),
  ...NextLink,
})
const Time = v.object({ dateTime: v.string() })
const Event = v.object({
  id: v.string(),
  iCalUId: v.nullish(v.string(), ''),
  transactionId: v.nullish(v.string(), ''),
  isAllDay: v.optional(v.boolean(), false),
  isCancelled: v.optional(v.boolean(), false),
  showAs: v.optional(v.string(), 'busy'),
  responseStatus: v.nullish(v.object({ response: v.optional(v.string()) })),
  start: Time,
  end: Time,
})
type Event = v.InferOutput<typeof Event>
const Events = v.object({ value: v.array(Event), ...NextLink })
const Found = v.object({ value: v.array(v.object({ id: v.string() })) })

type Deps = { fetchGuarded: GuardedFetch; tokens: Tokens; baseUrl: string }

/**
 * Microsoft Graph, version 1.0: the calendars of Outlook and Microsoft 365. Busy times are read event by event, because
 * `getSchedule` does not tell our own events from others, and knows the first calendar only.
 *
 * @see https://learn.microsoft.com/graph/api/resources/event
 */
export const openMicrosoft =
  (deps: Deps): OpenOfProvider =>
  (account, opening) => {
    const api = openProviderApi(deps, account, opening)
    return {
      listCalendars: () => listCalendars(api),
      async readBusy(query) {
        const read = await Promise.all(query.calendars.map((id) => busyEvents(api, id, query)))
        // The provider expands recurring events.
        return { busy: mergeSpans(read.flat()), unread: [] }
      },
      ...eventWriter(api, { put, removeFrom }),
      // Graph has no call that ends one consent: the owner removes it in the Microsoft account.
      endAccess: async () => undefined,
    } satisfies ExternalCalendar
  }

const pathOf = (id: string, rest: string) => `/me/calendars/${encodeURIComponent(id)}/${rest}`

async function listCalendars(api: ProviderApi): Promise<FoundCalendar[]> {
  const found: FoundCalendar[] = []
  let next: string | undefined = '/me/calendars?$select=id,name,canEdit&$top=100'
  for (let nth = 0; next && nth < MAX_PAGES; nth += 1) {
    const page: v.InferOutput<typeof Calendars> = await api.read(next, Calendars)
    for (const { id, name, canEdit } of page.value)
      found.push({ url: id, name: (name || 'Calendar').slice(0, MAX_NAME), isWritable: canEdit })
    next = page['@odata.nextLink']
  }
  if (found.length === 0) throw new CalendarError('not-found', 'The account has no calendars')
  return found.slice(0, MAX_CALENDARS)
}

async function busyEvents(api: ProviderApi, id: string, query: BusyQuery): Promise<Span[]> {
  const search = searchOf({
    startDateTime: query.from.toISOString(),
    endDateTime: query.until.toISOString(),
    $select: 'id,iCalUId,transactionId,isAllDay,isCancelled,showAs,responseStatus,start,end',
    $top: '500',
  })
  const spans: Span[] = []
  let next: string | undefined = pathOf(id, `calendarView?${search}`)
  for (let nth = 0; next && nth < MAX_PAGES; nth += 1) {
    const page: v.InferOutput<typeof Events> = await api.read(next, Events, { headers: { prefer: 'outlook.timezone="UTC"' } })
    for (const event of page.value) {
      const isOfCall = query.isOwn(uidIn(event.transactionId ?? '')) || query.isOwn(event.iCalUId ?? '')
      if (isBusy(event) && !isOfCall) spans.push(spanOf(event, query.timeZone))
    }
    next = page['@odata.nextLink']
  }
  if (next) throw new CalendarError('too-large', 'The calendar has too many pages')
  return spans
}

/** What Outlook shows as working elsewhere is a place, and not a use of the time. */
const isBusy = ({ isCancelled, showAs, responseStatus }: Event) =>
  !isCancelled &&
  showAs !== 'free' &&
  showAs !== 'workingElsewhere' &&
  !/^(declined|notResponded)$/.test(responseStatus?.response ?? '')

/** Times are in UTC, as asked for, and have no offset. A day has no zone: it is one of the owner's. */
function spanOf({ isAllDay, start, end }: Event, timeZone: string): Span {
  const instantOf = ({ dateTime }: v.InferOutput<typeof Time>) =>
    isAllDay ? dayIn(timeZone, dateTime) : Date.parse(/(Z|[+-]\d\d:\d\d)$/.test(dateTime) ? dateTime : `${dateTime}Z`)
  const span = { start: instantOf(start), end: instantOf(end) }
  if (Number.isNaN(span.start) || Number.isNaN(span.end)) throw new CalendarError('unreadable', 'An event has no time')
  return span
}

/** A transaction id names the call and its time: Graph creates one event for each, however often it is asked. */
const transactionOf = (uid: string, nth: string) => `${uid} ${nth}`
const uidIn = (transactionId: string) => transactionId.split(' ', 1)[0] ?? ''

/** OData names begin with a sign that `URLSearchParams` encodes, and a space is never a plus. */
const searchOf = (values: Record<string, string>) =>
  Object.entries(values)
    .map(([name, value]) => `${name}=${encodeURIComponent(value)}`)
    .join('&')

const quote = (text: string) => `'${text.replaceAll("'", "''")}'`

/** Ids of the events of a call in a calendar: ours, and those that a mail program has made from the mailed invitation. */
async function find(api: ProviderApi, calendar: string, uid: string): Promise<{ own: string[]; copies: string[] }> {
  const search = async (filter: string) => {
    const query = searchOf({ $filter: filter, $select: 'id', $top: '50' })
    return (await api.read(pathOf(calendar, `events?${query}`), Found)).value.map(({ id }) => id)
  }
  const own = await search(`singleValueExtendedProperties/any(ep: ep/id eq ${quote(PROPERTY)} and ep/value eq ${quote(uid)})`)
  const copies = await search(`iCalUId eq ${quote(uid)}`)
  return { own, copies: copies.filter((id) => !own.includes(id)) }
}

async function put(api: ProviderApi, { uid, start, end, title, description, location }: CalendarEvent, into: string) {
  const at = (time: Date) => ({ dateTime: time.toISOString().replace('Z', ''), timeZone: 'UTC' })
  const event = {
    subject: title,
    body: { contentType: 'text', content: description },
    location: { displayName: location ?? '' },
    start: at(start),
    end: at(end),
    showAs: 'busy',
    isReminderOn: true,
    reminderMinutesBeforeStart: 15,
  }
  const create = (nth: string) =>
    api.ask(pathOf(into, 'events'), {
      method: 'POST',
      body: {
        ...event,
        transactionId: transactionOf(uid, nth),
        singleValueExtendedProperties: [{ id: PROPERTY, value: uid }],
      },
    })
  const replace = (id: string) => api.ask(`/me/events/${encodeURIComponent(id)}`, { method: 'PATCH', body: event })
  const { own, copies } = await find(api, into, uid)
  const [known, ...others] = own
  for (const id of [...others, ...copies]) await remove(api, id)
  let reply = known ? await replace(known) : undefined
  for (let nth = 0; nth < MAX_TRANSACTIONS && (!reply || reply.status === 409); nth += 1) {
    reply = await create(`${start.getTime()} ${nth}`)
    if (reply.status !== 409) break
    // The id was used: by another writer or a request whose answer was lost, or for an event that was deleted since.
    const [created] = (await find(api, into, uid)).own
    if (created) reply = await replace(created)
  }
  if (!reply || reply.status >= 300) throw errorOf(reply ?? { status: 409, json: undefined })
}

async function removeFrom(api: ProviderApi, uid: string, calendars: string[]) {
  for (const calendar of calendars) {
    const found = await find(api, calendar, uid).catch((error) => {
      // A calendar that was deleted, or is not shared any more, has no event.
      if (error instanceof CalendarError && error.fault === 'not-found') return { own: [], copies: [] }
      throw error
    })
    for (const id of [...found.own, ...found.copies]) await remove(api, id)
  }
}

async function remove(api: ProviderApi, id: string) {
  const reply = await api.ask(`/me/events/${encodeURIComponent(id)}`, { method: 'DELETE' })
  // A calendar that can only be read keeps its copy.
  const isRemoved = reply.status < 300 || reply.status === 404 || reply.status === 410 || reply.status === 403
  if (!isRemoved) throw errorOf(reply)
}
