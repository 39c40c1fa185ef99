import { Elysia } from 'elysia'
import { requestIdOf } from '#server/http/request-id.ts'
import { namesFile, urlOf } from '#server/http/request-url.ts'
import { enterSpan, leaveSpan, type Remote, type Span } from './spans.ts'

/** Requests without a span, as in the log. A live connection is open for days. */
const QUIET = /^\/api\/(health|metrics|live)(\/|$)/

/**
 * A trace for each call and each page: method, route, status and request id. The route is the pattern, because an address can
 * contain a token.
 *
 * @param takesParent  whether a request may name its trace
 */
export const requestSpans = (takesParent: boolean) => {
  const spans = new WeakMap<Request, Span>()
  return new Elysia({ name: 'request-spans' })
    .onRequest(({ request }) => {
      const { pathname } = urlOf(request)
      const isFile = !pathname.startsWith('/api/') && namesFile(pathname)
      if (isFile || QUIET.test(pathname) || request.headers.has('upgrade')) return leaveSpan()
      const remote = takesParent ? readTraceParent(request.headers.get('traceparent')) : undefined
      const span = enterSpan(request.method, 'server', remote)
      if (span) spans.set(request, span)
    })
    .onAfterResponse({ as: 'global' }, ({ request, route, set, responseValue }) => {
      const span = spans.get(request)
      if (!span) return
      spans.delete(request)
      const status = Number(responseValue instanceof Response ? responseValue.status : (set.status ?? 200))
      span.end({
        name: route ? `${request.method} ${route}` : request.method,
        attributes: {
          'http.request.method': request.method,
          'http.route': route || undefined,
          'http.response.status_code': status,
          'latchkey.request_id': requestIdOf(request),
        },
        isFailed: status >= 500,
      })
    })
}

/** Version 00 of the header. Later versions may have more fields after these. */
const TRACE_PARENT =
  /^(?!ff)[\da-f]{2}-(?<traceId>(?!0{32})[\da-f]{32})-(?<spanId>(?!0{16})[\da-f]{16})-(?<flags>[\da-f]{2})(?:-.*)?$/

/** The span that a `traceparent` header names. @see https://www.w3.org/TR/trace-context/#traceparent-header */
export function readTraceParent(header: string | null): Remote | undefined {
  const { traceId, spanId, flags } = TRACE_PARENT.exec(header ?? '')?.groups ?? {}
  if (!traceId || !spanId || !flags) return undefined
  return { traceId, spanId, isSampled: (Number.parseInt(flags, 16) & 1) === 1 }
}
