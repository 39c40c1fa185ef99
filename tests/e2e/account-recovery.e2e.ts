import { type Browser, expect, type Page, test } from '@playwright/test'
import { Secret, TOTP } from 'otpauth'
import { createClient } from '#tests/support/client.ts'
import { change, fillLogin, openBrowser, type Person, register, signIn } from './support/accounts.ts'
import { violations } from './support/axe.ts'
import { DESKTOP } from './support/device.ts'
import { codeIn, linkIn, mailTo } from './support/mails.ts'
import { heading } from './support/page.ts'
import { fillCard, startPayment } from './support/pay.ts'
import { ONLINE } from './support/quiet.ts'
import { DEMO_PASSWORD, type ProductServer, startProduct } from './support/server.ts'

const OLD = 'the first sentence'
const NEW = 'another sentence'
const admin = { email: 'admin@latchkey.example', password: DEMO_PASSWORD }

test.use(ONLINE)

let server: ProductServer
test.beforeAll(async () => {
  server = await startProduct()
})
test.afterAll(() => server.dispose())

const expectText = (page: Page, text: string) => expect(page.getByText(text, { exact: true }).first()).toBeVisible()

const verify = (email: string) => change(server, (sql) => sql`update users set email_verified_at = now() where email = ${email}`)

/** Chooses a password with the link of a mail, and signs in with it. */
async function comeBack(page: Page, person: Person, mail: string) {
  await page.goto(linkIn(mail))
  await page.getByLabel('New password', { exact: true }).fill(NEW)
  await page.getByLabel('Confirm new password').fill(NEW)
  await page.getByRole('button', { name: 'Reset Password' }).click()
  await expect(page).toHaveURL(`${server.url}/auth`)
  await fillLogin(page, { ...person, password: NEW })
  await expect(page).toHaveURL(`${server.url}/`)
}

/** Sets up an authenticator app. Its secret is lost when this function returns. */
async function setUpApp(person: Person) {
  const client = createClient(server.url)
  await client.post('/api/auth/login', person)
  const { body } = await client.post<{ secret: string }>('/api/auth/totp/begin')
  const code = new TOTP({ secret: Secret.fromBase32(body.secret) }).generate()
  expect((await client.post('/api/auth/totp/confirm', { code })).status).toBe(200)
}

async function openSignedIn(browser: Browser, person: Person, next: string) {
  const page = await openBrowser(browser, server)
  await signIn(page, person, next)
  return page
}

test('the owner keeps the address that a stranger is changing: the stranger is signed out, and the owner chooses a new password', async ({
  browser,
}) => {
  const owner = { email: 'ola@harbour.example', password: OLD }
  await register(server, owner)
  await verify(owner.email)
  const stranger = await openSignedIn(browser, owner, '/profile')
  await stranger.getByRole('button', { name: 'Edit Profile' }).click()
  await stranger.getByLabel('Email').fill('thief@elsewhere.example')
  await stranger.getByRole('button', { name: 'Save Changes' }).click()
  await expect(stranger.getByText(/Open the link sent to thief@elsewhere.example/).first()).toBeVisible()

  const page = await openBrowser(browser, server)
  await page.goto(linkIn(await mailTo(server, owner.email, /being changed/)))
  await expect(heading(page)).toHaveText('Keep this address')
  await expect(page).toHaveURL(`${server.url}/keep-email`)
  expect(await violations(page)).toEqual([])
  await page.getByRole('button', { name: 'Keep this address' }).click()
  await expect(heading(page)).toHaveText('Address kept')
  await expect(page.getByText(owner.email)).toBeVisible()

  // The stranger's browser is emptied while the page is open, and the link to the new address no longer works.
  const farewell = stranger.getByRole('dialog', { name: 'This browser was signed out' })
  await expect(farewell).toBeVisible()
  await farewell.getByRole('button', { name: 'OK' }).click()
  await expect(farewell).toHaveCount(0) // text typed behind an open dialog is lost
  await expect(stranger.getByText('Please Sign In')).toBeVisible()
  await expect(stranger.getByText(owner.email)).toHaveCount(0)
  await stranger.goto(linkIn(await mailTo(server, 'thief@elsewhere.example', /Confirm/)))
  await expect(stranger.getByText('This link has expired or was already used. Request a new one.')).toBeVisible()
  await comeBack(page, owner, await mailTo(server, owner.email, /Reset/))
  for (const each of [stranger, page]) await each.context().close()
})

test('an admin restores access to an account whose authenticator app is lost, and the audit log names the proof', async ({
  browser,
}) => {
  const person = { email: 'per@harbour.example', password: OLD }
  await register(server, person)
  await verify(person.email)
  await setUpApp(person)

  const review = await openBrowser(browser, server, { viewport: DESKTOP })
  await signIn(review, admin, '/admin?queue=accounts')
  await expect(review.getByRole('heading', { name: 'Recover an account' })).toBeVisible()
  await review.getByRole('button', { name: 'Recover account' }).click()
  await expect(review.getByLabel('Account email')).toHaveAttribute('aria-invalid', 'true')
  await review.getByLabel('Account email').fill(person.email)
  await review.getByLabel('How you verified their identity').fill('A video call; passport and receipt match.')
  await review.getByRole('button', { name: 'Recover account' }).click()
  await expect(review.getByText(`We sent a password link to ${person.email}.`, { exact: true })).toBeVisible()
  // A link that is half under the fixed header counts as too small.
  await review.evaluate(() => scrollTo(0, 0))
  expect(await violations(review)).toEqual([])
  await review.goto('/admin?queue=audit')
  await expect(review.getByText('A video call; passport and receipt match.')).toBeVisible()

  const page = await openBrowser(browser, server)
  expect(await mailTo(server, person.email, /started your account recovery/)).toContain('All devices are signed out')
  await comeBack(page, person, await mailTo(server, person.email, /Reset/))
  for (const each of [review, page]) await each.context().close()
})

test('a forgotten password is reset through the mailbox', async ({ browser }) => {
  const person = { email: 'eve@founders.example', password: OLD }
  await register(server, person)
  const page = await openBrowser(browser, server, { isStrict: true })
  await page.goto('/auth')
  await page.getByRole('link', { name: 'Forgot your password?' }).click()
  await page.getByLabel('Email').fill('not an address')
  await page.getByRole('button', { name: 'Send me a link' }).click()
  await expectText(page, 'Please enter a valid email address')
  await page.getByLabel('Email').fill(person.email)
  await page.getByRole('button', { name: 'Send me a link' }).click()
  await expect(page.getByRole('heading', { name: 'Check your email' })).toBeVisible()

  await page.goto(linkIn(await mailTo(server, person.email, /Reset/)))
  await expect(page).toHaveURL(`${server.url}/reset-password`)
  await page.getByLabel('New password', { exact: true }).fill('seven77')
  await page.getByRole('button', { name: 'Reset Password' }).click()
  await expectText(page, 'Password Too Short')
  await page.getByLabel('New password', { exact: true }).fill(NEW)
  await page.getByLabel('Confirm new password').fill(NEW)
  await page.getByRole('button', { name: 'Reset Password' }).click()
  await expectText(page, 'Password Reset')
  await expect(page).toHaveURL(`${server.url}/auth`)
  await fillLogin(page, { ...person, password: NEW })
  await expect(page).toHaveURL(`${server.url}/`)
  await page.context().close()
})

test('purchases of a guest are claimed with a code, and the answer reveals no other user’s secrets', async ({ browser }) => {
  const page = await openBrowser(browser, server, { isStrict: true })
  await page.goto('/claim')
  await page.getByLabel('Email on your receipt').fill('stranger@founders.example')
  await page.getByRole('button', { name: 'Email me a code' }).click()
  await page.getByLabel('Code').fill('12')
  await page.getByRole('button', { name: 'Restore' }).click()
  await expectText(page, 'Please enter the digits of the code.')
  await page.getByLabel('Code').fill(codeIn(await mailTo(server, 'stranger@founders.example', /restore purchases/)))
  await page.getByRole('button', { name: 'Restore' }).click()
  await expect(page.getByRole('heading', { name: 'No purchases found' })).toBeVisible()
  await page.context().close()
})

test('purchases of a guest are claimed in another browser through the receipt’s mailbox, and read there', async ({ browser }) => {
  const buyer = 'guest@founders.example'
  const lost = await openBrowser(browser, server, { isStrict: true })
  await lost.goto('/vc/rec1xBsyPcZWn6QTr')
  await lost.getByRole('button', { name: 'Connect - $25' }).click()
  const dialog = lost.getByRole('dialog')
  await dialog.getByLabel('Email', { exact: true }).fill(buyer)
  await startPayment(dialog)
  await fillCard(dialog, '4242 4242 4242 4242')
  await dialog.getByRole('button', { name: 'Pay $25.00' }).click()
  await expect(lost.getByRole('heading', { name: 'Contact Information Unlocked' })).toBeVisible()

  const claimant = await openBrowser(browser, server, { isStrict: true })
  await claimant.goto('/contacts')
  await claimant.getByRole('main').locator('a[href="/claim"]').click()
  await claimant.getByLabel('Email on your receipt').fill(buyer)
  await claimant.getByRole('button', { name: 'Email me a code' }).click()
  await claimant.getByLabel('Code').fill(codeIn(await mailTo(server, buyer, /restore purchases/)))
  await claimant.getByRole('button', { name: 'Restore' }).click()
  await expect(claimant.getByText('One purchase is now on this device.')).toBeVisible()
  await claimant.getByRole('link', { name: 'Open my contacts' }).click()
  await claimant.getByRole('link', { name: /Marit Moretti/ }).click()
  await expect(claimant.getByText('marit@northgate-ventures.example').first()).toBeVisible()

  // It belongs to the account, and no longer to the other browser.
  await lost.goto('/contacts')
  await expect(lost.getByRole('main').locator('a[href="/claim"]')).toBeVisible()
  await expect(lost.getByText('Marit Moretti')).toHaveCount(0)
  await lost.context().close()
  await claimant.context().close()
})
