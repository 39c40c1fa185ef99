import { type GuardedFetch, type GuardedReply, OutgoingError } from '#server/http/outgoing/guarded-fetch.ts'
import { MAX_CALENDARS } from '#shared/bookings/external-calendar.ts'
import { mergeSpans } from './busy-times.ts'
import { CALDAV, DAV, type DavResource, escapeXml, parseMultistatus } from './dav-xml.ts'
import {
  type CalendarAccount,
  CalendarError,
  type ExternalCalendar,
  type FoundCalendar,
  type OpenOfProvider,
} from './external-calendar.ts'
import { readEvents } from './read-events.ts'

/** Of one answer: the events of a calendar in the five weeks that are read, or a part of them. */
const MAX_BYTES = 2 * 1024 * 1024
/** Of one event: no more than its description, where its calendar does not fit into one answer. */
const MAX_OBJECT_BYTES = 256 * 1024
/** Answers for one calendar that does not fit into one. */
const MAX_PARTS = 40
const MAX_NAME = 80
const NAMESPACES = `xmlns="${DAV}" xmlns:c="${CALDAV}"`

type Ask = (
  url: string,
  method: string,
  options?: { body?: string; depth?: 0 | 1; contentType?: string },
) => Promise<GuardedReply>

/**
 * CalDAV: the discovery of RFC 6764 and RFC 4791 §6.2.1, `calendar-query` for reading, and PUT and DELETE of one object for each
 * call. Every address of an answer passes the same checks as the one that the user gave.
 */
export const openCaldav =
  (fetchGuarded: GuardedFetch): OpenOfProvider =>
  (account, { signal }) => {
    const ask = createAsk(fetchGuarded, account, signal)
    return {
      listCalendars: () => discover(ask, account.server),
      async readBusy({ calendars, from, until, timeZone, isOwn }) {
        const query = { from: from.getTime(), until: until.getTime(), timeZone, owner: account.user }
        const read = await Promise.all(
          calendars.map(async (url) => {
            const { files, oversized } = await listObjects(ask, url, eventsBetween(from, until))
            const { events, unread } = await readEvents(files, query)
            return { events, unread: [...unread, ...oversized.map(() => ({ day: null }))] }
          }),
        )
        const events = read.flatMap((one) => one.events)
        return { busy: mergeSpans(events.filter(({ uid }) => !isOwn(uid))), unread: read.flatMap(({ unread }) => unread) }
      },
      async putEvent({ uid, file }, into, calendars) {
        await removeFrom(
          ask,
          uid,
          calendars.filter((url) => url !== into),
        )
        const [known] = await findObjects(ask, into, uid)
        const url = known ?? new URL(`${encodeURIComponent(uid.replace(/@.*/, ''))}.ics`, into).href
        const { status } = await ask(url, 'PUT', { body: file, contentType: 'text/calendar; charset=utf-8' })
        if (status >= 300) throw new CalendarError(faultOf(status), `The event was not stored, with status ${status}`)
      },
      removeEvent: (uid, calendars) => removeFrom(ask, uid, calendars),
      endAccess: async () => undefined,
    } satisfies ExternalCalendar
  }

function createAsk(fetchGuarded: GuardedFetch, { server, user, password }: CalendarAccount, signal: AbortSignal): Ask {
  const authorization = `Basic ${Buffer.from(`${user}:${password}`).toString('base64')}`
  const secret = { headers: { authorization }, isFor: isSameSite(new URL(server).hostname) }
  return async (url, method, { body, depth, contentType = 'application/xml; charset=utf-8' } = {}) => {
    const headers = {
      ...(body !== undefined && { 'content-type': contentType }),
      ...(depth !== undefined && { depth: String(depth) }),
    }
    try {
      return await fetchGuarded({
        url,
        method,
        headers,
        ...(body !== undefined && { body }),
        signal,
        maxBytes: MAX_BYTES,
        secret,
      })
    } catch (error) {
      if (error instanceof OutgoingError) throw new CalendarError(error.fault, error.message, error)
      throw error
    }
  }
}

/**
 * Credentials are sent to the host that the user named, to its subdomains, and to hosts beside it: `caldav.example.com` leads to
 * `p12-caldav.example.com`. A redirect to any other host gets none.
 */
export function isSameSite(named: string) {
  const parent = named.split('.').slice(1).join('.')
  const isBeside = (host: string) => named.split('.').length > 2 && !/^[\d.]+$/.test(named) && host.endsWith(`.${parent}`)
  return (host: string) => host === named || host.endsWith(`.${named}`) || isBeside(host)
}

function faultOf(status: number) {
  if (status === 401 || status === 403) return 'refused'
  if (status === 404 || status === 405 || status === 410) return 'not-found'
  return status === 429 || status >= 500 ? 'unreachable' : 'unreadable'
}

async function propfind(ask: Ask, url: string, depth: 0 | 1, props: string): Promise<DavResource[]> {
  const body = `<?xml version="1.0" encoding="utf-8"?><propfind ${NAMESPACES}><prop>${props}</prop></propfind>`
  return multistatus(await ask(url, 'PROPFIND', { body, depth }))
}

function multistatus(reply: GuardedReply): DavResource[] {
  if (reply.status !== 207) throw new CalendarError(faultOf(reply.status), `The server answered with status ${reply.status}`)
  return parseMultistatus(reply.text, reply.url)
}

/** Where the user's calendars are: an address with a path leads to them by itself, one without by its well-known address. */
async function discover(ask: Ask, server: string): Promise<FoundCalendar[]> {
  const wellKnown = new URL('/.well-known/caldav', server).href
  const principal = await firstPrincipal(ask, new URL(server).pathname === '/' ? [wellKnown, server] : [server, wellKnown])
  const [about] = await propfind(ask, principal, 0, '<c:calendar-home-set/>')
  const home = about && hrefIn(about, CALDAV, 'calendar-home-set')
  if (!home) throw new CalendarError('not-found', 'The user has no calendars')
  const props = '<resourcetype/><displayname/><current-user-privilege-set/><c:supported-calendar-component-set/>'
  const found = (await propfind(ask, home, 1, props)).filter(isCalendarOfEvents)
  if (found.length === 0) throw new CalendarError('not-found', 'The user has no calendars')
  return found.slice(0, MAX_CALENDARS).map((resource) => ({
    url: resource.url.endsWith('/') ? resource.url : `${resource.url}/`,
    name: nameOf(resource),
    isWritable: isWritable(resource),
  }))
}

/** @throws CalendarError the fault of the first address, where no other one names the user */
async function firstPrincipal(ask: Ask, urls: string[]): Promise<string> {
  let first: unknown
  for (const url of urls) {
    try {
      const [resource] = await propfind(ask, url, 0, '<current-user-principal/>')
      const principal = resource && hrefIn(resource, DAV, 'current-user-principal')
      if (principal) return principal
    } catch (error) {
      // A site may have another door at its root: a page, or a password of its own.
      const isOther = error instanceof CalendarError && ['not-found', 'unreadable', 'refused'].includes(error.fault)
      if (!isOther) throw error
      if (error.fault === 'refused') first ??= error
    }
  }
  throw first ?? new CalendarError('not-found', 'The server names no user')
}

function hrefIn(resource: DavResource, ns: string, name: string): string | undefined {
  const href = resource.find(ns, name)[0]?.getElementsByTagNameNS(DAV, 'href')[0]?.textContent?.trim()
  return href ? (URL.parse(href, resource.url)?.href ?? undefined) : undefined
}

function isCalendarOfEvents({ find }: DavResource): boolean {
  const isCalendar = find(CALDAV, 'calendar').length > 0
  const components = find(CALDAV, 'comp').map((comp) => comp.getAttribute('name'))
  return isCalendar && (components.length === 0 || components.includes('VEVENT'))
}

const nameOf = ({ url, find }: DavResource) => {
  const name = find(DAV, 'displayname')[0]?.textContent?.trim()
  return (name || decodeURIComponent(url.split('/').findLast(Boolean) ?? 'Calendar')).slice(0, MAX_NAME)
}

/** A calendar whose server names no rights counts as writable: a first write that is refused is reported. */
const isWritable = ({ find, has }: DavResource) =>
  !has(DAV, 'current-user-privilege-set') ||
  ['all', 'write', 'write-content', 'bind'].some((right) => find(DAV, right).length > 0)

const utc = (at: Date) => at.toISOString().replace(/[-:]|\.\d{3}/g, '')

const eventsBetween = (from: Date, until: Date) => `<c:time-range start="${utc(from)}" end="${utc(until)}"/>`

const query = (prop: string, filter: string) =>
  `<?xml version="1.0" encoding="utf-8"?><c:calendar-query ${NAMESPACES}><prop>${prop}</prop>` +
  `<c:filter><c:comp-filter name="VCALENDAR"><c:comp-filter name="VEVENT">${filter}</c:comp-filter></c:comp-filter></c:filter>` +
  '</c:calendar-query>'

type Objects = { files: string[]; oversized: string[] }

/**
 * The objects of a calendar. Where they do not fit into one answer, one of them may be as large as its sender has wanted: then they
 * are asked for by their addresses, and those that are too large are left out.
 */
async function listObjects(ask: Ask, url: string, filter: string): Promise<Objects> {
  const all = async () => filesOf(await ask(url, 'REPORT', { body: query('<c:calendar-data/>', filter), depth: 1 }))
  const files = await unlessTooLarge(all)
  if (files) return { files, oversized: [] }
  const listed = multistatus(await ask(url, 'REPORT', { body: query('<getetag/><getcontentlength/>', filter), depth: 1 }))
  const isOversized = ({ find }: DavResource) => Number(find(DAV, 'getcontentlength')[0]?.textContent ?? 0) > MAX_OBJECT_BYTES
  const others = listed.filter((object) => !isOversized(object)).map((object) => object.url)
  const read = await getObjects(ask, url, others)
  return { files: read.files, oversized: [...listed.filter(isOversized).map((object) => object.url), ...read.oversized] }
}

/** Halves the addresses until the answers fit. @throws CalendarError `too-large` where there are too many */
async function getObjects(ask: Ask, calendar: string, urls: string[], parts = { left: MAX_PARTS }): Promise<Objects> {
  if (urls.length === 0) return { files: [], oversized: [] }
  if (parts.left === 0) throw new CalendarError('too-large', 'The calendar has too many large events')
  parts.left -= 1
  const hrefs = urls.map((url) => `<href>${escapeXml(new URL(url).pathname)}</href>`).join('')
  const body = `<?xml version="1.0" encoding="utf-8"?><c:calendar-multiget ${NAMESPACES}><prop><c:calendar-data/></prop>${hrefs}</c:calendar-multiget>`
  const files = await unlessTooLarge(async () => filesOf(await ask(calendar, 'REPORT', { body, depth: 1 })))
  if (files) return { files, oversized: [] }
  if (urls.length === 1) return { files: [], oversized: urls }
  const half = Math.ceil(urls.length / 2)
  const first = await getObjects(ask, calendar, urls.slice(0, half), parts)
  const second = await getObjects(ask, calendar, urls.slice(half), parts)
  return { files: [...first.files, ...second.files], oversized: [...first.oversized, ...second.oversized] }
}

const unlessTooLarge = <Answer>(run: () => Promise<Answer>): Promise<Answer | undefined> =>
  run().catch((error) => {
    if (error instanceof CalendarError && error.fault === 'too-large') return undefined
    throw error
  })

const filesOf = (reply: GuardedReply): string[] =>
  multistatus(reply).map(({ find }) => {
    const file = find(CALDAV, 'calendar-data')[0]?.textContent
    if (!file) throw new CalendarError('unreadable', 'An event has no content')
    return file
  })

/** The addresses of an event's objects in a calendar: ours, or one that another program has made from the mailed invitation. */
async function findObjects(ask: Ask, url: string, uid: string): Promise<string[]> {
  const filter = `<c:prop-filter name="UID"><c:text-match collation="i;octet">${escapeXml(uid)}</c:text-match></c:prop-filter>`
  return multistatus(await ask(url, 'REPORT', { body: query('<getetag/>', filter), depth: 1 })).map((found) => found.url)
}

async function removeFrom(ask: Ask, uid: string, calendars: string[]) {
  for (const calendar of calendars) {
    for (const url of await findObjects(ask, calendar, uid)) {
      const { status } = await ask(url, 'DELETE')
      // A calendar that can only be read keeps its copy.
      const isRemoved = status < 300 || status === 404 || status === 410 || status === 403
      if (!isRemoved) throw new CalendarError(faultOf(status), `The event was not removed, with status ${status}`)
    }
  }
}
