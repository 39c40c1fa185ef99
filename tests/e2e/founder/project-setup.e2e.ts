import { expect, type Page, test } from '@playwright/test'
import { openBrowser, register, signIn } from '#tests/e2e/support/accounts.ts'
import { violations } from '#tests/e2e/support/axe.ts'
import { DESKTOP, openDevice, UP_TO_DATE, untilReadyOffline } from '#tests/e2e/support/device.ts'
import { fillCard } from '#tests/e2e/support/pay.ts'
import { ONLINE } from '#tests/e2e/support/quiet.ts'
import { type ProductServer, startProduct } from '#tests/e2e/support/server.ts'

const ida = { email: 'ida@quayside.example', password: 'a fine sentence to keep' }
const ada = { ...ida, email: 'ada@gullwing.example' }
const noa = { ...ida, email: 'noa@tidewater.example' }
const dora = { ...ida, email: 'dora@breakwater.example' }
const vera = { email: 'vera@fund.example', password: 'a fine sentence to keep', userType: 'vc' }

test.use(ONLINE)

let server: ProductServer
test.beforeAll(async () => {
  server = await startProduct()
  for (const person of [ida, ada, noa, dora, vera]) await register(server, person)
})
test.afterAll(() => server.dispose())

const toast = (page: Page, title: string, description: string) =>
  Promise.all([
    expect(page.getByText(title, { exact: true })).toBeVisible(),
    expect(page.getByText(description, { exact: true }).first()).toBeVisible(),
  ])
const expectShown = (page: Page, text: string | RegExp) =>
  expect(page.getByText(text).filter({ visible: true }).first()).toBeVisible()
const press = (page: Page, name: string) => page.getByRole('button', { name, exact: true }).click()
const description = (page: Page) => page.getByLabel('Description', { exact: true })

const fits = async (page: Page) => {
  expect(await violations(page)).toEqual([])
  const beyond = await page.evaluate(() => document.documentElement.scrollWidth - document.documentElement.clientWidth)
  expect(beyond).toBeLessThanOrEqual(0)
}

test('a visitor signs in first and returns; an investor is refused with a reason', async ({ browser }) => {
  const page = await openBrowser(browser, server)
  await page.goto('/project-setup')
  await expect(page).toHaveURL(`${server.url}/auth?next=%2Fproject-setup`)
  await signIn(page, vera, '/project-setup')
  await toast(page, 'Access Restricted', 'Only founders can list a project.')
  await expect(page).toHaveURL(`${server.url}/vcs`)
  await page.context().close()
})

test('missing fields are named and found, a failure of the server is shown, and no input is lost', async ({ browser }) => {
  const page = await openBrowser(browser, server)
  await signIn(page, ida, '/project-setup')
  await press(page, 'Save Project Details')
  await toast(page, 'Missing Information', 'Please provide your company name.')
  await expect(page.getByLabel('Company Name')).toBeFocused()
  await page.getByLabel('Company Name').fill('Quayside Labs')
  await press(page, 'Save Project Details')
  await toast(page, 'Missing Information', 'Please provide a project description.')
  await press(page, 'Publish to Scout Marketplace ($9)')
  await toast(page, 'Missing Information', 'Please fill in company name and description before publishing.')
  await description(page).fill('Settlement for ports.')
  await expect(page.getByLabel('Company Email')).toHaveAttribute('required')
  await press(page, 'Save Project Details')
  await toast(page, 'Missing Information', 'Please enter a valid email address')
  await press(page, 'Use ida@quayside.example')
  await expect(page.getByLabel('Company Email')).toHaveValue('ida@quayside.example')

  await page.getByLabel('Website URL').fill('javascript:alert(1)')
  await press(page, 'Save Project Details')
  await toast(page, 'Missing Information', 'Please enter a web address, such as https://example.com.')
  await page.getByLabel('Website URL').fill('quayside.example')

  await expect(page.getByLabel('DEX Screener URL')).toHaveCount(0)
  await page.getByLabel('Ticker Launched').check()
  await page.getByLabel('DEX Screener URL').fill('https://dexscreener.com/base/0x1')
  await page.getByLabel('Amount Raising').fill('$1,500,000')
  await expect(page.getByLabel('Amount Raising')).toHaveValue('1500000')
  await expectShown(page, 'Shown as $1.5M')
  await expectShown(page, /Please get in contact with founder/)

  for (const [path, button, text] of [
    ['**/api/founder/project', 'Save Project Details', 'Failed to update project. Please try again.'],
    ['**/api/create-scout-payment', 'Publish to Scout Marketplace ($9)', 'Failed to create payment'],
  ] as const) {
    await page.route(path, (route) => route.fulfill({ status: 502, body: 'a page of something in between' }))
    await press(page, button)
    await toast(page, 'Error', text)
    await page.unroute(path)
  }
  await press(page, 'Save Project Details')
  await expect(page.getByText('Project Updated', { exact: true })).toBeVisible()
  await page.reload()
  await expect(page.getByLabel('DEX Screener URL')).toHaveValue('https://dexscreener.com/base/0x1')
  await expect(page.getByLabel('Website URL')).toHaveValue('quayside.example')
  await fits(page)
  await page.context().close()
})

test('a logo is a file or an address, and anything else is refused with a reason', async ({ browser }) => {
  const page = await openBrowser(browser, server)
  await signIn(page, ida, '/project-setup')
  const file = page.getByLabel('Logo file', { exact: false }).and(page.locator('input[type=file]'))
  await file.setInputFiles({ name: 'a.txt', mimeType: 'text/plain', buffer: Buffer.from('x') })
  await toast(page, 'Invalid file type', 'Please upload an image file (PNG, JPG, GIF, etc.)')
  await file.setInputFiles({ name: 'a.png', mimeType: 'image/png', buffer: Buffer.alloc(5 * 1024 * 1024 + 1) })
  await toast(page, 'File too large', 'File size must be less than 5MB')
  await file.setInputFiles({ name: 'a.png', mimeType: 'image/png', buffer: await page.screenshot() })
  await expect(page.getByText('Upload successful', { exact: true })).toBeVisible()
  await page.getByText('URL', { exact: true }).click()
  await expect(page.getByLabel('Logo URL')).toHaveValue(/^\/uploads\//)
  await page.getByLabel('Logo URL').fill('https://quayside.example/logo.png')
  await page.getByText('Upload', { exact: true }).click()
  await expectShown(page, 'Saved on this device')
  await page.context().close()
})

test('a draft that a phone wrote offline survives the end of the app, and is shown beside the desktop’s draft', async ({
  browser,
}) => {
  const device = await openDevice(server.url)
  let { page } = device
  await signIn(page, noa)
  await untilReadyOffline(page)
  await page.goto('/project-setup')
  await expectShown(page, 'Saved on this device as you type.')

  await device.context.setOffline(true)
  await page.getByLabel('Company Name').fill('Tidewater')
  await description(page).fill('Written on the train.')
  await expectShown(page, 'Saved on this device. Sends when you are online.')
  await expect(page.getByRole('button', { name: 'Publish to Scout Marketplace ($9)' })).toBeDisabled()
  await expectShown(page, 'Publishing needs a connection. Your draft is saved here.')
  page = await device.relaunch({ isOffline: true })
  await page.goto('/project-setup')
  await expect(description(page)).toHaveValue('Written on the train.')

  const desk = await openBrowser(browser, server)
  await desk.setViewportSize(DESKTOP)
  await desk.emulateMedia({ colorScheme: 'dark' })
  await signIn(desk, noa, '/project-setup')
  await description(desk).fill('Written in the office.')
  await desk.getByLabel('Location').fill('Rotterdam')
  await expectShown(desk, 'Saved on this device')
  await expectShown(desk, UP_TO_DATE)

  await device.context.setOffline(false)
  await expectShown(page, /Both versions are kept. Choose one/)
  await expect(page.getByLabel('Location')).toHaveValue('Rotterdam')
  await expect(description(page)).toHaveValue('Written on the train.')
  await expect(desk.getByLabel('Company Name')).toHaveValue('Tidewater')
  await expect(description(desk)).toHaveValue('Written in the office.')
  await fits(desk)
  await press(desk, 'Save Project Details')
  await toast(desk, 'Choose a version', 'Choose one of the two versions first.')
  await press(page, 'Keep both')
  const both = 'Written on the train.\n\nWritten in the office.'
  await expect(description(page)).toHaveValue(both)
  await expect(page.getByText(/Both versions are kept/)).toHaveCount(0)
  await expect(description(desk)).toHaveValue(both)
  await desk.context().close()
  await device.dispose()
})

test('a project is published from a desktop, and changes are live when they are saved, not as they are typed', async ({
  browser,
}) => {
  const page = await openBrowser(browser, server)
  await page.setViewportSize(DESKTOP)
  await signIn(page, ada, '/project-setup')
  await page.getByLabel('Company Name').fill('Gullwing')
  await description(page).fill('Kites that carry cables.')
  await page.getByLabel('Company Email').fill('hello@gullwing.example')
  await press(page, 'Publish to Scout Marketplace ($9)')
  await page.waitForURL('**/sandbox/stripe/checkout/**')
  await fillCard(page.locator('body'), '4242 4242 4242 4242')
  await page.getByRole('button', { name: /^Pay/ }).click()
  await expectShown(page, 'Project Published Successfully!')
  await page.goto('/project-setup')
  await expectShown(page, 'Published')
  await expect(page.getByRole('button', { name: /^Publish/ })).toHaveCount(0)

  await page.getByLabel('Company Name').fill('Gullwing Aloft')
  await expectShown(page, 'Your changes are not live yet.')
  await page.getByRole('banner').getByRole('link', { name: 'Marketplace' }).click()
  await expect(page.getByRole('heading', { name: 'Gullwing', exact: true })).toBeVisible()
  await page.goto('/project-setup')
  await expect(page.getByLabel('Company Name')).toHaveValue('Gullwing Aloft')
  await press(page, 'Save Project Details')
  await expect(page.getByText('Project Updated', { exact: true })).toBeVisible()
  await page.getByRole('link', { name: 'Public page' }).click()
  await expect(page.getByRole('heading', { name: 'Gullwing Aloft' })).toBeVisible()
  await page.context().close()
})

test('a draft that is deleted is gone from this device, also after a reload, and another one can be written', async ({
  browser,
}) => {
  const page = await openBrowser(browser, server, { viewport: DESKTOP })
  await signIn(page, dora, '/project-setup')
  await page.getByLabel('Company Name').fill('Breakwater')
  await description(page).fill('Insurance for piers.')
  await press(page, 'Save Project Details')
  await page.goto('/project-setup')
  await press(page, 'Delete draft')
  await page.getByRole('dialog').getByRole('button', { name: 'Delete draft' }).click()
  await expect(page).toHaveURL(/\/profile$/)
  await page.goto('/project-setup')
  await expect(page.getByLabel('Company Name')).toHaveValue('')
  await expect(description(page)).toHaveValue('')
  await expect(page.getByRole('button', { name: 'Delete draft' })).toHaveCount(0)
  await page.getByLabel('Company Name').fill('Lighthouse')
  await description(page).fill('Lamps for piers.')
  await press(page, 'Save Project Details')
  await page.goto('/project-setup')
  await expect(page.getByLabel('Company Name')).toHaveValue('Lighthouse')
  await page.context().close()
})
