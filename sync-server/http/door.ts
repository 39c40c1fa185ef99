import { Elysia } from 'elysia'
import { Problem } from '#shared/problem.ts'
import { urlOf } from './request-url.ts'

/** A full push of 100 notes is 4 MB, an upload 5. */
const MAX_BODY_BYTES = 6 * 1024 * 1024

/** Calls that take something other than JSON, and what. */
const OTHER_TYPES: [path: RegExp, type: RegExp][] = [
  [/^\/api\/(upload\/(vc-)?logo|upload-image)$/, /^multipart\/form-data\b/i],
  [/^\/api\/stripe\/webhook$/, /./],
]
const JSON_TYPE = /^application\/json\s*(;|$)/i

/** Turns away what no call could read before anybody reads it, and keeps every reply of the API out of caches unless it says otherwise. */
export const door = () =>
  new Elysia({ name: 'door' }).onRequest(({ request, set }) => {
    const { pathname } = urlOf(request)
    if (!pathname.startsWith('/api/')) return
    set.headers['cache-control'] = 'no-store'
    const length = request.headers.get('content-length')
    if (Number(length ?? 0) > MAX_BODY_BYTES) throw new Problem('too-large')
    const hasBody = (length !== null && length !== '0') || request.headers.has('transfer-encoding')
    if (hasBody && !isAccepted(pathname, request.headers.get('content-type') ?? '')) throw new Problem('unsupported-media-type')
  })

function isAccepted(pathname: string, type: string): boolean {
  const other = OTHER_TYPES.find(([path]) => path.test(pathname))
  return other ? other[1].test(type) : JSON_TYPE.test(type)
}
