import { type Browser, expect, type Page, test } from '@playwright/test'
import type { Availability } from '#shared/bookings/contract.ts'
import { newContext, signIn } from '#tests/e2e/support/accounts.ts'
import { violations } from '#tests/e2e/support/axe.ts'
import { PHONE, untilReadyOffline } from '#tests/e2e/support/device.ts'
import { KEEPS_APP, ONLINE, withoutPopup } from '#tests/e2e/support/quiet.ts'
import { DEMO_PASSWORD, type ProductServer, startProduct } from '#tests/e2e/support/server.ts'

const OWN = 'vc_demo_investor'

test.use(ONLINE)

let server: ProductServer
test.beforeAll(async () => {
  server = await startProduct()
})
test.afterAll(() => server.dispose())

async function open(browser: Browser, keeps = {}): Promise<Page> {
  const context = await newContext(browser, {
    baseURL: server.url,
    viewport: PHONE,
    bypassCSP: true,
    timezoneId: 'UTC',
    ...keeps,
  })
  await withoutPopup(context)
  return context.newPage()
}

test('an investor without a network sets hours, and once the device is online a founder sees these times and no other', async ({
  browser,
}) => {
  const [investor, founder] = [await open(browser, KEEPS_APP), await open(browser)]
  /** The times of day at which a call is offered, in UTC and in their order. */
  const offered = async () => {
    const data = { vcId: OWN, vcType: 'platform' }
    const response = await founder.request.post('/api/calendly/availability', { data, headers: { origin: server.url } })
    const { slots } = (await response.json()) as Availability
    return [...new Set(slots.map(({ start }) => start.slice(11, 16)))].sort()
  }
  await signIn(investor, { email: 'investor@latchkey.example', password: DEMO_PASSWORD })
  await investor.goto('/profile')
  const hours = investor.getByRole('region', { name: 'When you take calls' })
  await expect(hours.getByRole('button', { name: 'Set your hours' })).toBeVisible()
  await untilReadyOffline(investor)
  const usual = await offered()

  await investor.context().setOffline(true)
  await investor.reload()
  await hours.getByRole('button', { name: 'Set your hours' }).click()
  await hours.getByLabel('Time zone').selectOption('UTC')
  await hours.getByLabel('Monday from').fill('10:10')
  await hours.getByLabel('Monday until').fill('11:20')
  await hours.getByRole('button', { name: 'Copy to all days' }).click()
  await hours.getByRole('checkbox', { name: 'Saturday' }).check()
  await hours.getByRole('checkbox', { name: 'Saturday' }).uncheck()
  await expect(hours.getByText('10:10 · 10:40').first()).toBeVisible()
  expect(await violations(investor)).toEqual([])

  // What is not saved yet survives the page.
  await expect(hours.getByText('Draft saved on this device')).toBeVisible()
  await investor.reload()
  await expect(hours.getByLabel('Monday from')).toHaveValue('10:10')
  await hours.getByRole('button', { name: 'Save hours' }).click()
  await expect(hours.getByText('Monday to Friday 10:10–11:20')).toBeVisible()
  await expect(investor.getByText('Your changes are sent when you are online.')).toBeVisible()
  expect(await violations(investor)).toEqual([])
  expect(await offered()).toEqual(usual)

  await investor.context().setOffline(false)
  await expect.poll(offered).toEqual(['10:10', '10:40'])
  await founder.goto(`/vc/${OWN}`)
  await founder
    .getByRole('complementary', { name: 'Contact' })
    .getByRole('button', { name: /^Book Call - / })
    .click()
  const dialog = founder.getByRole('dialog')
  await dialog.getByRole('group', { name: 'Day' }).locator('label').last().click()
  const times = dialog.getByRole('group', { name: /^Time, for/ }).getByRole('radio')
  await expect(times).toHaveCount(2)
  await expect(times.first()).toHaveAccessibleName('10:10')
  // The times are confirmed by the investor's own hours: there is nothing to confirm.
  await expect(dialog.getByText('Subject to confirmation')).toHaveCount(0)
})
