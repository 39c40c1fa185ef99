import { cpSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { Window } from 'happy-dom'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { GUEST_COOKIE, SESSION_COOKIE } from '#server/http/session.ts'
import type { VcId } from '#shared/ids.ts'
import { listInvestor } from '#tests/support/actors/money.ts'
import { startTestApp } from '#tests/support/app.ts'
import { eventually } from '#tests/support/runner/eventually.ts'

const REPOSITORY = `${import.meta.dirname}/../../..`
const webFolder = mkdtempSync(`${tmpdir()}/latchkey-screens-`)
afterAll(() => rmSync(webFolder, { recursive: true }))
cpSync(`${REPOSITORY}/web/index.html`, `${webFolder}/index.html`)

const screenRenderer = `${REPOSITORY}/web/app/first-screen/worker.ts`
const { database, visitor } = await startTestApp({ world: { webFolder, screenRenderer } })
const { send, get } = visitor()

const HOSTILE = '</div><script>alert(1)</script><button onclick="alert(2)">'
let id: VcId
beforeAll(async () => {
  id = await listInvestor(database.db, { name: HOSTILE, email: 'secret@fund.example', telegram: '@secret' })
  await listInvestor(database.db, { name: 'Ida Berg' })
  await get('/api/sync/directory/snapshot')
})

/** The element of the app as a browser without scripts has it. */
async function rootOf(path: string, headers?: Record<string, string>) {
  const { document } = new Window({ settings: { disableJavaScriptEvaluation: true } })
  document.write(await (await send(path, { headers })).text())
  return document.getElementById('root')
}

/** The same once the screen is rendered: a page does not wait for a renderer that has just started. */
const screenOf = (path: string) =>
  eventually(async () => {
    const root = await rootOf(path)
    expect(root?.querySelector('#main')).toBeTruthy()
    return root
  })

test('the home page shows its heading and its first cards before any script has run', async () => {
  const root = await screenOf('/')
  expect(root?.querySelector('h1')?.textContent).toBe('Where Founders connect with VCs')
  expect([...(root?.querySelectorAll('article') ?? [])].map(({ textContent }) => textContent)).toEqual([
    expect.stringContaining('alert(1)'),
    expect.stringContaining('Ida Berg'),
  ])
  expect(root?.querySelector('a[href="/vcs"]')).toBeTruthy()
})

test.each(['/vcs', '/ping', '/directory'])('%s shows its first investors before any script has run', async (path) => {
  // A page does not wait for the lists either.
  const root = await eventually(async () => {
    const screen = await screenOf(path)
    const cards = [...(screen?.querySelectorAll('article') ?? [])].map(({ textContent }) => textContent)
    expect(cards.some((text) => text?.includes('Ida Berg'))).toBe(true)
    return screen
  })
  expect(root?.querySelector('script, [onclick]')).toBeNull()
  expect(await (await send(path)).text()).not.toMatch(/secret@fund|@secret/)
})

test('the page of an investor shows the public profile, escaped, and no locked detail', async () => {
  const root = await screenOf(`/vc/${id}`)
  expect(root?.querySelector('h1')?.textContent).toContain(HOSTILE)
  expect(root?.querySelector('script, [onclick]')).toBeNull()
  expect(root?.innerHTML).not.toMatch(/secret@fund|@secret/)
})

test.each(['/vcs', '/scout', '/privacy-policy'])('%s shows its heading before any script has run', async (path) => {
  expect((await screenOf(path))?.querySelector('h1')?.textContent).not.toBe('')
})

test('what would do nothing without a script cannot be used', async () => {
  for (const path of ['/', '/vcs']) {
    const controls = [...((await screenOf(path))?.querySelectorAll('button, input, select, textarea') ?? [])]
    expect(controls.length).toBeGreaterThan(0)
    expect(controls.filter((control) => !control.hasAttribute('inert'))).toEqual([])
  }
})

test.each([
  ['a member', '/', { cookie: `${SESSION_COOKIE}=any` }],
  ['a guest with purchases', '/', { cookie: `other=1; ${GUEST_COOKIE}=any` }],
  ['an address with a filter', '/vcs?q=berlin', undefined],
  ['a screen of an account', '/profile', undefined],
])('%s gets the placeholder: another screen follows', async (_, path, headers) => {
  await screenOf('/')
  const root = await rootOf(path, headers)
  expect(root?.querySelector('#main')).toBeNull()
  expect(root?.querySelector('.skeleton')).toBeTruthy()
})

test('a cache keeps the page of a visitor apart from that of a member', async () => {
  expect((await send('/')).headers.get('vary')).toContain('cookie')
})

test('a removed investor is on no screen', async () => {
  const gone = await listInvestor(database.db, { name: 'Gone Tomorrow' })
  expect((await screenOf(`/vc/${gone}`))?.textContent).toContain('Gone Tomorrow')
  await database.sql`delete from directory_investors where id = ${gone}`
  const reply = await send(`/vc/${gone}`)
  expect(reply.status).toBe(404)
  expect(await reply.text()).not.toContain('Gone Tomorrow')
})

test('pages are sent with the placeholder while the renderer does not work', async () => {
  const broken = `${webFolder}/broken.ts`
  writeFileSync(broken, 'throw new Error("broken")')
  const other = await startTestApp({ database, world: { webFolder, screenRenderer: broken }, env: { LOG_LEVEL: 'silent' } })
  for (const _ of [1, 2]) {
    const html = await (await other.visitor().send('/')).text()
    expect(html).toContain('class="skeleton')
  }
})
