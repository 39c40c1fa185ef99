/** How the server of calendars responds. */
export type DavMood =
  | 'well'
  | 'sizeless'
  | 'slow'
  | 'refusing'
  | 'failing'
  | 'unreadable'
  | 'cut off'
  | 'redirecting'
  | 'oversized'

const USER = 'alan'
const PASSWORD = 'app-password'
const HOME = `/dav/calendars/${USER}/`
export const [WORK, PRIVATE, SHARED] = [`${HOME}work/`, `${HOME}private/`, `${HOME}shared/`]

const NAMES: Record<string, string> = { [WORK]: 'Work & more', [PRIVATE]: 'Private', [SHARED]: 'Team, to read' }

/**
 * A server with the part of CalDAV that the product needs, in the shape of RFC 4791: a well-known address that redirects, a user,
 * a home with three calendars, of which one can only be read, and a list of tasks.
 */
export function startCaldav() {
  const asked: string[] = []
  const objects = new Map<string, string>()
  let mood: DavMood = 'well'
  let whileRead = async () => undefined as unknown
  let whileWritten = async () => undefined as unknown
  const server = Bun.serve({
    port: 0,
    idleTimeout: 60,
    async fetch(request) {
      const { pathname, origin } = new URL(request.url)
      const { method } = request
      asked.push(`${method} ${pathname}`)
      if (mood === 'slow') await Bun.sleep(20_000)
      if (mood === 'failing') return new Response('Bad gateway', { status: 502 })
      if (mood === 'redirecting') return Response.redirect('http://192.168.1.1/dav/', 302)
      if (mood === 'oversized') return new Response('x'.repeat(3 * 1024 * 1024), { status: 207 })
      if (mood === 'unreadable') return new Response('<html><p>Hello', { status: 207, headers: { 'content-type': 'text/html' } })
      if (pathname === '/.well-known/caldav') return Response.redirect(`${origin}/dav/`, 301)
      const expected = `Basic ${Buffer.from(`${USER}:${PASSWORD}`).toString('base64')}`
      if (mood === 'refusing' || request.headers.get('authorization') !== expected) return new Response('', { status: 401 })
      const body = await request.text()
      switch (method) {
        case 'PROPFIND':
          return propfind(pathname, body)
        case 'REPORT': {
          const answer = report(objects, pathname, mood === 'sizeless' ? body.replace('getcontentlength', '') : body)
          if (body.includes('calendar-data')) await whileRead()
          return mood === 'cut off' ? multistatus((await answer.text()).slice(0, -40)) : answer
        }
        case 'PUT':
          if (pathname.startsWith(SHARED)) return new Response('', { status: 403 })
          await whileWritten()
          objects.set(pathname, body)
          return new Response('', { status: 201 })
        case 'DELETE':
          return new Response('', { status: objects.delete(pathname) ? 204 : 404 })
        default:
          return new Response('', { status: 405 })
      }
    },
  })
  const url = `http://127.0.0.1:${server.port}`
  return {
    url,
    account: { server: url, user: USER, password: PASSWORD },
    /** The address of a calendar. */
    at: (path: string) => `${url}${path}`,
    /** Requests, in order. */
    asked,
    /** The objects of all calendars, by path. */
    objects,
    /** What their owner, or another program, does. */
    enter: (path: string, file: string) => void objects.set(path, file),
    feel: (next: DavMood) => {
      mood = next
    },
    /** Runs after a read has been answered, and before the answer is sent. */
    whileRead: (run: () => Promise<unknown>) => {
      whileRead = run
    },
    /** Runs before an event is stored. */
    whileWritten: (run: () => Promise<unknown>) => {
      whileWritten = run
    },
    stop: () => server.stop(true),
  }
}

function propfind(path: string, body: string): Response {
  if (body.includes('current-user-principal')) {
    if (path !== '/dav/') return new Response('', { status: 404 })
    return multistatus(
      document(resource(path, `<d:current-user-principal><d:href>/dav/users/${USER}/</d:href></d:current-user-principal>`)),
    )
  }
  if (body.includes('calendar-home-set')) {
    return multistatus(document(resource(path, `<cal:calendar-home-set><d:href>${HOME}</d:href></cal:calendar-home-set>`)))
  }
  const calendars = [WORK, PRIVATE, SHARED].map((url) => calendar(url, 'VEVENT', url === SHARED ? 'read' : 'write'))
  const home = resource(HOME, '<d:resourcetype><d:collection/></d:resourcetype>')
  return multistatus(document(home, ...calendars, calendar(`${HOME}tasks/`, 'VTODO', 'write')))
}

const calendar = (url: string, component: string, right: string) =>
  resource(
    url,
    `<d:resourcetype><d:collection/><cal:calendar/></d:resourcetype><d:displayname>${(NAMES[url] ?? 'Tasks').replace('&', '&amp;')}</d:displayname>
     <d:current-user-privilege-set><d:privilege><d:${right}/></d:privilege></d:current-user-privilege-set>
     <cal:supported-calendar-component-set><cal:comp name="${component}"/></cal:supported-calendar-component-set>`,
  )

function report(objects: Map<string, string>, calendarPath: string, body: string): Response {
  const uid = /<[a-z]+:text-match[^>]*>([^<]+)</.exec(body)?.[1]
  const asked = [...body.matchAll(/<href>([^<]+)<\/href>/g)].map(([, href]) => href)
  const isAsked = (path: string) => !body.includes('calendar-multiget') || asked.includes(path)
  const found = [...objects].filter(
    ([path, file]) => path.startsWith(calendarPath) && isAsked(path) && (!uid || file.includes(uid)),
  )
  const data = (file: string) =>
    body.includes('calendar-data')
      ? `<cal:calendar-data>${file.replaceAll('&', '&amp;').replaceAll('<', '&lt;')}</cal:calendar-data>`
      : ''
  const length = (file: string) =>
    body.includes('getcontentlength') ? `<d:getcontentlength>${file.length}</d:getcontentlength>` : ''
  return multistatus(
    document(...found.map(([path, file]) => resource(path, `<d:getetag>"1"</d:getetag>${length(file)}${data(file)}`))),
  )
}

const resource = (path: string, props: string) =>
  `<d:response><d:href>${path}</d:href><d:propstat><d:prop>${props}</d:prop><d:status>HTTP/1.1 200 OK</d:status></d:propstat></d:response>`
const document = (...responses: string[]) =>
  `<?xml version="1.0"?><d:multistatus xmlns:d="DAV:" xmlns:cal="urn:ietf:params:xml:ns:caldav">${responses.join('')}</d:multistatus>`
const multistatus = (text: string) =>
  new Response(text, { status: 207, headers: { 'content-type': 'application/xml; charset=utf-8' } })
