import { expect, type Page, test } from '@playwright/test'
import { newContext, signIn } from '#tests/e2e/support/accounts.ts'
import { expectSoundAtBothSizes } from '#tests/e2e/support/axe.ts'
import { PHONE } from '#tests/e2e/support/device.ts'
import { ONLINE, withoutPopup } from '#tests/e2e/support/quiet.ts'
import { DEMO_PASSWORD, type ProductServer, startProduct } from '#tests/e2e/support/server.ts'
import { startGoogle } from '#tests/support/stand-ins/google-calendar.ts'
import { startMicrosoft } from '#tests/support/stand-ins/microsoft-calendar.ts'

test.use(ONLINE)

let server: ProductServer
const [google, microsoft] = [startGoogle(), startMicrosoft()]
test.beforeAll(async () => {
  server = await startProduct({ ...google.env, ...microsoft.env })
})
test.afterAll(async () => {
  await Promise.all([google.stop(), microsoft.stop()])
  await server.dispose()
})

const isAccessible = (page: Page) => expectSoundAtBothSizes(page, 'Your calendar')

test('an investor connects a calendar by the consent page of its provider, and reads why when nothing was connected', async ({
  browser,
}) => {
  const context = await newContext(browser, { baseURL: server.url, viewport: PHONE, bypassCSP: true })
  await withoutPopup(context)
  const page = await context.newPage()
  await signIn(page, { email: 'investor@latchkey.example', password: DEMO_PASSWORD })
  await page.goto('/profile?tab=investor')
  const section = page.getByRole('region', { name: 'Your calendar' })
  google.allow(undefined)
  await section.getByRole('button', { name: 'Google' }).click()
  await expect(section.getByRole('alert')).toContainText('You did not give access to your calendar')
  await expect(section.getByRole('alert')).toBeInViewport()
  await isAccessible(page)

  await section.getByRole('button', { name: 'Microsoft' }).click()
  await section.getByLabel('Enter calls in').selectOption({ index: 1 })
  await isAccessible(page)
  await section.getByRole('button', { name: 'Save' }).click()
  await expect(section.getByText('Entered in your calendar')).toBeVisible()
  await isAccessible(page)

  await page.reload()
  await section.getByRole('button', { name: 'Disconnect' }).click()
  await page.getByRole('dialog').getByRole('button', { name: 'Disconnect' }).click()
  await expect(section.getByRole('button', { name: 'Microsoft' })).toBeVisible()
})
