/** A field of a protobuf message: its number, and its value by wire type. @see https://protobuf.dev/programming-guides/encoding */
type Field = { number: number; value: bigint | Uint8Array }

function fieldsOf(bytes: Uint8Array): Field[] {
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.length)
  const fields: Field[] = []
  let at = 0
  const variable = () => {
    let value = 0n
    for (let shift = 0n; ; shift += 7n) {
      const byte = view.getUint8(at++)
      value |= BigInt(byte & 0x7f) << shift
      if (byte < 0x80) return value
    }
  }
  const fixed = (length: 4 | 8) => {
    at += length
    return length === 8 ? view.getBigUint64(at - 8, true) : BigInt(view.getUint32(at - 4, true))
  }
  const sized = () => {
    const length = Number(variable())
    at += length
    if (at > bytes.length) throw new Error('a field is cut off')
    return bytes.subarray(at - length, at)
  }
  while (at < bytes.length) {
    const tag = Number(variable())
    const type = tag & 7
    const value = type === 0 ? variable() : type === 1 ? fixed(8) : type === 5 ? fixed(4) : type === 2 ? sized() : undefined
    if (value === undefined) throw new Error(`wire type ${type} is not of protobuf 3`)
    fields.push({ number: tag >> 3, value })
  }
  return fields
}

const reader = (bytes: Uint8Array) => {
  const fields = fieldsOf(bytes)
  const all = (number: number) => fields.filter((field) => field.number === number).map(({ value }) => value)
  const parts = (number: number) => all(number).filter((value) => value instanceof Uint8Array)
  return {
    has: (number: number) => all(number).length > 0,
    each: <Read>(number: number, read: (part: Uint8Array) => Read) => parts(number).map(read),
    text: (number: number) => new TextDecoder().decode(parts(number)[0]),
    hex: (number: number) => parts(number)[0]?.toHex(),
    integer: (number: number) => (all(number)[0] ?? 0n) as bigint,
  }
}

function readAttribute(bytes: Uint8Array) {
  const pair = reader(bytes)
  const [value] = pair.each(2, (part) => {
    const any = reader(part)
    if (any.has(1)) return { stringValue: any.text(1) }
    if (any.has(3)) return { intValue: String(any.integer(3)) }
    return { doubleValue: new Float64Array(new BigUint64Array([any.integer(4)]).buffer)[0] }
  })
  return { key: pair.text(1), value }
}

function readSpan(bytes: Uint8Array) {
  const span = reader(bytes)
  return {
    traceId: span.hex(1),
    spanId: span.hex(2),
    ...(span.hex(4) && { parentSpanId: span.hex(4) }),
    name: span.text(5),
    kind: Number(span.integer(6)),
    startTimeUnixNano: String(span.integer(7)),
    endTimeUnixNano: String(span.integer(8)),
    attributes: span.each(9, readAttribute),
    events: span.each(11, (part) => part),
    links: span.each(13, (part) => part),
    status: { code: span.each(15, (part) => Number(reader(part).integer(3)))[0] ?? 0 },
  }
}

/** An `ExportTraceServiceRequest` in the form that it has in JSON. @see https://github.com/open-telemetry/opentelemetry-proto */
export const readExport = (bytes: Uint8Array) => ({
  resourceSpans: reader(bytes).each(1, (part) => {
    const ofResource = reader(part)
    return {
      resource: { attributes: ofResource.each(1, (resource) => reader(resource).each(1, readAttribute)).flat() },
      scopeSpans: ofResource.each(2, (scope) => ({ spans: reader(scope).each(2, readSpan) })),
    }
  }),
})
