import { expect, type Page, test } from '@playwright/test'
import { expectSound } from './support/axe.ts'
import { DESKTOP, PHONE, untilReadyOffline } from './support/device.ts'
import { readEverythingKept } from './support/kept.ts'
import { fillCard, startPayment } from './support/pay.ts'
import { KEEPS_APP, ONLINE, withoutPopup } from './support/quiet.ts'
import { type ProductServer, startProduct } from './support/server.ts'
import { type Stop, walk } from './support/walk.ts'

/** From the sample listing: unlocked in these tests, locked, not verified, and one whose texts are hostile. */
const UNLOCKED = 'rec1xBsyPcZWn6QTr'
const LOCKED = 'rec7JhYiWFZetmkyA'
const UNVERIFIED = 'rec8odbR147twAO2Y'
const HOSTILE = 'recB3G8kIWNjBymyB'

/** The screens of a purchase. Neighbours differ in their titles, so that each one is seen to open. */
const SCREENS: Stop[] = [
  { path: '/vcs', title: 'Connected VCs & Angels' },
  { path: '/contacts', title: 'Contacts' },
  { path: '/vcs?q=zzzzzz', title: 'Connected VCs & Angels' },
  { path: `/contacts/${UNLOCKED}`, title: 'Marit Moretti' },
  { path: '/cold-scout/northgate-deep-labs', title: 'Northgate Deep Labs' },
  { path: '/auth', title: 'Welcome back' },
  { path: `/vc/${UNLOCKED}`, title: 'Marit Moretti' },
  { path: `/vc/${LOCKED}`, title: 'Kwame Dlamini' },
  { path: `/vc/${UNVERIFIED}`, title: 'Oskar 🦊 Nygaard' },
  { path: `/vc/${HOSTILE}`, title: 'Nadia "Nads" O’Brien' },
  { path: '/vc/recNobody', title: 'Investor Not Found' },
]

test.use(ONLINE)

let server: ProductServer
test.beforeAll(async () => {
  server = await startProduct()
})
test.afterAll(() => server.dispose())
test.beforeEach(({ context }) => withoutPopup(context))

async function unlock(page: Page) {
  await page.goto(`${server.url}/vc/${UNLOCKED}`)
  await page.getByRole('button', { name: 'Connect - $25' }).click()
  const dialog = page.getByRole('dialog')
  await startPayment(dialog)
  await fillCard(dialog, '4242 4242 4242 4242')
  await dialog.getByRole('button', { name: 'Pay $25.00' }).click()
  await expect(page.getByRole('heading', { name: 'Contact Information Unlocked' })).toBeVisible()
  await expect(dialog).toBeHidden()
}

test.describe('every user', () => {
  // axe is injected into the page, which the page's policy would refuse.
  test.use({ bypassCSP: true })

  for (const [name, viewport] of [
    ['phone', PHONE],
    ['desk', DESKTOP],
  ] as const) {
    test(`can read and reach every screen of a purchase on a ${name}, in light and dark, and nothing is wider than the page`, async ({
      page,
    }) => {
      await page.setViewportSize(viewport)
      await unlock(page)
      // The notice of the payment ends by itself, unless the pointer is on it. On a busy machine it may have ended already.
      await page.mouse.move(0, 0)
      await expect(page.getByRole('button', { name: 'Dismiss' })).toHaveCount(0)
      for (const stop of SCREENS) {
        expect(await walk(page, [stop])).toEqual([])
        await expect(page.locator('.skeleton')).toHaveCount(0)
        await expectSound(page, stop.path)
      }
    })
  }
})

test('nothing floats over the note on an opened contact', async ({ page }) => {
  await page.setViewportSize(PHONE)
  await unlock(page)
  await expect(page.getByRole('link', { name: 'List Project' })).toBeVisible()
  await page.goto(`${server.url}/contacts/${UNLOCKED}`)
  await expect(page.getByLabel('Your note')).toBeVisible()
  await expect(page.getByRole('link', { name: 'List Project' })).toHaveCount(0)
})

test('markup in a record is text, and a script in a link is not a link', async ({ page }) => {
  const dialogs: string[] = []
  page.on('dialog', (dialog) => {
    dialogs.push(dialog.message())
    void dialog.dismiss()
  })
  await page.goto(`${server.url}/vc/${HOSTILE}`)
  await expect(page.getByText('<b>Capital</b>').first()).toBeVisible()
  await expect(page.getByText('<img src=x onerror="alert(1)">').first()).toBeVisible()
  expect(await page.locator('a[href^="javascript:" i]').count()).toBe(0)
  expect(dialogs).toEqual([])
})

test.describe('on a device that keeps the app', () => {
  test.use(KEEPS_APP)

  test('data that a visitor has not bought is in no cache, no storage and no file of the app', async ({ page }) => {
    await page.goto(`${server.url}/vcs`)
    await untilReadyOffline(page)
    await page.goto(`${server.url}/vc/${LOCKED}`)
    await expect(page.getByRole('heading', { name: 'Contact Information Locked' })).toBeVisible()
    const database = await server.openDatabase()
    const rows = await database.sql<{ value: string }[]>`
    select email as value from directory_investors where email is not null
    union select telegram from directory_investors where telegram is not null
    union select full_name from decision_makers`
    await database.close()
    const stored = await page.evaluate(readEverythingKept)
    expect(stored.length).toBeGreaterThan(100_000)
    expect(rows.length).toBeGreaterThan(400)
    expect(rows.filter(({ value }) => stored.includes(value))).toEqual([])
  })

  test('Chromium finds no obstacle to installing it', async ({ page, context }) => {
    await page.goto(server.url)
    await untilReadyOffline(page)
    const session = await context.newCDPSession(page)
    const { installabilityErrors } = await session.send('Page.getInstallabilityErrors')
    const { errors } = await session.send('Page.getAppManifest')
    // A browser window without a profile, as tests use, cannot install anything; that is the only permitted message.
    expect(installabilityErrors.map(({ errorId }) => errorId).filter((id) => id !== 'in-incognito')).toEqual([])
    expect(errors).toEqual([])
  })
})
