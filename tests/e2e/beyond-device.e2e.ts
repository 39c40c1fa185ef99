import { expect, type Page, test } from '@playwright/test'
import { type Device, openDevice, UP_TO_DATE, untilReadyOffline } from './support/device.ts'
import { type ProductServer, startProduct } from './support/server.ts'

/** The sample data has far more investors. */
const DEVICE_LIMIT = 20

let server: ProductServer
let device: Device
/** An investor who is not on devices, and the number of all that are listed. */
let elsewhere: { id: string; name: string; total: number }

test.beforeAll(async () => {
  server = await startProduct({ DIRECTORY_LIMIT: String(DEVICE_LIMIT) })
  const { sql, close } = await server.openDatabase()
  const find = async () => {
    const [row] = await sql<{ id: string; name: string; total: number }[]>`
      select found.id, record.name, extent.total
      from directory_search found join directory_investors record on record.id = found.id, directory_extents extent
      where extent.on_devices = ${DEVICE_LIMIT} and length(record.name) > 8 and not found.is_verified order by found.id limit 1`
    return row
  }
  // The server places the records right after its start.
  await expect.poll(find, { timeout: 60_000 }).toBeDefined()
  elsewhere = (await find()) ?? { id: '', name: '', total: 0 }
  await close()
  device = await openDevice(server.url)
})
test.afterAll(async () => {
  await device?.dispose()
  await server?.dispose()
})

const card = (page: Page, name: string) => page.getByRole('article', { name })

test('a search finds an investor on the server, who is saved and then readable without a network', async () => {
  let { page } = device
  await page.goto('/vcs')
  await page.getByRole('button', { name: `${elsewhere.total - DEVICE_LIMIT} more from the server` }).click({ timeout: 60_000 })
  await expect(page.getByRole('heading', { name: /more from the server$/ })).toBeInViewport()

  await page.getByLabel('Search investors').fill(elsewhere.name)
  await expect(card(page, elsewhere.name).first()).toBeVisible()
  await page.goto(`/vc/${elsewhere.id}`)
  await expect(page.getByRole('heading', { name: elsewhere.name, level: 1 })).toBeVisible()
  const star = page.getByRole('button', { name: `Save ${elsewhere.name} for later` })
  await star.click()
  await expect(star).toHaveAttribute('aria-pressed', 'true')

  // A page that is opened again has it from the device.
  await page.goto('/vcs?saved=true')
  await expect(card(page, elsewhere.name)).toBeVisible()
  await expect(page.getByText(UP_TO_DATE).first()).toBeAttached()
  await untilReadyOffline(page)

  page = await device.relaunch({ isOffline: true })
  await page.goto(`/vc/${elsewhere.id}`)
  await expect(page.getByRole('heading', { name: elsewhere.name, level: 1 })).toBeVisible()
  await page.goto('/vcs')
  // Another search than before: the browser may still have the answer to that one.
  await page.getByLabel('Search investors').fill('Larkspur')
  await expect(page.getByText(`Offline: search covers ${DEVICE_LIMIT + 1} of ${elsewhere.total} investors`)).toBeVisible()
})
