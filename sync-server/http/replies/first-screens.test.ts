import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { afterAll, expect, test, vi } from 'vitest'
import { eventually } from '#tests/support/runner/eventually.ts'
import { firstScreens } from './first-screens.ts'

const folder = mkdtempSync(`${tmpdir()}/latchkey-renderer-`)
afterAll(() => rmSync(folder, { recursive: true }))

/** A renderer with this handler of requests. */
function renderer(name: string, onRequest: string, maxRenderMs?: number) {
  const worker = `${folder}/${name}.js`
  writeFileSync(worker, `self.onmessage = ({ data }) => { ${onRequest} }`)
  const warn = vi.fn()
  return { warn, ...firstScreens({ worker, log: { warn }, ...(maxRenderMs && { maxRenderMs }) }) }
}
const screen = (path: string) => ({ path, investors: [] })

test('a screen is rendered once, and again after it has failed', async () => {
  const { render, stop } = renderer(
    'counting',
    `self.seen ??= {}
     const { path } = data.screen
     self.seen[path] = (self.seen[path] ?? 0) + 1
     postMessage(path === '/fails' && self.seen[path] === 1 ? { id: data.id } : { id: data.id, html: path + self.seen[path] })`,
  )
  await eventually(async () => expect(await render(screen('/'))).toBe('/1'))
  expect(await render(screen('/'))).toBe('/1')
  expect(await render(screen('/fails'))).toBeUndefined()
  expect(await render(screen('/fails'))).toBe('/fails2')
  await stop()
})

test('a renderer that does not answer is ended, and pages are sent without a screen', async () => {
  const { render, stop, warn } = renderer('silent', '', 20)
  expect(await render(screen('/'))).toBeUndefined()
  await eventually(() => expect(warn).toHaveBeenCalledWith({ reason: 'no answer' }, expect.any(String)))
  expect(await render(screen('/other'))).toBeUndefined()
  expect(warn).toHaveBeenCalledTimes(1)
  await stop()
})
