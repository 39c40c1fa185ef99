/** How the calendar responds. */
export type Mood = 'well' | 'slow' | 'refusing' | 'busy' | 'babbling' | 'leading away'

const DAY_MS = 24 * 60 * 60 * 1000

/**
 * A server with the part of Calendly's API version 2 that booking needs: one user, their event types, and the free times of one
 * of them, for at most a week at a time and never in the past.
 */
export function startCalendly(token: string, free: () => Date[] | Promise<Date[]>) {
  const asked: string[] = []
  let mood: Mood = 'well'
  const server = Bun.serve({
    port: 0,
    idleTimeout: 60,
    async fetch(request) {
      const { pathname, searchParams, origin } = new URL(request.url)
      asked.push(pathname)
      if (mood === 'slow') await Bun.sleep(20_000)
      if (mood === 'babbling') return new Response('{"collection": [', { headers: { 'content-type': 'application/json' } })
      if (mood === 'busy') return refusal(429, 'Too Many Requests')
      if (mood === 'leading away') return Response.redirect(`${origin}/stolen`, 302)
      if (mood === 'refusing' || request.headers.get('authorization') !== `Bearer ${token}`)
        return refusal(401, 'Unauthenticated')
      const user = `${origin}/users/AAAA`
      switch (pathname) {
        case '/users/me':
          return Response.json({
            resource: { uri: user, name: 'Alan', scheduling_url: 'https://calendly.com/alan', timezone: 'Europe/Berlin' },
          })
        case '/event_types':
          if (searchParams.get('user') !== user) return refusal(400, 'Invalid Argument')
          return Response.json({
            collection: [eventType(origin, 'long', 60), eventType(origin, 'intro', 30), eventType(origin, 'old', 30, false)],
            pagination: { count: 3, next_page: null },
          })
        case '/event_type_available_times': {
          const [from, until] = [Date.parse(searchParams.get('start_time') ?? ''), Date.parse(searchParams.get('end_time') ?? '')]
          const isAnswerable =
            searchParams.get('event_type') === `${origin}/event_types/intro` && from > Date.now() && until > from
          if (!isAnswerable || until - from > 7 * DAY_MS) return refusal(400, 'Invalid Argument')
          const times = (await free()).filter((at) => at.getTime() >= from && at.getTime() < until)
          return Response.json({
            collection: times.map((at) => ({
              status: 'available',
              invitees_remaining: 1,
              start_time: at.toISOString(),
              scheduling_url: `https://calendly.com/alan/intro/${at.toISOString()}`,
            })),
          })
        }
        default:
          return refusal(404, 'Resource Not Found')
      }
    },
  })
  return {
    url: `http://127.0.0.1:${server.port}`,
    /** Requested paths, in order. */
    asked,
    feel: (next: Mood) => {
      mood = next
    },
    stop: () => server.stop(true),
  }
}

const eventType = (origin: string, slug: string, duration: number, active = true) => ({
  uri: `${origin}/event_types/${slug}`,
  name: slug,
  active,
  duration,
  slug,
  scheduling_url: `https://calendly.com/alan/${slug}`,
})

const refusal = (status: number, title: string) => Response.json({ title, message: title }, { status })
