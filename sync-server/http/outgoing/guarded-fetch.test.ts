import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { afterAll, describe, expect, test } from 'vitest'
import { createGuardedFetch, type GuardedRequest } from './guarded-fetch.ts'

let answer: (request: Request) => Response | Promise<Response> = () => new Response('')
const heard: { url: string; host: string | null; authorization: string | null; method: string; body: string }[] = []
const fetched = async (request: Request) => {
  const { url, method, headers } = request
  heard.push({ url, method, host: headers.get('host'), authorization: headers.get('authorization'), body: await request.text() })
  return answer(request)
}
const server = Bun.serve({ port: 0, fetch: fetched })
afterAll(() => server.stop(true))
const url = `http://127.0.0.1:${server.port}/`

const NAMES: Record<string, string[]> = {
  'dav.example': ['127.0.0.1'],
  'inner.example': ['10.0.0.7'],
  'both.example': ['93.184.215.14', '10.0.0.7'],
  'public.example': ['93.184.215.14'],
}
const resolve = async (host: string) => NAMES[host] ?? []
const inTests = createGuardedFetch({ allowsLoopback: true, resolve })
const outside = createGuardedFetch({ allowsLoopback: false, resolve })

const request = (over: Partial<GuardedRequest> = {}): GuardedRequest => ({
  ...{ url, method: 'PROPFIND', body: '<a/>', signal: AbortSignal.timeout(3000), maxBytes: 1000 },
  secret: { headers: { authorization: 'Basic secret' }, isFor: (host) => host === '127.0.0.1' },
  ...over,
})
const faultOf = (reply: Promise<unknown>) =>
  reply.then(
    () => 'answered',
    ({ fault }) => fault,
  )

test.each([
  ['plain HTTP', 'http://public.example/'],
  ['a loopback address', 'https://127.0.0.1/'],
  ['loopback of version 6', 'https://[::1]/'],
  ['a private address', 'https://192.168.1.1/'],
  ['an address of version 4 within version 6', 'https://[::ffff:169.254.169.254]/'],
  ['an address in another notation', 'https://2130706433/'],
  ['a name of a private address', 'https://inner.example/'],
  ['a name of a public and a private address', 'https://both.example/'],
  ['a name without an address', 'https://nobody.example/'],
  ['a name and a password', 'https://a:b@public.example/'],
  ['another protocol', 'ftp://public.example/'],
  ['no address', 'nonsense'],
])('%s is refused, and nothing is sent', async (_, address) => {
  expect(await faultOf(outside(request({ url: address })))).toBe('forbidden')
})

test('outside a sandbox of this machine alone, loopback is refused, and within one no private address is reached', async () => {
  expect(await faultOf(outside(request()))).toBe('forbidden')
  expect(await faultOf(inTests(request({ url: 'https://192.168.1.1/' })))).toBe('forbidden')
  expect(await faultOf(inTests(request({ url: 'http://public.example/' })))).toBe('forbidden')
})

test('a redirect is followed as the same request, and its credentials are only for the host that they belong to', async () => {
  heard.length = 0
  answer = ({ url: at }) =>
    new URL(at).pathname === '/' ? Response.redirect(`http://dav.example:${server.port}/home`, 301) : new Response('hello')
  expect(await inTests(request())).toMatchObject({ status: 200, text: 'hello', url: `http://dav.example:${server.port}/home` })
  expect(heard).toMatchObject([
    { method: 'PROPFIND', body: '<a/>', authorization: 'Basic secret' },
    { method: 'PROPFIND', body: '<a/>', authorization: null, host: `dav.example:${server.port}` },
  ])
})

test.each([
  ['a private address', 'http://10.0.0.7/', 'forbidden'],
  ['a name of one', 'https://inner.example/', 'forbidden'],
  ['a file', 'file:///etc/passwd', 'forbidden'],
  ['itself, without end', '/', 'unreachable'],
])('a redirect to %s is refused', async (_, location, fault) => {
  answer = () => new Response('', { status: 302, headers: { location } })
  expect(await faultOf(inTests(request()))).toBe(fault)
})

test('an answer that is too large, one that takes too long and none at all are faults', async () => {
  answer = () => new Response('x'.repeat(1001))
  expect(await faultOf(inTests(request()))).toBe('too-large')
  const never = Promise.withResolvers<Response>()
  answer = () => never.promise
  expect(await faultOf(inTests(request({ signal: AbortSignal.timeout(50) })))).toBe('unreachable')
  never.resolve(new Response(''))
  const slowNames = createGuardedFetch({ allowsLoopback: false, resolve: () => new Promise(() => undefined) })
  expect(await faultOf(slowNames(request({ url: 'https://public.example/', signal: AbortSignal.timeout(50) })))).toBe(
    'unreachable',
  )
  expect(await faultOf(inTests(request({ url: 'http://127.0.0.1:1/' })))).toBe('unreachable')
})

const reason = Bun.which('openssl') ? '' : ' (not run: openssl is not installed)'
describe.skipIf(reason)(`a server with a certificate${reason}`, () => {
  const folder = mkdtempSync(`${tmpdir()}/latchkey-tls-`)
  afterAll(() => rmSync(folder, { recursive: true }))
  const [key, cert] = [`${folder}/key.pem`, `${folder}/cert.pem`]
  const about = ['-subj', '/CN=dav.example', '-addext', 'subjectAltName=DNS:dav.example', '-days', '2']
  Bun.spawnSync(['openssl', 'req', '-x509', '-newkey', 'rsa:2048', '-nodes', '-keyout', key, '-out', cert, ...about])
  const ca = readFileSync(cert, 'utf8')
  const secure = Bun.serve({ port: 0, tls: { key: readFileSync(key, 'utf8'), cert: ca }, fetch: fetched })
  afterAll(() => secure.stop(true))

  test('the connection is made to the address that was checked, and the certificate has to name the host', async () => {
    answer = () => new Response('hello')
    heard.length = 0
    const names = { ...NAMES, 'other.example': ['127.0.0.1'] } as Record<string, string[]>
    const fetchSecure = createGuardedFetch({ allowsLoopback: true, resolve: async (host) => names[host] ?? [], ca })
    expect(await fetchSecure(request({ url: `https://dav.example:${secure.port}/` }))).toMatchObject({ text: 'hello' })
    expect(heard).toMatchObject([{ host: `dav.example:${secure.port}` }])
    expect(await faultOf(fetchSecure(request({ url: `https://other.example:${secure.port}/` })))).toBe('unreachable')
  })
})
