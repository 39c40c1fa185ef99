import { expect, type Page, test } from '@playwright/test'
import { type Device, openDevice, untilReadyOffline } from '#tests/e2e/support/device.ts'
import { readEverythingKept } from '#tests/e2e/support/kept.ts'
import { lockTables } from '#tests/e2e/support/locked-tables.ts'
import { fillCard, fillDetails, startPayment } from '#tests/e2e/support/pay.ts'
import { type ProductServer, startProduct } from '#tests/e2e/support/server.ts'

/** From the sample listing: verified, $25. */
const MARIT = { id: 'rec1xBsyPcZWn6QTr', name: 'Marit Moretti', email: 'marit@northgate-ventures.example' }
const CARD = '4242 4242 4242 4242'

let server: ProductServer
let device: Device
test.beforeAll(async () => {
  server = await startProduct({ LOG_LEVEL: 'debug' })
  device = await openDevice(server.url)
})
test.afterAll(async () => {
  await device.dispose()
  await server.dispose()
})

const dialog = (page: Page) => page.getByRole('dialog')
const ordersMade = async () => {
  const opened = await server.openDatabase()
  const made = await opened.sql<{ status: string }[]>`select status from orders`
  await opened.close()
  return made.map(({ status }) => status)
}

test('money calls are never queued, and a payment leaves nothing behind that can be paid again', async () => {
  const { page, context } = device
  let creates = 0
  page.on('request', (request) => {
    if (/\/api\/create-/.test(request.url())) creates += 1
  })

  await test.step('P23: a purchase attempt made offline is never paid later without a click', async () => {
    await page.goto(`/vc/${MARIT.id}`)
    await untilReadyOffline(page)
    await page.getByRole('button', { name: 'Connect - $25' }).click()
    await fillDetails(dialog(page))
    // The click happens just as the network is lost.
    await page.route('**/api/create-vc-unlock-payment', (route) => route.abort('internetdisconnected'))
    await dialog(page).getByRole('button', { name: 'Continue to payment' }).click()
    await expect(page.getByText('Payment Setup Failed').first()).toBeVisible()
    await context.setOffline(true)
    await page.unroute('**/api/create-vc-unlock-payment')
    await page.reload()
    await expect(page.getByText('Offline', { exact: false }).first()).toBeVisible()
    // An introduction request may wait in the outbox: its arrival shows that the device has reached the server again.
    await page
      .getByRole('button', { name: `Save ${MARIT.name} for later` })
      .first()
      .click()
    creates = 0
    const pushed = page.waitForResponse((reply) => reply.url().endsWith('/api/sync/push') && reply.ok())
    await context.setOffline(false)
    await pushed
    await expect(page.getByText('Ready offline')).toBeVisible()
    expect(creates).toBe(0)
    expect(await ordersMade()).toEqual([])
  })

  // Read immediately: a page that was left no longer reports its responses.
  const setUp = Promise.withResolvers<{ caching: string | undefined; clientSecret: string }>()
  // Awaited in the last step: until then nothing else handles a failure.
  setUp.promise.catch(() => undefined)
  page.on('response', (reply) => {
    if (!reply.url().endsWith('/api/create-vc-unlock-payment')) return
    const caching = reply.headers()['cache-control']
    reply.json().then(({ clientSecret }) => setUp.resolve({ caching, clientSecret }), setUp.reject)
  })
  await test.step('P24: a write that was queued before the payment and arrives after it opens no payment', async () => {
    await page.reload()
    // Delayed on the server, whether the tab or the worker sends it.
    const locked = await lockTables(server, ['saved_investors'])
    const isWritten = async () => (await locked.sql`select 1 from saved_investors`).length > 0
    await page
      .getByRole('button', { name: `Save ${MARIT.name} for later` })
      .first()
      .click()
    await page.getByRole('button', { name: 'Connect - $25' }).click()
    await startPayment(dialog(page))
    await fillCard(dialog(page), CARD)
    await dialog(page).getByRole('button', { name: 'Pay $25.00' }).click()
    await expect.poll(ordersMade).toEqual(['paid'])
    // The server has granted it; the write is still in flight.
    await expect.poll(locked.countWaiting).toBeGreaterThan(0)
    expect(await isWritten()).toBe(true)
    await locked.release()
    await expect.poll(isWritten).toBe(false)
    await locked.close()
    await expect(page.getByText(MARIT.email).first()).toBeVisible()
    await page.reload()
    await expect(page.getByText(MARIT.email).first()).toBeVisible()
    await expect(dialog(page)).toHaveCount(0)
    expect(creates).toBe(1)
    expect(await ordersMade()).toEqual(['paid'])
  })

  await test.step('P22: the client secret and the card are stored nowhere and logged nowhere', async () => {
    const { caching, clientSecret } = await setUp.promise
    expect(caching).toContain('no-store')
    expect(clientSecret).toMatch(/^pi_\w+_secret_\w+$/)
    const stored = await page.evaluate(readEverythingKept)
    // The start message for an operator names the test cards; log lines must not.
    const logged = server
      .said()
      .split('\n')
      .filter((line) => line.startsWith('{'))
      .join('\n')
    // Control: both are readable at their source, otherwise finding nothing would prove nothing.
    expect(stored).toContain(MARIT.email)
    expect(logged.length).toBeGreaterThan(0)
    for (const text of [stored, logged]) {
      expect(text).not.toContain(clientSecret)
      expect(text).not.toMatch(/pi_\w+_secret_\w|4242 ?4242 ?4242 ?4242|whsec_\w|sk_test_\w/)
    }
  })
})
