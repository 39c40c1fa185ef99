import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { brotliCompressSync, gzipSync } from 'node:zlib'
import { afterAll, expect, test } from 'vitest'
import { startTestApp } from '#tests/support/app.ts'

const folder = mkdtempSync(`${tmpdir()}/latchkey-web-`)
const webFolder = `${folder}/dist`
afterAll(() => rmSync(folder, { recursive: true }))

const SCRIPT = 'export const answer = 42\n'.repeat(50)
mkdirSync(`${webFolder}/assets`, { recursive: true })
mkdirSync(`${webFolder}/icons`)
writeFileSync(`${webFolder}/index.html`, '<!doctype html><head><title>Latchkey</title></head><p>The app</p>')
mkdirSync(`${webFolder}/.vite`)
const imports = (...names: string[]) => ({ imports: names })
writeFileSync(
  `${webFolder}/.vite/manifest.json`,
  JSON.stringify({
    'index.html': { file: 'assets/main-abc.js', isEntry: true, ...imports('_vendor.js') },
    '_vendor.js': { file: 'assets/vendor-abc.js' },
    '_card.js': { file: 'assets/card-abc.js', ...imports('_vendor.js', '_price.js') },
    '_price.js': { file: 'assets/price-abc.js', ...imports('_card.js', 'index.html') },
    'widgets/home/home.tsx': { file: 'assets/routes-abc.js', ...imports('_price.js') },
    'routes/vc.$id.tsx?tsr-split=component': { file: 'assets/vc-abc.js', ...imports('_card.js', '_vendor.js', 'index.html') },
    'routes/contacts.index.tsx?tsr-split=component': { file: 'assets/contacts-abc.js' },
  }),
)
writeFileSync(`${webFolder}/sw.js`, 'self.skipWaiting')
writeFileSync(`${webFolder}/manifest.webmanifest`, '{}')
writeFileSync(`${webFolder}/icons/icon-192.png`, 'a picture')
writeFileSync(`${webFolder}/assets/main-abc.js`, SCRIPT)
writeFileSync(`${webFolder}/assets/main-abc.js.br`, brotliCompressSync(SCRIPT))
writeFileSync(`${webFolder}/assets/main-abc.js.gz`, gzipSync(SCRIPT))
writeFileSync(`${folder}/outside.txt`, 'out of the folder')

const { visitor, url } = await startTestApp({ world: { webFolder } })
const { send } = visitor()

test.each(['/', '/vcs', '/contacts/rec123', '/payment-success/pi_1'])('%s is a screen of the app', async (path) => {
  const response = await send(path)
  expect(response.status).toBe(200)
  expect(response.headers.get('content-type')).toContain('text/html')
  expect(response.headers.get('cache-control')).toBe('no-cache')
  expect(await response.text()).toContain('The app')
})

test.each([
  ['/', ['routes', 'price', 'card']],
  ['/vc/rec1', ['vc', 'card', 'price']],
  ['/contacts', ['contacts']],
  ['/vcs', []],
  ['/no-such-page', []],
])('the page of %s requests the scripts of its screen at once, with what they import', async (path, expected) => {
  const links = [...(await (await send(path)).text()).matchAll(/<link rel="modulepreload" crossorigin href="([^"]*)">/g)]
  expect(links.map(([, href]) => href)).toEqual(expected.map((name) => `/assets/${name}-abc.js`))
})

test('the file that devices cache for every screen requests no script of one screen', async () => {
  expect(await (await send('/index.html')).text()).not.toContain('modulepreload')
})

test.each([
  '/.vite/manifest.json',
  '/assets/gone-123.js',
  '/favicon.ico',
  '/api/no-such-call',
  '/sandbox/no-such-page',
  '/assets/main-abc.js.br',
])('%s does not exist, and the reply is JSON', async (path) => {
  const response = await send(path)
  expect(response.status).toBe(404)
  expect(await response.json()).toEqual({ message: 'Not found', code: 'not-found' })
})

test.each([
  ['/assets/main-abc.js', 'javascript', 'public, max-age=31536000, immutable'],
  ['/sw.js', 'javascript', 'no-cache'],
  ['/manifest.webmanifest', 'application/manifest+json', 'no-cache'],
  ['/icons/icon-192.png', 'image/png', 'public, max-age=86400'],
])('%s is served as %s and cached as %s', async (path, type, cacheControl) => {
  const { headers } = await send(path)
  expect(headers.get('content-type')).toContain(type)
  expect(headers.get('cache-control')).toBe(cacheControl)
  expect(headers.get('x-content-type-options')).toBe('nosniff')
})

test.each([
  ['gzip, deflate, br', 'br'],
  ['gzip', 'gzip'],
  ['br;q=0, gzip', 'gzip'],
  ['identity', null],
])('a browser that accepts %s gets %s', async (accepted, encoding) => {
  const response = await send('/assets/main-abc.js', { headers: { 'accept-encoding': accepted } })
  expect(response.headers.get('content-encoding')).toBe(encoding)
  expect(response.headers.get('vary')).toBe('accept-encoding')
  expect(await response.text()).toBe(SCRIPT)
})

test('a cached file is not sent again', async () => {
  for (const path of ['/vcs', '/sw.js']) {
    const etag = ((await send(path, {})).headers.get('etag') ?? '').replace('W/', '')
    for (const tag of [etag, `W/${etag}`]) {
      const again = await send(path, { headers: { 'if-none-match': `"other", ${tag}` } })
      expect([again.status, await again.text()]).toEqual([304, ''])
    }
    expect((await send(path, { headers: { 'if-none-match': '"other"' } })).status).toBe(200)
  }
})

test('HEAD returns the same headers without the body', async () => {
  const response = await send('/assets/main-abc.js', { method: 'HEAD', headers: { 'accept-encoding': 'identity' } })
  expect(response.status).toBe(200)
  expect(response.headers.get('content-type')).toContain('javascript')
  expect(await response.text()).toBe('')
})

test.each(['/../outside.txt', '/assets/../../outside.txt', '/%2e%2e/outside.txt', '/..%2foutside.txt'])(
  'no path reaches outside the folder: %s',
  async (path) => {
    // A raw socket, because fetch would normalise the path.
    const answer = await new Promise<string>((done) => {
      let received = ''
      void Bun.connect({
        hostname: '127.0.0.1',
        port: Number(new URL(url).port),
        socket: {
          open: (socket) => void socket.write(`GET ${path} HTTP/1.1\r\nHost: localhost\r\nConnection: close\r\n\r\n`),
          data: (_, bytes) => {
            received += bytes.toString()
          },
          close: () => done(received),
        },
      })
    })
    expect(answer).toMatch(/^HTTP\/1.1 [24]/)
    expect(answer).not.toContain('out of the folder')
  },
)
