import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { afterAll, expect, test } from 'vitest'
import { parseEnv } from '#server/env.ts'
import { startTracing } from '#server/observe/traces/tracing.ts'
import { SHARED_BLOCK } from '#shared/share/content.ts'
import { startTestApp } from '#tests/support/app.ts'
import { atEnd } from '#tests/support/database/at-end.ts'
import { startReceiver } from '#tests/support/stand-ins/otlp-receiver.ts'

const webFolder = mkdtempSync(`${tmpdir()}/latchkey-share-`)
afterAll(() => rmSync(webFolder, { recursive: true }))
mkdirSync(`${webFolder}/assets`)
writeFileSync(`${webFolder}/index.html`, '<!doctype html><head><title>Latchkey</title></head><p>The app</p>')

const app = await startTestApp({ world: { webFolder } })

const card = (name: string) => `BEGIN:VCARD\nVERSION:3.0\nFN:${name}\nEND:VCARD\n`

/** Headers of a form that the system sends: no page has caused it. */
const OF_SYSTEM = { origin: 'null', 'sec-fetch-site': 'none' }
const send = (form: FormData, headers: Record<string, string> = OF_SYSTEM, url = app.url) =>
  fetch(`${url}/share`, { method: 'POST', body: form, headers, redirect: 'manual' })

function formOf(texts: Record<string, string>, files: string[] = []) {
  const form = new FormData()
  for (const [name, value] of Object.entries(texts)) form.append(name, value)
  for (const file of files) form.append('cards', new File([file], 'card.vcf', { type: 'text/vcard' }))
  return form
}
const blockIn = (html: string) =>
  new RegExp(`<script type="application/json" id="${SHARED_BLOCK}">(.*?)</script>`, 's').exec(html)?.[1]

test('a form that reaches the server is answered with the page of the app, which has its texts and files', async () => {
  const texts = { title: 'Grove $& raises', text: 'Met at the fair', url: 'https://example.com/a' }
  const reply = await send(formOf(texts, [card('Noa'), card('Ida')]))
  expect([reply.status, reply.headers.get('cache-control'), reply.headers.get('content-type')]).toEqual([
    200,
    'no-store',
    'text/html;charset=utf-8',
  ])
  expect(reply.headers.get('content-security-policy')).toContain("script-src 'self'")
  expect(reply.headers.get('set-cookie')).toBeNull()
  const html = await reply.text()
  expect(html).toContain('The app')
  expect(JSON.parse(blockIn(html) ?? '')).toEqual({ ...texts, cards: [card('Noa'), card('Ida')] })
})

test('content with markup ends no element and stays as it is', async () => {
  const hostile = '</script><script>alert(1)</script><!-- <script> &amp; \u2028'
  const html = await (await send(formOf({ text: hostile }, [hostile]))).text()
  expect(html.match(/<script/g)).toHaveLength(1)
  expect(html).not.toContain('alert(1)<')
  expect(html).not.toContain('<!-- ')
  expect(JSON.parse(blockIn(html) ?? '')).toEqual({ text: hostile, cards: [hostile] })
})

test.each([
  ['another site', { origin: 'https://evil.example', 'sec-fetch-site': 'cross-site' }],
  ['a sandboxed frame of another site', { origin: 'null', 'sec-fetch-site': 'cross-site' }],
  ['a sibling domain', { origin: 'https://other.latchkey.example', 'sec-fetch-site': 'same-site' }],
  ['an old browser that does not say', { origin: 'null' }],
])('a form of %s is refused', async (_, headers) => {
  expect((await send(formOf({ text: 'Planted' }), headers)).status).toBe(403)
})

test('a page of this origin may send it, as the worker is unregistered in a page that is open', async () => {
  expect((await send(formOf({ text: 'x' }), { origin: app.url, 'sec-fetch-site': 'same-origin' })).status).toBe(200)
})

test('the exception is for this path alone', async () => {
  const member = await app.member()
  const cookie = [...member.cookies].map(([name, value]) => `${name}=${value}`).join('; ')
  for (const path of ['/share/', '/api/auth/logout']) {
    const reply = await fetch(app.url + path, { method: 'POST', headers: { ...OF_SYSTEM, cookie } })
    expect([path, reply.status]).toEqual([path, 403])
  }
})

test('a form that is too large leads to a page that asks to share again, with and without a length', async () => {
  const large = formOf({ text: 'Met' }, ['x'.repeat(1024 * 1024)])
  const stream = new Response(large)
  const type = stream.headers.get('content-type') ?? ''
  const bytes = new Uint8Array(await stream.arrayBuffer())
  const chunked = new ReadableStream({
    start(controller) {
      for (let at = 0; at < bytes.length; at += 64 * 1024) controller.enqueue(bytes.subarray(at, at + 64 * 1024))
      controller.close()
    },
  })
  for (const body of [bytes, chunked]) {
    const headers = { ...OF_SYSTEM, 'content-type': type }
    const reply = await fetch(`${app.url}/share`, { method: 'POST', body, headers, redirect: 'manual' })
    expect([reply.status, reply.headers.get('location')]).toEqual([303, '/share?lost=start'])
  }
})

test('what is no form is refused', async () => {
  for (const type of ['text/plain', 'application/json', 'multipart/form-data', 'application/x-www-form-urlencoded']) {
    const headers = { ...OF_SYSTEM, 'content-type': type }
    const reply = await fetch(`${app.url}/share`, { method: 'POST', body: '{}', headers })
    expect([type, reply.status]).toEqual([type, 400])
  }
})

test('the server keeps nothing of it: the request runs no statement', async () => {
  const receiver = startReceiver()
  atEnd(async () => receiver.stop())
  const stop = await startTracing(parseEnv({ NODE_ENV: 'test', OTEL_EXPORTER_OTLP_ENDPOINT: receiver.url }), app.world.log)
  await send(formOf({ text: 'Kept nowhere' }, [card('Noa')]))
  await (await fetch(`${app.url}/api/config`)).text()
  await stop()
  const request = receiver.spans().find(({ name }) => name === 'POST /share')
  expect(request?.attributes['http.response.status_code']).toBe(200)
  expect(receiver.spans().filter(({ traceId, spanId }) => traceId === request?.traceId && spanId !== request.spanId)).toEqual([])
})
