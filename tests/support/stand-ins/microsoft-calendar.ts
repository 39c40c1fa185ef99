import { startProvider } from './oauth-provider.ts'

// Microsoft's address: cspell:ignore authorize

export const [WORK, PRIVATE, TEAM] = ['AAMkAGI2work=', 'AAMkAGI2ho/me=', 'AAMkAGI2team=']
const CALENDARS = [
  { id: WORK, name: 'Calendar', canEdit: true, isDefaultCalendar: true },
  { id: PRIVATE, name: 'Private', canEdit: true },
  { id: TEAM, name: 'Team, to read', canEdit: false },
]
const PAGE = 2

type Time = { dateTime: string; timeZone: string }
export type GraphEvent = {
  id: string
  iCalUId?: string
  transactionId?: string | null
  subject?: string
  isAllDay?: boolean
  isCancelled?: boolean
  showAs?: string
  responseStatus?: { response: string }
  start: Time
  end: Time
  singleValueExtendedProperties?: { id: string; value: string }[]
}
type Stored = GraphEvent & { calendar: string }

const refusal = (status: number, code: string) =>
  Response.json({ error: { code, message: code, innerError: { date: '2026-03-25T10:00:00', 'request-id': 'a' } } }, { status })

/**
 * The part of Microsoft's identity platform and of Graph version 1.0 that the product needs, in the documented shapes: times without
 * an offset in the zone that `Prefer` names, pages of two items behind a link, one event for each transaction id, and refresh tokens
 * that are replaced.
 */
export function startMicrosoft() {
  const events = new Map<string, Stored>()
  const transactions = new Set<string>()
  const lost = new Set<string>()
  let made = 0
  let whileRead = async () => undefined as unknown
  let whileWritten = async () => undefined as unknown

  const provider = startProvider({
    paths: { consent: '/common/oauth2/v2.0/authorize', token: '/common/oauth2/v2.0/token' },
    scopes: ['Calendars.ReadWrite'],
    isRotating: true,
    busyStatus: 429,
    refusal,
    async api(request, url) {
      const path = url.pathname.replace('/v1.0/me', '')
      if (path === '/calendars') return page(CALENDARS, url)
      const [, calendar, kind] = /^\/calendars\/([^/]+)\/(calendarView|events)$/.exec(path)?.map(decodeURIComponent) ?? []
      if (calendar !== undefined) {
        const about = CALENDARS.find(({ id }) => id === calendar && !lost.has(id))
        if (!about) return refusal(404, 'ErrorItemNotFound')
        if (kind === 'calendarView') {
          const answer = view(calendar, request, url)
          await whileRead()
          return answer
        }
        if (request.method === 'GET') return filter(calendar, url)
        if (!about.canEdit) return refusal(403, 'ErrorAccessDenied')
        await whileWritten()
        return create(calendar, (await request.json()) as Omit<GraphEvent, 'id'>)
      }
      const [, id] = /^\/events\/([^/]+)$/.exec(path)?.map(decodeURIComponent) ?? []
      const known = events.get(id ?? '')
      if (!known) return refusal(404, 'ErrorItemNotFound')
      if (request.method === 'DELETE') {
        events.delete(known.id)
        return new Response(null, { status: 204 })
      }
      await whileWritten()
      const changed = { ...known, ...((await request.json()) as object) }
      events.set(known.id, changed)
      return Response.json(changed)
    },
  })

  function page<Item>(items: Item[], url: URL): Response {
    const from = Number(url.searchParams.get('$skip') ?? 0)
    const next = new URL(url)
    next.searchParams.set('$skip', String(from + PAGE))
    const hasNext = from + PAGE < items.length
    return Response.json({
      '@odata.context': 'https://graph.microsoft.com/v1.0/$metadata',
      value: items.slice(from, from + PAGE),
      ...(hasNext && { '@odata.nextLink': next.href }),
    })
  }

  function view(calendar: string, request: Request, url: URL): Response {
    // Another zone, or none, would be answered in local times.
    if (request.headers.get('prefer') !== 'outlook.timezone="UTC"') return refusal(400, 'ErrorInvalidRequest')
    const [from = 0, until = 0] = ['startDateTime', 'endDateTime'].map((name) => Date.parse(url.searchParams.get(name) ?? ''))
    const at = ({ dateTime }: Time) => Date.parse(`${dateTime}Z`)
    const found = [...events.values()].filter(
      (event) => event.calendar === calendar && at(event.end) > from && at(event.start) < until,
    )
    return page(
      found.map(({ calendar: _, subject: __, ...event }) => event),
      url,
    )
  }

  function filter(calendar: string, url: URL): Response {
    const asked = url.searchParams.get('$filter') ?? ''
    const [, property, value] =
      /^singleValueExtendedProperties\/any\(ep: ep\/id eq '([^']+)' and ep\/value eq '([^']+)'\)$/.exec(asked) ?? []
    const [, uid] = /^iCalUId eq '([^']+)'$/.exec(asked) ?? []
    if (!property && !uid) return refusal(400, 'ErrorInvalidUrlQueryFilter')
    const found = [...events.values()].filter(
      (event) =>
        event.calendar === calendar &&
        (uid
          ? event.iCalUId === uid
          : event.singleValueExtendedProperties?.some((one) => one.id === property && one.value === value)),
    )
    return page(
      found.map(({ id }) => ({ '@odata.etag': 'W/"1"', id })),
      url,
    )
  }

  function create(calendar: string, event: Omit<GraphEvent, 'id'>): Response {
    if (event.transactionId && transactions.has(event.transactionId)) return refusal(409, 'ErrorDuplicateTransactionId')
    if (event.transactionId) transactions.add(event.transactionId)
    return Response.json(enter(calendar, event), { status: 201 })
  }

  function enter(calendar: string, event: Omit<GraphEvent, 'id'>): Stored {
    made += 1
    const stored = { iCalUId: `040000008200E${made}`, ...event, id: `AAMkAGI2/event+${made}=`, calendar }
    events.set(stored.id, stored)
    return stored
  }

  return {
    ...provider,
    env: {
      MICROSOFT_CLIENT_ID: provider.client.id,
      MICROSOFT_CLIENT_SECRET: provider.client.secret,
      MICROSOFT_LOGIN_URL: `${provider.url}/common`,
      MICROSOFT_GRAPH_URL: `${provider.url}/v1.0`,
    },
    /** What the owner, or another program, enters. */
    enter,
    /** Events that are there. */
    shown: () => [...events.values()],
    /** A calendar is deleted, or not shared any more. */
    lose: (calendar: string) => void lost.add(calendar),
    clear: () => {
      lost.clear()
      events.clear()
    },
    whileRead: (run: () => Promise<unknown>) => {
      whileRead = run
    },
    whileWritten: (run: () => Promise<unknown>) => {
      whileWritten = run
    },
  }
}
