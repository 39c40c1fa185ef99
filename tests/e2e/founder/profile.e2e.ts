import { type Browser, expect, type Page, test } from '@playwright/test'
import type { PrincipalId, VcId } from '#shared/ids.ts'
import { change, openBrowser, register, signIn } from '#tests/e2e/support/accounts.ts'
import { violations } from '#tests/e2e/support/axe.ts'
import { builtFile } from '#tests/e2e/support/build.ts'
import { DESKTOP, PHONE, untilReadyOffline } from '#tests/e2e/support/device.ts'
import { ONLINE } from '#tests/e2e/support/quiet.ts'
import { DEMO_PASSWORD, type ProductServer, startProduct } from '#tests/e2e/support/server.ts'
import { grantContact } from '#tests/support/actors/grants.ts'

const MARIT = { id: 'rec1xBsyPcZWn6QTr' as VcId, name: 'Marit Moretti' }
const ada = { email: 'ada@profile.example', password: 'a long enough password', firstName: 'Ada', lastName: 'Okafor' }
const newcomer = { email: 'new@profile.example', password: 'a long enough password', firstName: 'Noa' }
const investor = { email: 'investor@latchkey.example', password: DEMO_PASSWORD }

test.use(ONLINE)

let server: ProductServer
test.beforeAll(async () => {
  server = await startProduct()
  await register(server, ada)
  await register(server, newcomer)
  const opened = await server.openDatabase()
  const [row] = await opened.sql<{ id: PrincipalId }[]>`
    select p.id from principals p join users u on u.id = p.user_id where u.email = ${ada.email}`
  if (!row) throw new Error('Ada has no principal.')
  await grantContact(opened.db, row.id, MARIT.id)
  await opened.sql`update orders set paid_at = now(), snapshot = snapshot || '{"title": "Marit Moretti"}'::jsonb`
  await opened.sql`insert into receipts (order_id, number, issued_at) select id, 42, now() from orders`
  await opened.close()
})
test.afterAll(() => server.dispose())

async function openProfile(browser: Browser, person: typeof newcomer, keepsApp = false) {
  const page = await openBrowser(browser, server, { keepsApp })
  await signInToProfile(page, person)
  return page
}

async function signInToProfile(page: Page, person: typeof newcomer) {
  await signIn(page, person, '/profile')
  await expect(page.getByRole('tablist', { name: 'Your profile' })).toBeVisible()
}
const tab = (page: Page, name: string) => page.getByRole('tab', { name })

test('a visitor is asked to sign in, and is led there', async ({ page }) => {
  await page.goto(`${server.url}/profile`)
  await expect(page.getByRole('heading', { name: 'Please Sign In' })).toBeVisible()
  await page.getByRole('main').getByRole('link', { name: 'Sign In' }).click()
  await expect(page).toHaveURL(/\/auth/)
})

test('a new user finds the first step in every tab', async ({ browser }) => {
  const page = await openProfile(browser, newcomer)
  await expect(page.getByText('No project yet')).toBeVisible()
  await expect(page.getByRole('link', { name: 'Write your project' })).toHaveAttribute('href', '/project-setup')
  await tab(page, 'Activity History').click()
  await expect(page.getByText('No activity yet')).toBeVisible()
  await tab(page, 'Account Settings').click()
  await expect(page.getByRole('link', { name: 'Open settings' })).toHaveAttribute('href', '/settings')
  await page.getByRole('button', { name: 'Delete account' }).click()
  await expect(page.getByRole('dialog', { name: 'Delete your account?' })).toBeVisible()
  await expect(page.getByText(/We keep anonymised payment records/)).toBeVisible()
  await page.context().close()
})

test('a name is changed, a refusal is shown beside its field or in a toast, and without a network the change waits', async ({
  browser,
}) => {
  const page = await openBrowser(browser, server)
  let refused = 0
  // The chunk that sends is not served at its first address. Chromium does not request it there again.
  await page.route(`**${builtFile('sync/tab/send-with-proof.ts')}`, (route) => {
    refused += 1
    return route.abort()
  })
  await signInToProfile(page, ada)
  await expect(page.getByRole('heading', { level: 1, name: 'Ada Okafor' })).toBeVisible()
  await page.getByRole('button', { name: 'Edit Profile' }).click()
  await page.getByLabel('First name').fill(' ')
  await page.getByLabel('Email').fill('nowhere')
  await page.getByLabel(/New password/).fill('short')
  await page.getByRole('button', { name: 'Save Changes' }).click()
  await expect(page.getByText('First name is required')).toBeVisible()
  await expect(page.getByText('Please enter a valid email address')).toBeVisible()
  await expect(page.getByText('Password must be at least 8 characters long.')).toBeVisible()

  await page.getByLabel('First name').fill('Adaeze')
  await page.getByLabel('Email').fill('founder@latchkey.example')
  await page.getByLabel(/New password/).fill('')
  await page.route('**/api/auth/profile', (route) =>
    route.fulfill({ status: 409, json: { message: 'This address cannot be used.', code: 'accounts.email-refused' } }),
  )
  await page.getByRole('button', { name: 'Save Changes' }).click()
  await expect(page.getByText('Error updating profile', { exact: true })).toBeVisible()
  await expect(page.getByText('This address cannot be used.', { exact: true })).toBeVisible()
  await page.unroute('**/api/auth/profile')

  await page.getByLabel('Email').fill('ada@elsewhere.example')
  await page.getByRole('button', { name: 'Save Changes' }).click()
  await expect(page.getByText('Profile updated successfully', { exact: true })).toBeVisible()
  await expect(page.getByText(/Open the link sent to ada@elsewhere.example/).first()).toBeVisible()
  await expect(page.getByRole('heading', { level: 1, name: 'Adaeze Okafor' })).toBeVisible()

  await page.getByRole('button', { name: 'Edit Profile' }).click()
  await page.context().setOffline(true)
  await expect(page.getByText(/Names can be saved offline/)).toBeVisible()
  await page.getByLabel('First name').fill('Ada')
  await page.getByRole('button', { name: 'Save Changes' }).click()
  await expect(page.getByText('Saved on this device', { exact: true })).toBeVisible()
  await expect(page.getByRole('heading', { level: 1, name: 'Ada Okafor' })).toBeVisible()
  await page.context().setOffline(false)
  await expect.poll(() => page.evaluate(async () => (await (await fetch('/api/auth/user')).json()).firstName)).toBe('Ada')
  expect(refused).toBeGreaterThan(0)
  await expect(page.getByText('A new version is ready')).toHaveCount(0)
  await page.context().close()
})

test('purchases and requests are listed, readable offline, and follow a refund', async ({ browser }) => {
  const page = await openProfile(browser, ada, true)
  await page.goto('/vc/rec8odbR147twAO2Y')
  await page.getByRole('button', { name: 'Request Introduction' }).first().click()
  await page
    .getByRole('dialog')
    .getByRole('button', { name: /Send|Request/ })
    .first()
    .click()
  await expect(page.getByRole('dialog').getByRole('status')).toBeVisible()
  await page.goto('/profile')
  await tab(page, 'Activity History').click()
  const lines = page.getByRole('tabpanel').getByRole('listitem')
  await expect(lines).toHaveCount(2)
  await expect(lines.filter({ hasText: 'Introduction requested' })).toContainText('Requested')
  const bought = lines.filter({ hasText: MARIT.name })
  await expect(bought).toContainText('Contact')
  await expect(bought).toContainText('Unlocked')
  await expect(bought).toContainText('$5.00')

  await untilReadyOffline(page)
  await page.context().setOffline(true)
  await bought.getByRole('link', { name: 'Receipt' }).click()
  await expect(page.getByText('LK-000042')).toBeVisible()
  await expect(page.getByRole('button', { name: 'Print or save as PDF' })).toBeVisible()
  await page.goBack()
  await tab(page, 'Activity History').click()
  await bought.getByRole('link', { name: MARIT.name }).click()
  await expect(page).toHaveURL(`/contacts/${MARIT.id}`)
  await page.context().setOffline(false)

  await change(server, (sql) => sql`update orders set status = 'refunded'`)
  await page.goto('/profile')
  await tab(page, 'Activity History').click()
  await expect(bought).toContainText('Refunded')
  await expect(bought.getByRole('link', { name: MARIT.name })).toHaveAttribute('href', `/vc/${MARIT.id}`)
  await page.context().close()
})

for (const [name, viewport] of [
  ['phone', PHONE],
  ['desk', DESKTOP],
] as const) {
  test(`on a ${name} every tab of a profile fits, and is readable and reachable for every user`, async ({ browser }) => {
    for (const person of [ada, investor]) {
      const page = await openBrowser(browser, server)
      await page.setViewportSize(viewport)
      await signIn(page, person, '/profile')
      await page.getByRole('tab').first().focus()
      for (const at of [0, 1, 2]) {
        await expect(page.getByRole('tab').nth(at)).toHaveAttribute('aria-selected', 'true')
        await expect(page.locator('.skeleton')).toHaveCount(0)
        expect(await violations(page), `${person.email} ${at}`).toEqual([])
        const beyond = await page.evaluate(() => document.documentElement.scrollWidth - document.documentElement.clientWidth)
        expect(beyond, `${person.email} ${at}`).toBeLessThanOrEqual(0)
        await page.keyboard.press('ArrowRight')
      }
      await page.context().close()
    }
  })
}
