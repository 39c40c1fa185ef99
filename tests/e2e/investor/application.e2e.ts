import { writeFile } from 'node:fs/promises'
import { expect, type Page, test } from '@playwright/test'
import { change, fillLogin, openBrowser, register } from '#tests/e2e/support/accounts.ts'
import {
  expectApplicationKept,
  fillApplication,
  LINES,
  signUpToSubmit,
  submitButton,
  tick,
} from '#tests/e2e/support/application-form.ts'
import { violations } from '#tests/e2e/support/axe.ts'
import { DESKTOP, openDevice, untilReadyOffline } from '#tests/e2e/support/device.ts'
import { draftSaved, heading } from '#tests/e2e/support/page.ts'
import { ONLINE } from '#tests/e2e/support/quiet.ts'
import { type ProductServer, startProduct } from '#tests/e2e/support/server.ts'
import { picture } from '#tests/support/samples/pictures.ts'

test.use(ONLINE)

let server: ProductServer
test.beforeAll(async () => {
  server = await startProduct()
})
test.afterAll(() => server.dispose())

const PASSWORD = 'k7#mQz2pp-long'
/** A toast, not the text for it in a live region. */
const toastSaying = (page: Page, text: string) => page.getByRole('listitem').getByText(text, { exact: true })

const messages = [
  'Partner name is required',
  'Position is required',
  'Fund name is required',
  'Location is required',
  'Investment tag is required',
  'Please select at least one investment stage',
  'Please select at least one sector',
  'Investment thesis is required',
  'Fund description is required',
  'Bio is required',
  'Portfolio performance is required',
  'Please enter a valid email address',
  'Meeting link is required',
]

const listingOf = async (email: string) => {
  let row: Record<string, unknown> | undefined
  await change(server, async (sql) => {
    ;[row] = await sql`select vcs.* from vcs join users on users.id = vcs.user_id where users.email = ${email}`
  })
  return row
}

test('on a phone: written without account or network, kept over the end of the app and the sign-up, submitted, and corrected after a refusal', async () => {
  const device = await openDevice(server.url)
  try {
    let page = device.page
    await page.goto('/join')
    await page.getByRole('link', { name: 'Apply as VC' }).click()
    await expect(page).toHaveURL(`${server.url}/vc-signup`)
    for (const benefit of ['Quality Founders', 'Earn Revenue', 'Stay In Control']) {
      await expect(page.getByRole('heading', { name: benefit })).toBeVisible()
    }
    await expect(page.getByRole('link', { name: 'Back to Browse' })).toHaveAttribute('href', '/vcs')

    await submitButton(page).click()
    await Promise.all(messages.map((message) => expect(page.getByText(message, { exact: true })).toBeVisible()))
    await expect(page.getByLabel('Partner name')).toBeFocused()

    await untilReadyOffline(page)
    await device.context.setOffline(true)
    await expect(submitButton(page)).toBeDisabled()
    await expect(page.getByText('Submitting needs a connection. Your draft is saved on this device.')).toBeVisible()
    await fillApplication(page)
    const photo = await picture('jpeg', { width: 600, height: 400 })
    await page.getByLabel('Photo or logo').setInputFiles({ name: 'mary.jpg', mimeType: 'image/jpeg', buffer: photo })
    await expect(page.getByText('Saved on this device. Sends after you sign in.')).toBeVisible()
    await expect(page.locator('figure img')).toHaveAttribute('src', /^blob:/)
    await page.getByLabel('Price per unlock (USD)').pressSequentially('25')
    await page.getByLabel('Weekly intro limit').fill('4')
    await expect(draftSaved(page)).toBeVisible()

    page = await device.relaunch({ isOffline: true })
    await page.goto('/vc-signup')
    await expectApplicationKept(page)
    const earnings = page.getByRole('region', { name: 'Earnings per unlock' })
    await expect(earnings).toContainText('$21.25')
    await expect(earnings).toContainText('85% of each unlock at $25.00')
    await expect(earnings).toContainText('about 70% after card fees and taxes (estimate): $17.50')
    await expect(earnings).toContainText('Up to $85.00 a week')
    const card = page.getByRole('figure')
    for (const text of ['Mary Lantern', 'Lantern Partners', 'Unlock for $25', 'Limit: 16/month', '+1 more']) {
      await expect(card.getByText(text).first()).toBeVisible()
    }

    await device.context.setOffline(false)
    await page.route('**/api/vcs', (route) => route.abort())
    await submitButton(page).click()
    await signUpToSubmit(page, PASSWORD)
    // Sent by itself after the picture is uploaded.
    await expect(page.getByRole('alert').filter({ hasText: 'The server didn’t respond.' })).toBeVisible()
    await expectApplicationKept(page)
    await page.unroute('**/api/vcs')
    await submitButton(page).click()
    await expect(heading(page)).toHaveText('Application Submitted!')
    await expect(toastSaying(page, 'We will review your application within 24 hours.')).toBeVisible()
    await expect(page.getByText('Our team reviews every application within 48 hours.')).toBeVisible()
    // Reduced motion was requested: no confetti.
    await expect(page.locator('canvas')).toHaveCount(0)

    const listing = await listingOf('mary@lantern.example')
    expect(listing).toMatchObject({
      fund_name: 'Lantern Partners',
      review_status: 'pending',
      is_verified: false,
      contact_type: 'meeting',
      contact_handle: LINES['Meeting link'],
      price: '2500',
      weekly_intro_limit: 4,
      stage: ['Seed', 'Series B+'],
      sectors: ['DeFi', 'Infrastructure', 'Payments'],
    })
    expect((await page.request.get(String(listing?.logo_url))).headers()['content-type']).toBe('image/webp')

    await page.reload()
    await expect(heading(page)).toHaveText('Your application is under review')
    const left = () => page.evaluate(async () => (await indexedDB.databases()).map(({ name }) => name))
    await expect.poll(left).not.toContain('latchkey-me-guest')

    // Rejected: the reason is shown, nothing has to be typed again, and a user without reduced motion sees the celebration.
    await change(
      server,
      (sql) => sql`update vcs set review_status = 'rejected', review_reason = 'Please say more.' where email = ${LINES.Email}`,
    )
    await expect(page.getByText('Please say more.')).toBeVisible()
    await expectApplicationKept(page)
    await page.emulateMedia({ reducedMotion: 'no-preference' })
    await submitButton(page).click()
    await expect(heading(page)).toHaveText('Application Submitted!')
    await expect(page.locator('canvas.celebration')).toBeAttached()
    expect((await listingOf(LINES.Email))?.review_status).toBe('pending')
  } finally {
    await device.dispose()
  }
})

test('on a desktop: a file that is not a picture is refused, sign-out asks about the draft, and the next user finds nothing of it', async ({
  browser,
}) => {
  const angel = { email: 'ann@angels.example', password: PASSWORD, userType: 'angel', firstName: 'Ann', lastName: 'Halo' }
  await register(server, angel)
  const page = await openBrowser(browser, server, { keepsApp: true })
  await page.setViewportSize(DESKTOP)
  await page.goto('/vc-signup')
  await page.getByRole('main').getByRole('link', { name: 'Sign In' }).click()
  await fillLogin(page, angel)
  await expect(page).toHaveURL(`${server.url}/vc-signup`)
  await expect(page.getByLabel('Partner name')).toHaveValue('Ann Halo')
  await expect(page.getByLabel('Email')).toHaveValue(angel.email)
  await expect(page.getByRole('checkbox', { name: 'Angel Investor' })).toBeChecked()

  const choose = async (name: string, bytes: string | Buffer) => {
    const path = test.info().outputPath(name)
    await writeFile(path, bytes)
    await page.getByLabel('Photo or logo').setInputFiles(path)
  }
  const refused: [string, string | Buffer, string, string][] = [
    ['notes.txt', 'x', 'Invalid file type', 'Please select an image file'],
    ['huge.png', Buffer.alloc(5 * 1024 * 1024 + 1), 'File too large', 'Please select an image smaller than 5MB'],
    // Only the server reads the content of the file.
    ['fake.png', 'I am not a picture', 'Invalid file type', 'Please select an image file'],
  ]
  for (const [name, bytes, title, text] of refused) {
    await choose(name, bytes)
    await expect(page.getByRole('alert').filter({ hasText: `${title}: ${text}` }), name).toBeVisible()
    await expect(toastSaying(page, text), name).toBeVisible()
  }
  await page.route('**/api/upload/vc-logo', (route) => route.abort())
  await choose('ann.png', await picture())
  await expect(page.getByRole('alert')).toContainText('Upload failed: Failed to upload image. Please try again.')
  await page.unroute('**/api/upload/vc-logo')
  await page.getByRole('button', { name: 'Try again' }).click()
  await expect(toastSaying(page, 'Upload successful')).toBeVisible()
  const portrait = page.locator('figure img')
  await expect(portrait).toHaveAttribute('src', /^\/uploads\/[a-f0-9]{32}-320\.webp$/)
  await untilReadyOffline(page)
  await page.context().setOffline(true)
  await page.reload()
  await expect.poll(() => portrait.evaluate((image: HTMLImageElement) => image.naturalWidth)).toBe(64)
  await page.context().setOffline(false)

  await page.getByLabel('Charity name').waitFor({ state: 'detached' })
  await tick(page, 'Donate my share to charity')
  await page.getByLabel('Charity name').fill('Sea Rescue')
  await expect(page.getByText('Goes to Sea Rescue.')).toBeVisible()
  await page.getByLabel('Price per unlock (USD)').fill('-1')
  await page.getByLabel('Weekly intro limit').fill('0')
  await submitButton(page).click()
  await expect(page.getByText('Price must be at least 0', { exact: true })).toBeVisible()
  await expect(page.getByText('Weekly intro limit must be at least 1', { exact: true })).toBeVisible()
  await page.getByLabel('Price per unlock (USD)').fill('0')
  await expect(page.getByText('(Charged $0.50 - card provider minimum)')).toBeVisible()
  expect(await violations(page)).toEqual([])

  await page.getByRole('main').getByRole('button', { name: 'Sign Out' }).click()
  const question = page.getByRole('dialog', { name: 'Unsynced changes' })
  await question.getByRole('button', { name: 'Stay signed in' }).click()
  await expect(page.getByLabel('Charity name')).toHaveValue('Sea Rescue')
  await page.getByRole('main').getByRole('button', { name: 'Sign Out' }).click()
  await question.getByRole('button', { name: 'Sign out and lose it' }).click()
  await expect(page).toHaveURL(`${server.url}/`)
  await page.goto('/vc-signup')
  await expect(page.getByLabel('Price per unlock (USD)')).toHaveValue('')
  await expect(page.getByLabel('Partner name')).toHaveValue('')
  await page.context().close()
})
