import { Elysia } from 'elysia'
import type { Log } from '#server/log.ts'
import { requestIdOf } from './request-id.ts'

/** Requests that are not logged: monitoring asks every few seconds. */
const QUIET = /^\/api\/(health|metrics)(\/|$)/

/**
 * A log line for each call: method, route, status and duration in milliseconds. The route is the pattern under which the call is
 * registered, such as `/api/contacts/:id`: an address can contain a token. Files and pages are left to the proxy in front.
 *
 * @param observe  called for the same calls
 */
type Observe = (about: { method: string; route: string; status: number }, seconds: number) => void

export const requestLog = (log: Log, observe: Observe = () => undefined) => {
  const begun = new WeakMap<Request, number>()
  return new Elysia({ name: 'request-log' })
    .onRequest(({ request }) => void begun.set(request, performance.now()))
    .onAfterResponse({ as: 'global' }, ({ request, route, set, responseValue }) => {
      const beganAt = begun.get(request)
      if (beganAt === undefined || !route?.startsWith('/api/') || QUIET.test(route)) return
      const status = Number(responseValue instanceof Response ? responseValue.status : (set.status ?? 200))
      const ms = performance.now() - beganAt
      const { method } = request
      observe({ method, route, status }, ms / 1000)
      log.info({ id: requestIdOf(request), method, route, status, ms: Math.round(ms) }, 'request')
    })
}
