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
 * A head is read into cookies, a query and lists of encodings and tags, all before a call runs: 15 KB of it take milliseconds. What
 * is longer than any browser of ours sends counts, also where a request counts as nothing else.
 */
const FREE_HEAD_BYTES = 4 * 1024
const HEAD_BYTES_EACH = 1024

/** Calls that take a picture of 5 MB; they count its bytes themselves, once they know who sends it. */
const UPLOAD = /^\/api\/(upload\/(vc-)?logo|upload-image)$/
const MAX_UPLOAD_BODY_BYTES = 6 * 1024 * 1024

/** Calls that take something other than JSON, and what. */
const OTHER_TYPES: [path: RegExp, isTaken: (type: string) => boolean][] = [
  [UPLOAD, isForm],
  [/^\/api\/stripe\/webhook$/, (type) => type !== ''],
]
const JSON_TYPE = /^application\/json\s*(;|$)/i

/**
 * A request without a body counts as a part of one with a body; those for everything there is, for an old cursor, or for a file
 * of another build, which the database keeps, as a whole.
 */
const BODYLESS = 1 / 4
const DEAR = /^\/(api\/(sync\/directory|airtable\/vcs|vcs|cold-investors|scout-projects)\/?$|sitemap|assets\/)/
/** Pages are left out: what a person searches for is theirs, and no page asks the database for it. */
const CALL = /^\/(api|sandbox)\//
/** Postgres keeps no NUL: a query that has one as a parameter fails. */
const NUL = '%00'

const LENGTH = /^\d{1,15}$/
/** Asked by those who watch over the node. */
const UNCOUNTED = /^\/api\/health(\/|$)/

type DoorDeps = {
  flood: Flood
  trustedProxies: number
  /** Whether a path is a file that was found at start. Such a file costs next to nothing, and an app has two hundred of them. */
  isFile: (pathname: string) => boolean
  meter?: ReturnType<typeof createBodyMeters>
}

/**
 * Turns away what no call could read before anybody reads it: a NUL in the address, calls from an address that sends too many,
 * bodies that are too large by their own account, and those of another type. Keeps every reply of the API out of caches unless it says otherwise,
 * and each one that gives a cookie, also a public one.
 */
export const requestGuard = ({ flood, trustedProxies, isFile, meter = createBodyMeters() }: DoorDeps) =>
  new Elysia({ name: 'door' })
    .onAfterHandle({ as: 'global' }, ({ responseValue, set }) => {
      // A cookie is one person's: a cache that ignores `Vary` would hand it to the next.
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
      // Sent twice, it is a list. It would be counted as no number, and the sum of its address with it.
      if (length !== null && !LENGTH.test(length)) throw new Problem('malformed')
      const hasBody = (length !== null && length !== '0') || request.headers.has('transfer-encoding')
      // A live connection costs memory for as long as it is open.
      const isWhole = hasBody || request.headers.has('upgrade') || DEAR.test(pathname)
      const isCounted = hasBody || !(isFile(pathname) || UNCOUNTED.test(pathname))
      const most = UPLOAD.test(pathname) ? MAX_UPLOAD_BODY_BYTES : bodyLimitOf(pathname).bytes
      // Without a named length a body may become as long as its call reads.
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
