import { Elysia } from 'elysia'
import { bodyLimitOf } from '#server/http/body/body-limits.ts'
import { createBodyMeters, meterOf } from '#server/http/body/body-meter.ts'
import { isForm } from '#server/http/body/multipart.ts'
import { clientAddress } from '#server/http/limits/client-address.ts'
import type { Flood } from '#server/http/limits/flood.ts'
import { meterReplies } from '#server/http/replies/reply-meter.ts'
import { Problem } from '#shared/problem.ts'
import { urlOf } from './request-url.ts'

/**
 * A head is parsed into cookies, a query and lists of encodings and tags before a call runs: 15 KB of it take milliseconds. The
 * bytes beyond what browsers send to this app are counted, also for requests that otherwise count as nothing.
 */
const FREE_HEAD_BYTES = 4 * 1024
const HEAD_BYTES_EACH = 1024

/** Calls that accept a picture of 5 MB. They count its bytes themselves, after authentication. */
const UPLOAD = /^\/api\/(upload\/(vc-)?logo|upload-image|photos\/[^/]+)$/
const MAX_UPLOAD_BODY_BYTES = 6 * 1024 * 1024

/** Calls that accept a content type other than JSON. */
const OTHER_TYPES: [path: RegExp, isTaken: (type: string) => boolean][] = [
  [UPLOAD, isForm],
  [/^\/api\/stripe\/webhook$/, (type) => type !== ''],
  // A form of a mail program. Its body is not read.
  [/^\/api\/(notices|newsletter)\/unsubscribe$/, () => true],
]
const JSON_TYPE = /^application\/json\s*(;|$)/i

/**
 * A request without a body counts as a fraction of one with a body. Requests for a whole collection, an old cursor, a drawn card, or
 * a file of another build (stored in the database) count fully.
 */
const BODYLESS = 1 / 4
const DEAR = /^\/(api\/(sync\/directory|airtable\/vcs|vcs|cold-investors|scout-projects)\/?$|sitemap|cards\/|assets\/)/
/** Pages are excluded: a user may search for any text, and no page uses it in a database query. */
const CALL = /^\/(api|sandbox)\//
/** Postgres cannot store NUL: a query with one as a parameter fails. */
const NUL = '%00'

const LENGTH = /^\d{1,15}$/
/** Requested by monitoring. */
const UNCOUNTED = /^\/api\/health(\/|$)/

type GuardDeps = {
  flood: Flood
  trustedProxies: number
  /** Whether a path is a file found at startup. Such a file costs almost nothing, and the app has two hundred of them. */
  isFile: (pathname: string) => boolean
  meter?: ReturnType<typeof createBodyMeters>
}

/**
 * Rejects requests before they are parsed: a NUL in the address, calls from an address that sends too many, bodies whose content
 * length is too large, and bodies of another type. Marks every API reply as not cacheable unless the call overrides it, and every
 * reply that sets a cookie, also a public one.
 */
export const requestGuard = ({ flood, trustedProxies, isFile, meter = createBodyMeters() }: GuardDeps) =>
  new Elysia({ name: 'door' })
    .onAfterHandle({ as: 'global' }, ({ responseValue, set }) => {
      // A cookie belongs to one client: a cache that ignores `Vary` would send it to the next one.
      const givesCookie = set.cookie !== undefined && Object.keys(set.cookie).length > 0
      if (givesCookie && responseValue instanceof Response) responseValue.headers.set('cache-control', 'no-store')
    })
    .onAfterResponse({ as: 'global' }, ({ request }) => meterOf(request)?.end())
    .onRequest(({ request, set, server }) => {
      const { pathname, search } = urlOf(request)
      if (CALL.test(pathname) && `${pathname}${search}`.includes(NUL)) throw new Problem('malformed')
      const isCall = pathname.startsWith('/api/')
      if (isCall) set.headers['cache-control'] = 'no-store'
      const length = request.headers.get('content-length')
      // If the header is sent twice, its value is a list. It would be counted as NaN, and would make the sum of its address NaN.
      if (length !== null && !LENGTH.test(length)) throw new Problem('malformed')
      const hasBody = (length !== null && length !== '0') || request.headers.has('transfer-encoding')
      // A live connection uses memory for as long as it is open.
      const isWhole = hasBody || request.headers.has('upgrade') || DEAR.test(pathname)
      const isCounted = hasBody || !(isFile(pathname) || UNCOUNTED.test(pathname))
      const most = UPLOAD.test(pathname) ? MAX_UPLOAD_BODY_BYTES : bodyLimitOf(pathname).bytes
      // Without a content length a body may become as long as the limit of its call.
      const weighed = !hasBody ? 0 : request.headers.has('transfer-encoding') ? most : Number(length ?? 0)
      const calls = (isCounted ? (isWhole ? 1 : BODYLESS) : 0) + headCalls(request)
      const block = calls > 0 ? clientAddress(request, server, trustedProxies) : ''
      if (calls > 0) flood(block, weighed, calls)
      if (isCounted) meterReplies(request, (calls) => flood(block, 0, calls))
      if (hasBody) meter(request, block, weighed)
      if (!hasBody || !isCall) return
      if (Number(length ?? 0) > most) throw new Problem('too-large')
      if (!isAccepted(pathname, request.headers.get('content-type') ?? '')) throw new Problem('unsupported-media-type')
    })

function headCalls({ url, headers }: Request): number {
  let bytes = url.length
  headers.forEach((value, name) => {
    bytes += name.length + value.length
  })
  return Math.max(0, bytes - FREE_HEAD_BYTES) / HEAD_BYTES_EACH
}

function isAccepted(pathname: string, type: string): boolean {
  const other = OTHER_TYPES.find(([path]) => path.test(pathname))
  return other ? other[1](type) : JSON_TYPE.test(type)
}
