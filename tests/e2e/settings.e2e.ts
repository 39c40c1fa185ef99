import { readFileSync } from 'node:fs'
import { expect, type Page, test } from '@playwright/test'
import { Secret, TOTP } from 'otpauth'
import { change, fillLogin, openBrowser, type Person, register, signIn } from './support/accounts.ts'
import { expectSound, violations } from './support/axe.ts'
import { DESKTOP, PHONE, untilReadyOffline } from './support/device.ts'
import { codeIn, linkIn, mailTo } from './support/mails.ts'
import { ONLINE } from './support/quiet.ts'
import { type ProductServer, startProduct } from './support/server.ts'

const OLD = 'the first sentence'
const NEW = 'another sentence'

test.use(ONLINE)

let server: ProductServer
test.beforeAll(async () => {
  server = await startProduct()
})
test.afterAll(() => server.dispose())

/** An account of one test, signed in and on its settings page. */
async function openSettings(page: Page, email: string): Promise<Person> {
  const person = { email, password: OLD, firstName: 'Ada', lastName: 'Okafor' }
  await register(server, person)
  await signIn(page, person, '/settings')
  await expect(page.getByRole('heading', { level: 1, name: 'Settings' })).toBeVisible()
  return person
}

/** Makes the last proof of identity an hour old. */
const age = (email: string) =>
  change(
    server,
    (sql) =>
      sql`update sessions set proved_at = now() - interval '1 hour' where user_id = (select id from users where email = ${email})`,
  )

const expectText = (page: Page, text: string) => expect(page.getByText(text, { exact: true }).first()).toBeVisible()
const region = (page: Page, name: string) => page.getByRole('region', { name, exact: true })

/** A database that was emptied may take a moment to be deleted. */
const privateDatabases = (page: Page) =>
  page.evaluate(async () =>
    (await indexedDB.databases()).flatMap(({ name = '' }) => (name.startsWith('latchkey-me-') ? [name] : [])),
  )

/** Records the text of every toast, also of one that the page removes half a second later. */
async function recordToasts(page: Page): Promise<string[]> {
  const texts: string[] = []
  await page.exposeFunction('tell', (text: string) => texts.push(text))
  await page.addInitScript(
    "new MutationObserver(() => { const toast = document.querySelector('.toast-slip'); if (toast) tell(toast.textContent) }).observe(document, { subtree: true, childList: true })",
  )
  return texts
}

test('changes made without a network survive a sign-out elsewhere, sealed, and are sent once their account signs in again', async ({
  browser,
}) => {
  const page = await openBrowser(browser, server)
  const person = await openSettings(page, 'sal@founders.example')
  const other = await openBrowser(browser, server, { keepsApp: true })
  await signIn(other, person, '/support')
  await untilReadyOffline(other)
  await other.context().setOffline(true)
  await other.getByLabel('Subject').fill('Sealed words')
  await other.getByLabel('Message').fill('Written in a tunnel, about something private.')
  await other.getByRole('button', { name: 'Send support request' }).click()
  await expectText(other, 'Saved on this device. Sends when you are online')

  await page.reload()
  await page.getByRole('button', { name: 'Sign out all other devices' }).click()
  await expectText(page, 'Other devices signed out')
  await other.context().setOffline(false)
  const farewell = other.getByRole('dialog', { name: 'This browser was signed out' })
  await expect(farewell.getByText(/One change that had not synced is kept here, encrypted/)).toBeVisible()
  await farewell.getByRole('button', { name: 'Sign In' }).click()
  await expect(farewell).toHaveCount(0) // text typed behind an open dialog is lost
  await fillLogin(other, person)
  await expect(other).toHaveURL(`${server.url}/`)
  await page.goto('/support')
  await expect(page.getByText('Sealed words').first()).toBeVisible()
  await page.context().close()
  await other.context().close()
})

test('the details of an account are shown, and the address asks to be verified', async ({ browser }) => {
  const page = await openBrowser(browser, server, { isStrict: true })
  const { email } = await openSettings(page, 'ada@founders.example')
  for (const line of ['ada@founders.example', 'Ada', 'Okafor', 'Founder']) {
    await expect(region(page, 'Profile Information').getByText(line, { exact: true })).toBeVisible()
  }
  await expect(region(page, 'Profile Information').getByRole('textbox')).toHaveCount(0)
  await expect(region(page, 'Security Information').getByText('Active', { exact: true })).toHaveCount(2)

  await page.getByRole('button', { name: 'Send the link again' }).click()
  await expectText(page, 'Link sent')
  const link = linkIn(await mailTo(server, email, /Confirm/, 2))
  await page.goto(link)
  await expect(page.getByRole('heading', { name: 'Email confirmed' })).toBeVisible()
  await expect(page).toHaveURL(`${server.url}/verify-email`)
  await page.goto('/settings')
  await expect(page.getByRole('button', { name: 'Set up authenticator app' })).toBeVisible()
  await expect(page.getByText('Confirm your email address')).toHaveCount(0)
  await page.goto('/')
  await page.goto(link)
  await expect(page.getByText('This link has expired or was already used. Request a new one.')).toBeVisible()
  await page.context().close()
})

test('a password is changed with the current one, and every other browser is signed out', async ({ browser }) => {
  const page = await openBrowser(browser, server)
  const person = await openSettings(page, 'ben@founders.example')
  const other = await openBrowser(browser, server)
  await signIn(other, person)
  await page.reload()
  await expect(region(page, 'Signed in').getByRole('listitem')).toHaveCount(3) // the first of them where the account was made

  const section = region(page, 'Password & Security')
  const fill = async (current: string, next: string, again: string) => {
    await section.getByLabel('Current password').fill(current)
    await section.getByLabel('New password', { exact: true }).fill(next)
    await section.getByLabel('Confirm new password').fill(again)
    await section.getByRole('button', { name: 'Update Password' }).click()
  }
  await fill(OLD, 'short', 'short')
  await expectText(page, 'Password Too Short')
  await fill(OLD, NEW, OLD)
  await expectText(page, "Passwords Don't Match")
  await expectText(page, 'Please make sure both passwords are identical.')
  await fill('not the password', NEW, NEW)
  await expectText(page, 'Error Updating Password')
  await expectText(page, 'Your current password is incorrect.')
  await section.getByLabel('Current password').locator('..').getByRole('button', { name: 'Show password' }).click()
  await expect(section.getByLabel('Current password')).toHaveAttribute('type', 'text')
  await fill(OLD, NEW, NEW)
  await expectText(page, 'Password Updated')
  expect((await other.request.get('/api/auth/user')).status()).toBe(401)
  expect((await page.request.get('/api/auth/user')).status()).toBe(200)

  // It is emptied while the page is open, and shows this.
  const farewell = other.getByRole('dialog', { name: 'This browser was signed out' })
  await expect(farewell.getByText(/or your password changed/)).toBeVisible()
  expect(await violations(other)).toEqual([])
  await expect.poll(() => privateDatabases(other)).toEqual(['latchkey-me-guest'])
  await farewell.getByRole('button', { name: 'Sign In' }).click()
  await expect(farewell).toHaveCount(0) // text typed behind an open dialog is lost
  await expect(other).toHaveURL(`${server.url}/auth`)
  await fillLogin(other, { ...person, password: NEW })
  await expect(other).toHaveURL(`${server.url}/`)

  // A session that merely expired keeps the data, and leads back to the sign-in.
  await change(
    server,
    (sql) => sql`delete from sessions where user_id = (select id from users where email = ${person.email})
    and created_at = (select max(created_at) from sessions)`,
  )
  const toasts = await recordToasts(other)
  await other.goto('/settings')
  await expect(other).toHaveURL(`${server.url}/auth?next=%2Fsettings`)
  expect(toasts).toContain('You are logged out. Logging in again...')
  expect(await privateDatabases(other)).toEqual([expect.stringMatching(/^latchkey-me-pri/)])
  await fillLogin(other, { ...person, password: NEW })
  await expect(other.getByRole('heading', { level: 1, name: 'Settings' })).toBeVisible()

  await page.reload()
  await page.getByRole('button', { name: 'Sign out all other devices' }).click()
  await expectText(page, 'Other devices signed out')
  await expect(region(page, 'Signed in').getByRole('listitem')).toHaveCount(1)
  await page.context().close()
  await other.context().close()
})

test('a reset without the current password takes a code from the mailbox when the sign-in is old', async ({ browser }) => {
  const page = await openBrowser(browser, server, { isStrict: true })
  const { email } = await openSettings(page, 'cat@founders.example')
  await age(email)
  await page.getByRole('button', { name: 'Reset Password' }).click()
  const dialog = page.getByRole('dialog', { name: 'Reset Password' })
  await expect(dialog.getByText('This action cannot be undone.')).toBeVisible()
  await dialog.getByRole('button', { name: 'Cancel' }).click()
  await expect(dialog).toHaveCount(0)

  await page.getByRole('button', { name: 'Reset Password' }).click()
  await dialog.getByLabel('New password', { exact: true }).fill(NEW)
  await dialog.getByLabel('Confirm new password').fill(NEW)
  await dialog.getByRole('button', { name: 'Reset Password' }).click()
  const proof = page.getByRole('dialog', { name: 'Confirm it’s you' })
  await proof.getByLabel('Your password').fill('not the password')
  await proof.getByRole('button', { name: 'Confirm' }).click()
  await expect(proof.getByText('Your current password is incorrect.')).toBeVisible()
  await proof.getByRole('button', { name: 'Email me a code instead' }).click()
  await proof.getByLabel('Code').fill('000000')
  await proof.getByRole('button', { name: 'Confirm' }).click()
  await expect(proof.getByText('Incorrect or expired code.')).toBeVisible()
  await proof.getByLabel('Code').fill(codeIn(await mailTo(server, email, /Your Latchkey code/)))
  await proof.getByRole('button', { name: 'Confirm' }).click()
  await expectText(page, 'Password Reset')
  await expect(page.getByRole('dialog')).toHaveCount(0)
  await page.context().close()
})

test('an authenticator app guards the sign-in, and a recovery code replaces it', async ({ browser }) => {
  const page = await openBrowser(browser, server, { isStrict: true })
  const person = await openSettings(page, 'dan@founders.example')
  await expect(page.getByText('Confirm your email address to set up an authenticator app.')).toBeVisible()
  await page.goto(linkIn(await mailTo(server, person.email, /Confirm/)))
  await expect(page.getByRole('heading', { name: 'Email confirmed' })).toBeVisible()
  await page.goto('/settings')
  await page.getByRole('button', { name: 'Set up authenticator app' }).click()
  const setup = page.getByRole('dialog', { name: 'Set up authenticator app' })
  await expect(setup.getByRole('img', { name: 'QR code for your authenticator app' })).toBeVisible()
  const key = ((await setup.getByText(/^([A-Z2-7]{4} )+/).textContent()) ?? '').replace(/\s/g, '')
  const app = new TOTP({ secret: Secret.fromBase32(key) })
  await setup.getByLabel('Code from the app').fill(app.generate())
  await setup.getByRole('button', { name: 'Turn on' }).click()
  const sheet = page.getByRole('dialog', { name: 'Save these codes' })
  await expect(sheet.getByRole('listitem')).toHaveCount(10)
  // Codes that are shown once stay; the second Esc in a row closes a dialog also where the page prevents it.
  for (const _ of [1, 2, 3]) await page.keyboard.press('Escape')
  await expect(sheet.getByRole('listitem')).toHaveCount(10)
  const recovery = (await sheet.getByRole('listitem').first().textContent()) ?? ''
  const download = page.waitForEvent('download')
  await sheet.getByRole('button', { name: 'Save', exact: true }).click()
  expect(readFileSync(await (await download).path(), 'utf8')).toContain(recovery)
  await sheet.getByRole('button', { name: 'I saved them' }).click()
  await expect(page.getByRole('button', { name: 'Remove authenticator app' })).toBeVisible()

  await page.getByRole('button', { name: 'Ada Okafor' }).click()
  await page.getByRole('button', { name: 'Sign Out', exact: true }).click()
  await expectText(page, 'You have been successfully logged out.')
  await expect(page).toHaveURL(`${server.url}/`)
  await page.goto('/auth?next=/settings')
  await fillLogin(page, person)
  const code = page.getByLabel('Code from your authenticator app')
  await code.fill('000000')
  await page.getByRole('button', { name: 'Login' }).click()
  await expectText(page, 'Incorrect code. Please try the next one.')
  await code.fill(recovery)
  await page.getByRole('button', { name: 'Login' }).click()
  await page.getByRole('button', { name: 'Remove authenticator app' }).click()
  await expectText(page, 'Authenticator app removed')
  await expect(page.getByRole('button', { name: 'Set up authenticator app' })).toBeVisible()
  await page.context().close()
})

test('all data is exported as a file, and the account is deleted after a proof', async ({ browser }) => {
  const page = await openBrowser(browser, server, { isStrict: true })
  const person = await openSettings(page, 'fay@founders.example')
  const download = page.waitForEvent('download')
  await page.getByRole('button', { name: 'Download my data' }).click()
  const file = JSON.parse(readFileSync(await (await download).path(), 'utf8'))
  expect(file.profile.email).toBe(person.email)

  await age(person.email)
  await page.getByRole('button', { name: 'Delete account' }).click()
  await page.getByRole('button', { name: 'Delete permanently' }).click()
  const proof = page.getByRole('dialog', { name: 'Confirm it’s you' })
  await proof.getByLabel('Your password').fill(OLD)
  await proof.getByRole('button', { name: 'Confirm' }).click()
  await expectText(page, 'Account deleted')
  await expect(page).toHaveURL(`${server.url}/`)
  await expect(page.getByRole('banner').getByRole('link', { name: 'Sign In', exact: true })).toBeVisible()
  await expect.poll(() => privateDatabases(page)).toEqual(['latchkey-me-guest'])

  await page.goto('/auth')
  await fillLogin(page, person)
  await expectText(page, 'Account not found. Please sign up first or check your email address.')
  await page.context().close()
})

test('a deletion that is refused gives the reason, and nothing is deleted', async ({ browser }) => {
  const page = await openBrowser(browser, server, { keepsApp: true })
  await openSettings(page, 'gus@founders.example')
  await untilReadyOffline(page)
  await page.context().setOffline(true)
  await page.getByRole('button', { name: 'Delete account' }).click()
  await page.getByRole('button', { name: 'Delete permanently' }).click()
  await expectText(page, 'Error deleting account')
  await page.context().setOffline(false)
  expect((await page.request.get('/api/auth/user')).status()).toBe(200)
  await page.context().close()
})

for (const [size, viewport] of [
  ['phone', PHONE],
  ['desk', DESKTOP],
] as const) {
  test(`on a ${size} settings and their dialogs fit, and are readable and reachable for every user`, async ({ browser }) => {
    const page = await openBrowser(browser, server)
    await page.setViewportSize(viewport)
    const { email } = await openSettings(page, `${size}@founders.example`)
    // A second factor is offered once the address is confirmed.
    await change(server, (sql) => sql`update users set email_verified_at = now() where email = ${email}`)
    await page.reload()
    await expect(page.getByText('This browser', { exact: true })).toBeVisible()
    await expectSound(page, 'the settings')
    await page.getByRole('button', { name: 'Reset Password' }).click()
    expect(await violations(page), 'the reset').toEqual([])
    await page.keyboard.press('Escape')
    await expect(page.getByRole('button', { name: 'Reset Password' })).toBeFocused()

    await age(email)
    await page.getByRole('button', { name: 'Set up authenticator app' }).focus()
    await page.keyboard.press('Enter')
    await expect(page.getByRole('dialog', { name: 'Confirm it’s you' })).toBeVisible()
    expect(await violations(page), 'the proof').toEqual([])
    await page.keyboard.press('Tab')
    await page.keyboard.press('Tab')
    await page.keyboard.type(OLD)
    await page.keyboard.press('Enter')
    await expect(page.getByRole('img', { name: /QR/ })).toBeVisible()
    expect(await violations(page), 'the app').toEqual([])
    await page.context().close()
  })
}
