import { expect, test } from '@playwright/test'
import { change } from './support/accounts.ts'
import { ONLINE, withoutPopup } from './support/quiet.ts'
import { type ProductServer, startProduct } from './support/server.ts'

test.use(ONLINE)

let server: ProductServer
test.beforeAll(async () => {
  server = await startProduct()
})
test.afterAll(() => server.dispose())
test.beforeEach(({ context }) => withoutPopup(context))

const ID = 'recaXZAVNmVQmb0UW'

test('a change of an investor arrives over the live connection, is shown, and is still there offline, without a request', async ({
  page,
}) => {
  const frames: (string | Buffer)[] = []
  const requests: string[] = []
  page.on('websocket', (socket) => socket.on('framereceived', ({ payload }) => frames.push(payload)))
  page.on('request', (request) => {
    if (request.url().includes('/api/sync/directory?')) requests.push(request.url())
  })
  const connected = page.waitForEvent('websocket')
  await page.goto(`${server.url}/vc/${ID}`)
  await connected
  const rename = (name: string) => change(server, (sql) => sql`update directory_investors set name = ${name} where id = ${ID}`)
  const title = (name: string) => page.getByRole('main').getByText(name).first()
  // The first change for a node is a poke. It is repeated, because the connection may not be open yet.
  await expect(async () => {
    await rename(`Marit First ${frames.length}`)
    await expect.poll(() => frames.length, { timeout: 15_000 }).toBeGreaterThan(0)
  }).toPass()
  await expect(title('Marit First')).toBeVisible()
  await expect
    .poll(async () => {
      const before = { frames: frames.length, requests: requests.length }
      const name = `Marit ${Date.now()}`
      await rename(name)
      await expect(title(name)).toBeVisible()
      return frames.slice(before.frames).some((frame) => typeof frame !== 'string') && requests.length === before.requests
    })
    .toBe(true)
  const shown = `Marit Offline`
  await rename(shown)
  await expect(title(shown)).toBeVisible()
  const leaveAndReturn = async () => {
    await page.getByRole('link', { name: 'Home' }).first().click()
    await expect(page.getByRole('heading', { level: 1, name: 'Where Founders connect with VCs' })).toBeVisible()
    await page.goBack()
    await expect(title(shown)).toBeVisible()
  }
  // This page has no worker: it loads the screen of the home page while there is a network.
  await leaveAndReturn()
  await page.context().setOffline(true)
  await leaveAndReturn()
})
