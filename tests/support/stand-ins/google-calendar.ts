import { startProvider } from './oauth-provider.ts'

export const [WORK, PRIVATE, TEAM] = [
  'alan@keystone.example',
  'private@group.calendar.google.com',
  'team@group.calendar.google.com',
]
const CALENDARS = [
  { id: WORK, summary: 'alan@keystone.example', summaryOverride: 'Work', accessRole: 'owner', primary: true },
  { id: PRIVATE, summary: 'Private', accessRole: 'owner' },
  { id: TEAM, summary: 'Team, to read', accessRole: 'reader' },
]
const PAGE = 2

type Time = { dateTime?: string; date?: string }
export type GoogleEvent = {
  id: string
  iCalUID?: string
  status?: string
  summary?: string
  transparency?: string
  start: Time
  end: Time
  attendees?: { self?: boolean; responseStatus?: string }[]
  extendedProperties?: { private?: Record<string, string> }
}

const refusal = (status: number, reason: string) =>
  Response.json({ error: { code: status, message: reason, errors: [{ domain: 'global', reason, message: reason }] } }, { status })

/**
 * The part of Google's identity service and of Calendar API version 3 that the product needs, in the documented shapes: two
 * calendars of the owner and one to read, pages of two items, and ids that keep naming a deleted event.
 */
export function startGoogle() {
  const calendars = new Map<string, Map<string, GoogleEvent>>(CALENDARS.map(({ id }) => [id, new Map()]))
  const lost = new Set<string>()
  let isRestoring = true
  let whileRead = async () => undefined as unknown
  let whileWritten = async () => undefined as unknown

  const eventsOf = (id: string) => calendars.get(id) ?? new Map<string, GoogleEvent>()
  const live = (id: string) => [...eventsOf(id).values()].filter(({ status }) => status !== 'cancelled')

  const provider = startProvider({
    paths: { consent: '/o/oauth2/v2/auth', token: '/token', revoke: '/revoke' },
    scopes: ['calendar.freebusy', 'calendar.calendarlist.readonly', 'calendar.events.owned'].map(
      (name) => `https://www.googleapis.com/auth/${name}`,
    ),
    isRotating: false,
    busyStatus: 403,
    refusal,
    async api(request, url) {
      if (url.pathname === '/calendar/v3/users/me/calendarList') return page(CALENDARS, url)
      if (url.pathname === '/calendar/v3/freeBusy') {
        const answer = freeBusy(await request.json())
        await whileRead()
        return answer
      }
      const [, calendar = '', id] =
        /^\/calendar\/v3\/calendars\/([^/]+)\/events(?:\/([^/]+))?$/.exec(url.pathname)?.map(decodeURIComponent) ?? []
      const about = CALENDARS.find((one) => one.id === calendar && !lost.has(one.id))
      if (!about) return refusal(404, 'notFound')
      // The scope is for calendars of the owner alone.
      if (about.accessRole !== 'owner') return refusal(403, 'requiredAccessLevel')
      if (request.method === 'GET') {
        const answer = list(calendar, url)
        if (url.searchParams.has('timeMin')) await whileRead()
        return answer
      }
      return write(request, calendar, id)
    },
  })

  function page<Item>(items: Item[], { searchParams }: URL, more: object = {}): Response {
    const from = Number(searchParams.get('pageToken') ?? 0)
    const isLast = from + PAGE >= items.length
    return Response.json({
      ...more,
      items: items.slice(from, from + PAGE),
      ...(!isLast && { nextPageToken: String(from + PAGE) }),
    })
  }

  function list(calendar: string, url: URL): Response {
    const about = (name: string) => url.searchParams.get(name)
    const [from, until, uid, property] = [about('timeMin'), about('timeMax'), about('iCalUID'), about('privateExtendedProperty')]
    const [name = '', value] = property?.split('=') ?? []
    const found = live(calendar).filter(
      (event) =>
        (!from || !until || (instant(event.end) > Date.parse(from) && instant(event.start) < Date.parse(until))) &&
        (!uid || event.iCalUID === uid) &&
        (!property || event.extendedProperties?.private?.[name] === value),
    )
    return page(found, url, { kind: 'calendar#events', timeZone: 'Europe/Berlin' })
  }

  function freeBusy({ timeMin, timeMax, items }: { timeMin: string; timeMax: string; items: { id: string }[] }): Response {
    const answer = items.map(({ id }) => {
      if (!calendars.has(id) || lost.has(id)) return [id, { errors: [{ domain: 'global', reason: 'notFound' }], busy: [] }]
      const busy = live(id)
        .filter(
          ({ transparency, attendees }) =>
            transparency !== 'transparent' && !attendees?.some((one) => one.self && one.responseStatus === 'declined'),
        )
        .filter((event) => instant(event.end) > Date.parse(timeMin) && instant(event.start) < Date.parse(timeMax))
        .map(({ start, end }) => ({ start: new Date(instant(start)).toISOString(), end: new Date(instant(end)).toISOString() }))
      return [id, { busy }]
    })
    return Response.json({ kind: 'calendar#freeBusy', timeMin, timeMax, calendars: Object.fromEntries(answer) })
  }

  async function write(request: Request, calendar: string, id: string | undefined): Promise<Response> {
    const events = eventsOf(calendar)
    const known = events.get(id ?? '')
    const store = (event: GoogleEvent) => {
      events.set(event.id, event)
      return Response.json(event)
    }
    await whileWritten()
    switch (request.method) {
      case 'POST': {
        const event = (await request.json()) as GoogleEvent
        if (!/^[a-v0-9]{5,1024}$/.test(event.id)) return refusal(400, 'invalid')
        return events.has(event.id) ? refusal(409, 'duplicate') : store({ iCalUID: `${event.id}@google.com`, ...event })
      }
      case 'PUT':
        if (!known) return refusal(404, 'notFound')
        if (known.status === 'cancelled' && !isRestoring) return refusal(403, 'forbidden')
        return store({ ...((await request.json()) as GoogleEvent), id: known.id, iCalUID: known.iCalUID ?? '' })
      case 'DELETE':
        if (!known) return refusal(404, 'notFound')
        if (known.status === 'cancelled') return refusal(410, 'deleted')
        known.status = 'cancelled'
        return new Response(null, { status: 204 })
      default:
        return refusal(405, 'httpMethodNotAllowed')
    }
  }

  return {
    ...provider,
    env: {
      GOOGLE_CLIENT_ID: provider.client.id,
      GOOGLE_CLIENT_SECRET: provider.client.secret,
      GOOGLE_LOGIN_URL: provider.url,
      GOOGLE_TOKEN_URL: provider.url,
      GOOGLE_CALENDAR_API_URL: `${provider.url}/calendar/v3`,
    },
    /** What the owner, or another program, enters. */
    enter: (calendar: string, event: GoogleEvent) =>
      void eventsOf(calendar).set(event.id, { iCalUID: `${event.id}@google.com`, ...event }),
    /** Events that are there, as `calendar: title start`. */
    shown: () => CALENDARS.flatMap(({ id }) => live(id).map((event) => ({ calendar: id, ...event }))),
    /** A calendar is deleted, or not shared any more. */
    lose: (calendar: string) => void lost.add(calendar),
    clear: () => {
      lost.clear()
      for (const events of calendars.values()) events.clear()
    },
    /** Whether an event that was deleted is restored by a replacement. */
    restore: (value: boolean) => {
      isRestoring = value
    },
    whileRead: (run: () => Promise<unknown>) => {
      whileRead = run
    },
    whileWritten: (run: () => Promise<unknown>) => {
      whileWritten = run
    },
  }
}

/** A day of the calendars' time zone, which is Berlin's, in winter or in summer. */
function instant({ dateTime, date }: Time): number {
  if (dateTime) return Date.parse(dateTime)
  const utc = Date.parse(`${date}T00:00:00Z`)
  const hour = Number(
    new Intl.DateTimeFormat('en-GB', { timeZone: 'Europe/Berlin', hour: 'numeric', hourCycle: 'h23' }).format(utc),
  )
  return utc - hour * 60 * 60 * 1000
}
