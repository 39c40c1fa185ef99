import * as v from 'valibot'
import { readExport } from './otlp-protobuf.ts'

const Value = v.union([
  v.strictObject({ stringValue: v.string() }),
  v.strictObject({ intValue: v.union([v.number(), v.string()]) }),
  v.strictObject({ doubleValue: v.number() }),
])
const Attributes = v.array(v.strictObject({ key: v.string(), value: Value }))
const hex = (length: number) => v.pipe(v.string(), v.regex(new RegExp(`^[0-9a-f]{${length}}$`)))
const Nanoseconds = v.pipe(v.string(), v.digits())

/** As OTLP/HTTP writes spans in JSON. @see https://opentelemetry.io/docs/specs/otlp/#json-protobuf-encoding */
const Span = v.object({
  traceId: hex(32),
  spanId: hex(16),
  parentSpanId: v.optional(hex(16)),
  name: v.pipe(v.string(), v.minLength(1)),
  kind: v.picklist([1, 2, 3]),
  startTimeUnixNano: Nanoseconds,
  endTimeUnixNano: Nanoseconds,
  attributes: v.optional(Attributes, []),
  events: v.optional(v.pipe(v.array(v.unknown()), v.maxLength(0))),
  links: v.optional(v.pipe(v.array(v.unknown()), v.maxLength(0))),
  status: v.optional(v.object({ code: v.optional(v.picklist([0, 2]), 0), message: v.optional(v.never()) }), {}),
})
const Export = v.object({
  resourceSpans: v.array(
    v.object({ resource: v.object({ attributes: Attributes }), scopeSpans: v.array(v.object({ spans: v.array(Span) })) }),
  ),
})

const asRecord = (attributes: v.InferOutput<typeof Attributes>): Record<string, unknown> =>
  Object.fromEntries(
    attributes.map(({ key, value }) => [key, 'intValue' in value ? Number(value.intValue) : Object.values(value)[0]]),
  )

export type ReceivedSpan = Omit<v.InferOutput<typeof Span>, 'attributes'> & { attributes: Record<string, unknown> }

/** A receiver of OTLP over HTTP, in JSON and in protobuf, that accepts spans of the right form only. */
export function startReceiver() {
  let received: { path: string; type: string | null; key: string | null; bytes: Uint8Array }[] = []
  const server = Bun.serve({
    port: 0,
    hostname: '127.0.0.1',
    async fetch(request) {
      const { headers, url } = request
      const bytes = new Uint8Array(await request.arrayBuffer())
      received.push({ path: new URL(url).pathname, type: headers.get('content-type'), key: headers.get('x-api-key'), bytes })
      return new Response(null, { headers: { 'content-type': headers.get('content-type') ?? '' } })
    },
  })
  const textOf = (bytes: Uint8Array) => new TextDecoder().decode(bytes)
  const resources = () =>
    received.flatMap(({ type, bytes }) => {
      const message = type === 'application/json' ? JSON.parse(textOf(bytes)) : readExport(bytes)
      return v.parse(Export, message).resourceSpans
    })
  return {
    url: `http://127.0.0.1:${server.port}`,
    requests: () => received,
    text: () => received.map(({ bytes }) => textOf(bytes)).join('\n'),
    resource: () => asRecord(resources()[0]?.resource.attributes ?? []),
    spans: (): ReceivedSpan[] =>
      resources().flatMap(({ scopeSpans }) =>
        scopeSpans.flatMap(({ spans }) => spans.map((span) => ({ ...span, attributes: asRecord(span.attributes) }))),
      ),
    clear: () => {
      received = []
    },
    stop: () => void server.stop(true),
  }
}
