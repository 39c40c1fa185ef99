import { expect, test } from '@playwright/test'
import { change, openBrowser, register, signIn } from '#tests/e2e/support/accounts.ts'
import { violations } from '#tests/e2e/support/axe.ts'
import { DESKTOP, PHONE } from '#tests/e2e/support/device.ts'
import { ONLINE } from '#tests/e2e/support/quiet.ts'
import { DEMO_PASSWORD, type ProductServer, startProduct } from '#tests/e2e/support/server.ts'

test.use(ONLINE)

let server: ProductServer
test.beforeAll(async () => {
  server = await startProduct()
})
test.afterAll(() => server.dispose())

const PASSWORD = 'a-long-password-of-finn'
const finn = { email: 'finn@team.example', password: PASSWORD, firstName: 'Finn', lastName: 'Arden' }

test('an owner gives a role; the person finds the own queues only, and an explanation elsewhere; without the role nothing', async ({
  browser,
}) => {
  await register(server, finn)
  await change(
    server,
    (sql) => sql`update users set email_verified_at = now(), password_proved_at = now() where email = ${finn.email}`,
  )
  const owner = await openBrowser(browser, server, { viewport: DESKTOP })
  await signIn(owner, { email: 'admin@latchkey.example', password: DEMO_PASSWORD }, '/admin?queue=team')
  await owner.getByLabel('Account email').fill(finn.email)
  await owner.getByRole('button', { name: 'Add to the team' }).click()
  await expect(owner.getByText('Choose at least one role.')).toBeVisible()
  await owner.getByRole('checkbox', { name: 'Finance' }).check()
  await owner.getByRole('button', { name: 'Add to the team' }).click()
  const row = owner.getByRole('listitem').filter({ hasText: finn.email })
  await expect(row.getByText('Finance')).toBeVisible()
  await expect(owner.getByLabel('Account email')).toHaveValue('')

  const page = await openBrowser(browser, server)
  await signIn(page, finn, '/admin')
  const queues = page.getByRole('navigation', { name: 'Queues' }).getByRole('link')
  await expect(queues).toHaveText([
    /^Search/,
    /^Refunds/,
    /^Disputes/,
    /^Payouts/,
    /^Ledger/,
    /^Accounting/,
    /^App errors/,
    /^Audit log/,
  ])
  await page.goto('/admin?queue=tickets')
  await expect(page.getByRole('heading', { name: 'Your role doesn’t include this section' })).toBeVisible()
  expect(await violations(page)).toEqual([])

  await row.getByRole('button', { name: 'Remove Finn Arden' }).click()
  await owner.getByRole('dialog').getByRole('button', { name: 'Remove', exact: true }).click()
  await expect(row).toHaveCount(0)
  await page.goto('/admin')
  await expect(page.getByRole('alert').filter({ hasText: 'Unauthorized' })).toBeVisible()

  await owner.getByRole('link', { name: 'Audit log' }).click()
  await owner.getByLabel('Kind of target').selectOption({ label: 'team' })
  await expect(owner.getByRole('main').locator('ol > li')).toHaveCount(2)
  const saved = owner.waitForEvent('download')
  await owner.getByRole('button', { name: 'Save as CSV' }).click()
  expect((await saved).suggestedFilename()).toBe('latchkey-audit-log.csv')
})

test('an admin blocks a mail domain, sees what it refused, and ends the block', async ({ browser }) => {
  const page = await openBrowser(browser, server, { viewport: PHONE })
  await signIn(page, { email: 'admin@latchkey.example', password: DEMO_PASSWORD }, '/admin?queue=blocks')
  await page.getByLabel('Kind').selectOption({ label: 'Mail domain' })
  await page.getByLabel('What to block').fill('spam.example')
  await page.getByLabel('Reason').fill('Sends links.')
  await page.getByRole('button', { name: 'Block', exact: true }).click()
  const row = page.getByRole('listitem').filter({ hasText: 'Sends links.' })
  await expect(row.getByText('0 refused requests')).toBeVisible()

  const visitor = await openBrowser(browser, server)
  await visitor.goto('/')
  const status = await visitor.evaluate(async () => {
    const init = { method: 'POST', headers: { 'content-type': 'application/json' } }
    return (await fetch('/api/newsletter-signup', { ...init, body: '{"email":"ada@spam.example"}' })).status
  })
  expect(status).toBe(403)

  await page.reload()
  await expect(row.getByText(/^1 refused request, the last one on/)).toBeVisible()
  for (const [viewport, colorScheme] of [
    [PHONE, 'dark'],
    [DESKTOP, 'light'],
  ] as const) {
    await page.setViewportSize(viewport)
    await page.emulateMedia({ colorScheme })
    expect(await violations(page)).toEqual([])
    expect(await page.evaluate(() => document.documentElement.scrollWidth - innerWidth)).toBeLessThanOrEqual(0)
  }
  await row.getByRole('button', { name: 'End the block of spam.example' }).click()
  const dialog = page.getByRole('dialog', { name: 'End the block of spam.example' })
  await dialog.getByLabel('Reason').fill('By mistake.')
  await dialog.getByRole('button', { name: 'End block' }).click()
  await expect(row.getByText('Ended', { exact: true })).toBeVisible()
})

test('an owner switches sign-up off: the page says so before a form is sent, also offline, until it is on again', async ({
  browser,
}) => {
  const page = await openBrowser(browser, server, { viewport: PHONE })
  await signIn(page, { email: 'admin@latchkey.example', password: DEMO_PASSWORD }, '/admin?queue=switches')
  const decide = async (action: 'Switch off' | 'Switch on', reason: string) => {
    await page.getByRole('button', { name: `${action} Sign-up` }).click()
    const dialog = page.getByRole('dialog', { name: `${action}: Sign-up` })
    await dialog.getByLabel('Reason').fill(reason)
    await dialog.getByRole('button', { name: action }).click()
    await expect(dialog).toHaveCount(0)
  }
  await decide('Switch off', 'Spam accounts.')
  const row = page.getByRole('listitem').filter({ hasText: 'New accounts.' })
  await expect(row.getByText(/^Off since/)).toBeVisible()

  const visitor = await openBrowser(browser, server, { viewport: PHONE })
  await visitor.goto('/signup')
  const notice = visitor.getByText('New accounts can’t be created at the moment. Existing accounts can sign in.')
  await expect(notice).toBeVisible()
  for (const one of [page, visitor])
    for (const [viewport, colorScheme] of [
      [PHONE, 'dark'],
      [DESKTOP, 'light'],
    ] as const) {
      await one.setViewportSize(viewport)
      await one.emulateMedia({ colorScheme })
      expect(await violations(one)).toEqual([])
      expect(await one.evaluate(() => document.documentElement.scrollWidth - innerWidth)).toBeLessThanOrEqual(0)
    }
  await visitor.context().setOffline(true)
  await visitor.getByRole('button', { name: 'Login', exact: true }).click()
  await expect(notice).toHaveCount(0)
  await visitor.getByRole('button', { name: 'Sign Up', exact: true }).click()
  await expect(notice).toBeVisible()
  await visitor.context().setOffline(false)

  await decide('Switch on', 'It has stopped.')
  await visitor.reload()
  await expect(visitor.getByRole('button', { name: 'Create Account' })).toBeVisible()
  await expect(notice).toHaveCount(0)
})
