import { readFileSync } from 'node:fs'
import { expect, type Page, test } from '@playwright/test'
import sharp from 'sharp'
import { openBrowser, register, signIn } from '#tests/e2e/support/accounts.ts'
import { violations } from '#tests/e2e/support/axe.ts'
import { DESKTOP, PHONE, untilReadyOffline } from '#tests/e2e/support/device.ts'
import { sticksOut } from '#tests/e2e/support/page.ts'
import { ONLINE } from '#tests/e2e/support/quiet.ts'
import { type ProductServer, startProduct } from '#tests/e2e/support/server.ts'

const ada = { email: 'ada@photos.example', password: 'a long enough password' }

test.use(ONLINE)

let server: ProductServer
test.beforeAll(async () => {
  server = await startProduct()
  await register(server, ada)
})
test.afterAll(() => server.dispose())

/** A picture as a camera writes it, with the place where it was taken. */
const photograph = (background: string) =>
  sharp({ create: { width: 2400, height: 1800, channels: 3, background } })
    .jpeg()
    .withExif({ IFD3: { GPSLatitudeRef: 'N', GPSLatitude: '38/1 42/1 0/1' } })
    .toBuffer()

const photos = (page: Page) => page.getByRole('region', { name: 'Photos' })
const tiles = (page: Page) => photos(page).getByRole('button', { name: /^Photo, / })
const waiting = (page: Page) => photos(page).getByText(/on this device only/)

async function addPerson(page: Page, name: string) {
  await page.goto('/contacts/new')
  await page.getByLabel('Name').fill(name)
  await page.getByRole('button', { name: 'Save person' }).click()
  await expect(page.getByRole('heading', { level: 1, name })).toBeVisible()
}

async function addPhotos(page: Page, ...colours: string[]) {
  const files = await Promise.all(
    colours.map(async (colour) => ({ name: 'card.jpg', mimeType: 'image/jpeg', buffer: await photograph(colour) })),
  )
  await page.getByLabel('Add photos').setInputFiles(files)
}

async function openPerson(page: Page, name: string) {
  await page.goto('/contacts')
  await page.getByRole('link', { name: new RegExp(name) }).click()
  await expect(page.getByRole('heading', { level: 1, name })).toBeVisible()
}

/** The size of the picture in a tile, once it is decoded. */
const decoded = (page: Page, nth: number) =>
  expect.poll(() =>
    tiles(page)
      .nth(nth)
      .locator('img')
      .evaluate((image: HTMLImageElement) => image.naturalWidth),
  )

test('photos taken without a network are readable at once, arrive on another device, are readable there offline, and are deleted on both', async ({
  browser,
}) => {
  const phone = await openBrowser(browser, server, { keepsApp: true })
  await phone.setViewportSize(PHONE)
  await signIn(phone, ada, '/contacts')
  await untilReadyOffline(phone)
  await phone.context().setOffline(true)
  await addPerson(phone, 'Noa Berg')
  await addPhotos(phone, '#8a6d3b', '#205080')
  await expect(tiles(phone)).toHaveCount(2)
  await expect(waiting(phone)).toHaveText(/2 photos are on this device only/)
  await decoded(phone, 0).toBe(1600)
  await phone.reload()
  await decoded(phone, 1).toBe(1600)
  expect(await violations(phone)).toEqual([])
  expect(await sticksOut(phone)).toBeLessThanOrEqual(0)

  await phone.context().setOffline(false)
  await expect(waiting(phone)).toHaveCount(0)

  const laptop = await openBrowser(browser, server, { keepsApp: true })
  await laptop.setViewportSize(DESKTOP)
  await laptop.emulateMedia({ colorScheme: 'dark' })
  await signIn(laptop, ada, '/contacts')
  await untilReadyOffline(laptop)
  await openPerson(laptop, 'Noa Berg')
  await decoded(laptop, 0).toBe(1600)
  await decoded(laptop, 1).toBe(1600)
  await laptop.context().setOffline(true)
  await laptop.reload()
  await decoded(laptop, 1).toBe(1600)
  await tiles(laptop).first().click()
  const viewer = laptop.getByRole('dialog')
  await expect(viewer.getByRole('img')).toBeVisible()
  expect(await violations(laptop)).toEqual([])
  const download = laptop.waitForEvent('download')
  await viewer.getByRole('button', { name: 'Save to this device' }).click()
  const saved = await sharp(readFileSync(await (await download).path())).metadata()
  // The place where it was taken never leaves the phone.
  expect([saved.width, saved.exif]).toEqual([1600, undefined])

  await viewer.getByRole('button', { name: 'Delete photo' }).click()
  await expect(tiles(laptop)).toHaveCount(1)
  await laptop.getByRole('button', { name: 'Undo' }).click()
  await expect(tiles(laptop)).toHaveCount(2)
  await tiles(laptop).first().click()
  await viewer.getByRole('button', { name: 'Delete photo' }).click()
  await expect(tiles(laptop)).toHaveCount(1)
  await laptop.context().setOffline(false)
  await expect(tiles(phone)).toHaveCount(1)
  await expect(photos(phone).getByText('1 deleted photo')).toBeVisible()
})

test('the photos of a guest stay on the device, and are uploaded after the sign-in', async ({ browser }) => {
  const guest = await openBrowser(browser, server, { keepsApp: true })
  await guest.goto(server.url)
  await addPerson(guest, 'Ben Ode')
  await addPhotos(guest, '#306030')
  await expect(waiting(guest)).toHaveText(/1 photo is on this device only\. Sign in/)
  await signIn(guest, ada, '/contacts')
  await openPerson(guest, 'Ben Ode')
  await expect(tiles(guest)).toHaveCount(1)
  await expect(waiting(guest)).toHaveCount(0)
  const other = await openBrowser(browser, server)
  await signIn(other, ada, '/contacts')
  await openPerson(other, 'Ben Ode')
  await decoded(other, 0).toBe(1600)
})

test('a file that is no picture is reported, and the others are added', async ({ browser }) => {
  const page = await openBrowser(browser, server)
  await signIn(page, ada, '/contacts')
  await addPerson(page, 'Liv Aalto')
  const picture = { name: 'card.jpg', mimeType: 'image/jpeg', buffer: await photograph('#705030') }
  const none = { name: 'notes.jpg', mimeType: 'image/jpeg', buffer: Buffer.from('no picture') }
  await page.getByLabel('Add photos').setInputFiles([none, picture])
  await expect(page.getByText('This picture can’t be read', { exact: true })).toBeVisible()
  await expect(tiles(page)).toHaveCount(1)
})
