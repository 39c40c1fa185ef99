import { existsSync } from 'node:fs'
import { expect, type Page, test } from '@playwright/test'
import { stopReplacedWorker } from './support/device.ts'

const dist = new URL('../../web/dist', import.meta.url).pathname

const EMPTY_SNAPSHOT = { epoch: 'abcdef0123456789', cursor: '1000', parts: [] }

/** The built app from a separate server, which deploys a "new build" by changing one line of the service worker. */
function serveBuild() {
  let build = 1
  const server = Bun.serve({
    port: 0,
    async fetch(request) {
      const { pathname } = new URL(request.url)
      // An empty directory. The app installs its worker only after the first screen, which waits for the directory.
      if (pathname === '/api/sync/directory/snapshot') return Response.json(EMPTY_SNAPSHOT)
      if (pathname.startsWith('/api/')) return new Response(null, { status: 401 })
      if (pathname === '/sw.js') {
        const script = `${await Bun.file(`${dist}/sw.js`).text()}\n// build ${build}`
        return new Response(script, { headers: { 'content-type': 'text/javascript' } })
      }
      const file = `${dist}${pathname}`
      return new Response(Bun.file(pathname !== '/' && existsSync(file) ? file : `${dist}/index.html`))
    },
  })
  return { url: `http://127.0.0.1:${server.port}`, deploy: () => (build += 1), stop: () => server.stop(true) }
}

/** Brings the app to the front repeatedly, as a user does, until it offers the newer build. */
const expectOffer = (page: Page) =>
  expect(async () => {
    await page.evaluate(() => dispatchEvent(new Event('focus')))
    await expect(page.getByText('A new version is ready')).toBeVisible({ timeout: 1000 })
  }).toPass()

test('a newer build is offered, applied only on a click, and reloads only the tab that requested it', async ({ context }) => {
  const app = serveBuild()
  const mine = await context.newPage()
  await mine.goto(app.url)
  await mine.waitForFunction(() => navigator.serviceWorker.controller?.state === 'activated')
  const other = await context.newPage()
  await other.goto(app.url)
  const stamp = () => performance.timeOrigin
  const [mineOpened, otherOpened] = [await mine.evaluate(stamp), await other.evaluate(stamp)]

  app.deploy()
  await expectOffer(mine)
  await expectOffer(other)
  expect(await mine.evaluate(stamp)).toBe(mineOpened)

  await mine.getByRole('button', { name: 'Reload' }).click()
  await expect(async () => {
    await stopReplacedWorker(mine)
    expect(await mine.evaluate(stamp)).toBeGreaterThan(mineOpened)
  }).toPass()
  await expect(mine.getByRole('banner')).toBeVisible()
  await expect(mine.getByText('A new version is ready')).toBeHidden()
  expect(await other.evaluate(stamp)).toBe(otherOpened)

  await Promise.all([other.waitForEvent('load'), other.getByRole('button', { name: 'Reload' }).click()])
  expect(await other.evaluate(stamp)).toBeGreaterThan(otherOpened)
  app.stop()
})

test('the shell opens without a network, and addresses of the server stay with the server', async ({ context, page }) => {
  const app = serveBuild()
  await page.goto(app.url)
  await page.waitForFunction(() => navigator.serviceWorker.controller?.state === 'activated')
  app.stop()
  await context.setOffline(true)

  await page.goto(`${app.url}/no-such-page`)
  await expect(page.getByRole('heading', { name: '404 Page Not Found' })).toBeVisible()
  await expect(page.getByText('Did you forget to add the page to the router?')).toBeVisible()
  await expect(page.goto(`${app.url}/api/login`)).rejects.toThrow('net::ERR')
})
