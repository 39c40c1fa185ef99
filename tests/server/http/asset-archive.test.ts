import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { brotliCompressSync } from 'node:zlib'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { ARCHIVE_ASSETS } from '#server/http/replies/asset-archive.ts'
import { KILL_SWITCH } from '#server/http/replies/static-files.ts'
import { startTestApp } from '#tests/support/app.ts'
import { ownRoundsOver } from '#tests/support/rounds.ts'

const folder = mkdtempSync(`${tmpdir()}/latchkey-builds-`)
afterAll(() => rmSync(folder, { recursive: true }))

const code = (build: string) => `export const build = '${build}'\n`.repeat(40)

/** A build with the settings page as a separate chunk, and a vendor file that every build shares. */
function build(name: string): string {
  const root = `${folder}/${name}`
  mkdirSync(`${root}/assets`, { recursive: true })
  writeFileSync(`${root}/index.html`, `<!doctype html><title>${name}</title>`)
  writeFileSync(`${root}/sw.js`, `// ${name}`)
  writeFileSync(`${root}/assets/vendor-1.js`, 'shared')
  writeFileSync(`${root}/assets/settings-${name}.js`, code(name))
  writeFileSync(`${root}/assets/settings-${name}.js.br`, brotliCompressSync(code(name)))
  writeFileSync(`${root}/assets/face-${name}.woff2`, 'a font')
  return root
}

let now = new Date()
const old = await startTestApp({ world: { webFolder: build('old'), now: () => now } })
const again = old.database.connectAgain()
const next = await startTestApp({
  env: { SERVICE_WORKER: 'off' },
  world: { ...again, webFolder: build('new'), now: () => now },
})

// A late first run would mark a build as in use at a time that a test has already passed.
beforeAll(() => ownRoundsOver(old, ARCHIVE_ASSETS))

test('a page of the old build gets its chunks from a server of the new one, compressed and immutable', async () => {
  const { send } = next.visitor()
  const reply = await send('/assets/settings-old.js', { headers: { 'accept-encoding': 'br' } })
  expect(reply.status).toBe(200)
  expect(reply.headers.get('content-encoding')).toBe('br')
  expect(reply.headers.get('content-type')).toContain('javascript')
  expect(reply.headers.get('cache-control')).toBe('public, max-age=31536000, immutable')
  expect(await reply.text()).toBe(code('old'))
  const plain = await send('/assets/settings-old.js', { headers: { 'accept-encoding': 'identity' } })
  expect([plain.headers.get('content-encoding'), await plain.text()]).toEqual([null, code('old')])
  expect(await (await send('/assets/face-old.woff2')).text()).toBe('a font')
  expect((await send('/assets/settings-never.js')).status).toBe(404)
})

test('during a rollout of a new build, a node of the old one serves its chunks too', async () => {
  expect(await (await old.visitor().send('/assets/settings-new.js')).text()).toBe(code('new'))
})

test('chunks are deleted 30 days after the last node of their build stopped', async () => {
  const day = 24 * 60 * 60 * 1000
  const has = async (path: string) => (await next.visitor().send(path)).status === 200
  const keep = () => next.app.jobs['assets.keep']?.({})
  now = new Date(now.getTime() + 29 * day)
  await keep()
  expect(await has('/assets/settings-old.js')).toBe(true)
  now = new Date(now.getTime() + 2 * day)
  await keep()
  expect(await has('/assets/settings-old.js')).toBe(false)
  expect(await (await old.visitor().send('/assets/settings-new.js')).text()).toBe(code('new'))
})

test('with the kill switch the served worker removes itself, and is never cached', async () => {
  const reply = await next.visitor().send('/sw.js')
  expect([reply.headers.get('cache-control'), await reply.text()]).toEqual(['no-cache', KILL_SWITCH])
  expect(KILL_SWITCH).not.toMatch(/indexedDB/i)
  expect(await (await old.visitor().send('/sw.js')).text()).toBe('// old')
})
