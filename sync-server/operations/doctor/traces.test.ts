import { afterAll, expect, test } from 'vitest'
import { parseEnv } from '#server/env.ts'
import { checkTraces } from './traces.ts'

let status = 200
const received: { path: string; type: string | null; key: string | null; body: string }[] = []
const receiver = Bun.serve({
  port: 0,
  hostname: '127.0.0.1',
  async fetch(request) {
    const { headers, url } = request
    const about = { path: new URL(url).pathname, type: headers.get('content-type'), key: headers.get('x-key') }
    received.push({ ...about, body: await request.text() })
    return new Response('', { status })
  },
})
afterAll(() => receiver.stop(true))

const check = (more: Record<string, string> = {}) =>
  checkTraces(parseEnv({ OTEL_EXPORTER_OTLP_ENDPOINT: receiver.url.href, OTEL_EXPORTER_OTLP_HEADERS: 'x-key=zqx-key', ...more }))

test('without a receiver there is nothing to check', async () => {
  expect(await checkTraces(parseEnv({}))).toEqual([])
  expect(await check({ OTEL_SDK_DISABLED: 'true' })).toEqual([])
})

test('a receiver gets an export without spans, in the form and with the key of the server', async () => {
  expect(await check()).toMatchObject([{ status: 'ok' }])
  expect(received.at(-1)).toEqual({ path: '/v1/traces', type: 'application/x-protobuf', key: 'zqx-key', body: '' })
  expect(await check({ OTEL_EXPORTER_OTLP_PROTOCOL: 'http/json' })).toMatchObject([{ status: 'ok' }])
  expect(received.at(-1)).toMatchObject({ type: 'application/json', body: '{"resourceSpans":[]}' })
})

test.each([
  [401, 'OTEL_EXPORTER_OTLP_HEADERS'],
  [415, 'OTEL_EXPORTER_OTLP_PROTOCOL'],
  [404, 'OTEL_EXPORTER_OTLP_TRACES_ENDPOINT'],
])('an answer with status %i is a problem whose remedy names %s', async (answer, name) => {
  status = answer
  const [finding] = await check()
  expect(finding).toMatchObject({ status: 'problem', remedy: expect.stringContaining(name) })
  expect(JSON.stringify(finding)).not.toContain('zqx')
})

test('a receiver that is absent is a problem', async () => {
  const found = await check({ OTEL_EXPORTER_OTLP_ENDPOINT: 'http://127.0.0.1:1' })
  expect(found).toMatchObject([{ status: 'problem', text: expect.stringContaining('does not answer') }])
})
