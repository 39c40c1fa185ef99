import { expect, test } from 'vitest'
import { parseEnv } from '#server/env.ts'
import { takesTraceParent, traceSettings } from './settings.ts'

const BASE = { OTEL_EXPORTER_OTLP_ENDPOINT: 'https://otlp.example/base/' }
const read = (source: Record<string, string>) => traceSettings(parseEnv(source))

test('without a receiver, or where tracing is off, there are no traces', () => {
  for (const source of [
    {},
    { OTEL_SERVICE_NAME: 'x' },
    { ...BASE, OTEL_SDK_DISABLED: 'true' },
    { ...BASE, OTEL_TRACES_EXPORTER: 'none' },
  ]) {
    expect(read(source as Record<string, string>)).toBeUndefined()
  }
})

test('the general endpoint is a base, that of traces a whole address; variables of traces come first', () => {
  expect(read(BASE)).toMatchObject({ url: 'https://otlp.example/base/v1/traces', protocol: 'http/protobuf', headers: {} })
  expect(
    read({
      ...BASE,
      OTEL_EXPORTER_OTLP_TRACES_ENDPOINT: 'https://traces.example/in',
      OTEL_EXPORTER_OTLP_HEADERS: 'a=1, b=x%3Dy',
      OTEL_EXPORTER_OTLP_TRACES_HEADERS: 'a=2',
      OTEL_EXPORTER_OTLP_TRACES_PROTOCOL: 'http/json',
    }),
  ).toMatchObject({ url: 'https://traces.example/in', protocol: 'http/json', headers: { a: '2', b: 'x=y' } })
})

test('the name of the service wins over that of the attributes', () => {
  expect(read(BASE)?.resource).toEqual({ 'service.name': 'latchkey' })
  const attributes = { OTEL_RESOURCE_ATTRIBUTES: 'service.name=a,region=eu%20west' }
  expect(read({ ...BASE, ...attributes })?.resource).toEqual({ 'service.name': 'a', region: 'eu west' })
  expect(read({ ...BASE, ...attributes, OTEL_SERVICE_NAME: 'b' })?.resource).toMatchObject({ 'service.name': 'b' })
})

test.each([
  ['OTEL_EXPORTER_OTLP_PROTOCOL', 'grpc', 'must be http/protobuf or http/json'],
  ['OTEL_EXPORTER_OTLP_ENDPOINT', 'collector:4317', 'must be an address'],
  ['OTEL_EXPORTER_OTLP_HEADERS', 'zqx-no-value', 'must be a list'],
  ['OTEL_RESOURCE_ATTRIBUTES', 'a=%zz', 'must be a list'],
  ['OTEL_TRACES_SAMPLER', 'jaeger_remote', 'must be always_on'],
  ['OTEL_TRACES_SAMPLER_ARG', '1.5', 'must be from 0 to 1'],
  ['OTEL_TRACES_EXPORTER', 'zipkin', 'must be otlp or none'],
  ['OTEL_PROPAGATORS', 'tracecontext,b3', 'must be tracecontext, baggage or none'],
  ['OTEL_SDK_DISABLED', 'yes', 'must be true or false'],
])('%s: what is not supported (%s) ends the start, and the value is not repeated', (name, value, fault) => {
  const start = () => parseEnv({ ...BASE, [name]: value })
  expect(start).toThrow(`${name}: ${fault}`)
  expect(start).not.toThrow(value === '1.5' ? 'value' : `${name}: ${value}`)
})

test('without a receiver a value that is not supported does not end the start', () => {
  expect(read({ OTEL_EXPORTER_OTLP_PROTOCOL: 'grpc', OTEL_PROPAGATORS: 'b3' })).toBeUndefined()
})

test.each([
  [undefined, 0, false],
  [undefined, 1, true],
  ['tracecontext,baggage', 0, true],
  ['none', 1, false],
  ['baggage', 1, false],
])('propagators %s behind %i proxies: a request names its trace: %s', (names, proxies, isTaken) => {
  expect(takesTraceParent(parseEnv({ ...BASE, ...(names && { OTEL_PROPAGATORS: names }) }), proxies)).toBe(isTaken)
})
