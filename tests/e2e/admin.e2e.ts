import { type Browser, expect, type Page, test } from '@playwright/test'
import { change, openBrowser, signIn } from './support/accounts.ts'
import { violations } from './support/axe.ts'
import { DESKTOP, PHONE } from './support/device.ts'
import { readEverythingKept } from './support/kept.ts'
import { mailTo } from './support/mails.ts'
import { ONLINE } from './support/quiet.ts'
import { DEMO_PASSWORD, type ProductServer, startProduct } from './support/server.ts'

test.use(ONLINE)

let server: ProductServer
test.beforeAll(async () => {
  server = await startProduct()
})
test.afterAll(() => server.dispose())

const sampleAccount = (key: string) => ({ email: `${key}@latchkey.example`, password: DEMO_PASSWORD })
const UNAUTHORISED = 'Unauthorized: Admin access required. Redirecting...'

/** An admin on the page of the queues. */
async function openReview(browser: Browser, viewport: { width: number; height: number }): Promise<Page> {
  const page = await openBrowser(browser, server)
  await page.setViewportSize(viewport)
  await signIn(page, sampleAccount('admin'))
  await page.getByRole('button', { name: 'Sam Okafor' }).click()
  await page.getByRole('link', { name: 'Review', exact: true }).click()
  await expect(page.getByRole('heading', { level: 1, name: 'Review' })).toBeVisible()
  return page
}

const list = (page: Page, name: string) => page.getByRole('region', { name: new RegExp(`^${name}`) })
const entry = (page: Page, name: string) => page.getByRole('article', { name, exact: true })
const line = (page: Page, name: string) => entry(page, name).locator('[data-line]')
const button = (page: Page, name: string) => page.getByRole('button', { name, exact: true })
const figure = (page: Page, label: string) => page.locator('dl > div', { hasText: label }).locator('dd')
const expectText = (page: Page, text: string) => expect(page.getByText(text, { exact: true }).first()).toBeVisible()

/** An applicant of this test, who has waited longer than all others. */
const apply = (id: string, name: string) =>
  change(server, async (sql) => {
    const row = { id, fund_name: 'Ownfund', partner_name: name, email: `${id}@ownfund.example`, stage: '{Seed}' }
    await sql`insert into vcs ${sql(row)}`
    await sql`update vcs set submitted_at = now() - interval '90 hours' where id = ${id}`
  })

const ALL_QUEUES = [
  'Search',
  'Applications',
  'Projects',
  'Introductions',
  'Profiles',
  'Tickets',
  'Refunds',
  'Disputes',
  'Payouts',
  'Ledger',
  'Accounting',
  'Imports',
  'App errors',
  'Deliveries',
  'Accounts',
  'Block list',
  'Audit log',
  'Team',
  'Company',
]

/** Asserts that every element of each queue is readable and reachable, and that nothing is wider than the page. */
async function everyQueueFits(page: Page, colorScheme: 'light' | 'dark') {
  await page.emulateMedia({ colorScheme })
  for (const queue of ALL_QUEUES) {
    await page.getByRole('navigation', { name: 'Queues' }).getByRole('link', { name: queue }).click()
    await expect(page.getByRole('navigation', { name: 'Queues' }).locator('[aria-current=page]')).toHaveText(RegExp(queue))
    await expect(page.locator('.skeleton')).toHaveCount(0)
    const folded = page.locator('[data-line][aria-expanded=false]').first()
    if (await folded.isVisible()) await folded.click()
    // A link that is half under the header would count as too small.
    await page.evaluate(() => scrollTo(0, 0))
    expect(await violations(page), queue).toEqual([])
    expect(await page.evaluate(() => document.documentElement.scrollWidth - innerWidth), queue).toBeLessThanOrEqual(0)
  }
}

test('a user who is not an admin sees the refusal and is redirected home after a second', async ({ browser }) => {
  const page = await openBrowser(browser, server)
  const isTurnedAway = async () => {
    await page.goto('/admin')
    await expect(page.getByRole('alert').filter({ hasText: UNAUTHORISED })).toBeVisible()
    await expect(page).toHaveURL(`${server.url}/`)
  }
  await isTurnedAway()
  // The link of a mail: an admin who is signed out signs in, and then gets the queue.
  await page.goto('/admin?queue=tickets&from=mail')
  await expect(page).toHaveURL(`${server.url}/auth?next=${encodeURIComponent('/admin?queue=tickets')}`)
  await signIn(page, sampleAccount('investor'))
  await isTurnedAway()
  await page.context().close()
})

test('on a desktop: a decision reaches an open device immediately, by mouse or by keys, and is undone the same way', async ({
  browser,
}) => {
  const visitor = await openBrowser(browser, server)
  await visitor.goto('/vcs?q=Saltmarsh Capital')
  await expectText(visitor, 'No VCs found matching your criteria...')
  const listed = visitor.getByRole('article').filter({ hasText: 'Mara Velasquez' })
  await expect(listed).toHaveCount(0)
  const page = await openReview(browser, DESKTOP)

  await test.step('the figures, the review deadlines and the whole profile', async () => {
    await expect(figure(page, 'Pending Review')).toHaveText('4')
    await expect(figure(page, 'Verified VCs')).toHaveText('1')
    await expect(figure(page, 'Total VCs')).toHaveText('5')
    await expect(list(page, 'Pending Review').getByRole('article')).toHaveCount(4)
    await expect(entry(page, '遥 森田').getByText('Overdue (48 h)')).toBeVisible()
    await expect(entry(page, 'Teun van der Wijk').getByText('Late (24 h)')).toBeVisible()
    await line(page, 'Rex Moon').click()
    await expectText(page, '<img src=x onerror="alert(1)"> Send 0.1 ETH first, then we talk.')
    await expect(page.getByText('javascript:alert(document.cookie)')).toBeVisible()
    expect(await page.locator('a[href^="javascript:" i]').count()).toBe(0)
  })

  await test.step('approve, revoke with a reason, and undo both', async () => {
    await list(page, 'Pending Review').getByRole('button', { name: 'Approve Mara Velasquez' }).click()
    await expect(listed).toBeVisible()
    await expect(figure(page, 'Pending Review')).toHaveText('3')
    const mails = 'mara@people.latchkey.example'
    expect(await mailTo(server, mails, /approved/)).toContain('Saltmarsh Capital is verified and live')

    await list(page, 'Verified VCs').getByRole('button', { name: 'Revoke Verification of Mara Velasquez' }).click()
    const dialog = page.getByRole('dialog', { name: 'Revoke verification of Mara Velasquez' })
    await button(page, 'Revoke Verification').click()
    await expect(dialog.getByText('Enter a reason. The recipient will see it.')).toBeVisible()
    expect(await violations(page), 'the dialog').toEqual([])
    await dialog.getByLabel('Reason').fill('The fund was closed.')
    await button(page, 'Revoke Verification').click()
    await expect(listed).toHaveCount(0)
    expect(await mailTo(server, mails, /revoked/)).toContain('The fund was closed.')

    await page.getByRole('main').getByRole('button', { name: 'Undo', exact: true }).click()
    await expect(listed).toBeVisible()
    await page.getByRole('link', { name: 'Audit log' }).click()
    await button(page, 'Undo: undid the decision on Mara Velasquez').click()
    await expect(listed).toHaveCount(0)
    await expect(page.getByText('Sam Okafor undid the decision on Mara Velasquez')).toHaveCount(2)
  })
  await visitor.context().close()

  await test.step('a queue is processed with the keyboard alone', async () => {
    await apply('vc_keys_one', 'Ann One')
    await apply('vc_keys_two', 'Bob Two')
    await page.goto('/admin')
    const waiting = list(page, 'Pending Review').locator('[data-line]')
    await expect(waiting.first()).toBeFocused()
    await line(page, 'Ann One').focus()
    await page.keyboard.press('ArrowDown')
    await expect(line(page, 'Bob Two')).toBeFocused()
    await page.keyboard.press('Enter')
    await expect(entry(page, 'Bob Two').getByText('vc_keys_two@ownfund.example')).toBeVisible()
    await page.keyboard.press('r')
    await page.getByRole('dialog').getByLabel('Reason').fill('In these words, r and a and v are letters.')
    await page.keyboard.press('Tab')
    await page.keyboard.press('Tab')
    await page.keyboard.press('Enter')
    await expect(list(page, 'Rejected or revoked').getByRole('article', { name: 'Bob Two' })).toBeVisible()
    // Bob was the second: the next entry has the focus.
    await expect(waiting.nth(1)).toBeFocused()
    await line(page, 'Ann One').focus()
    await page.keyboard.press('a')
    await expect(list(page, 'Verified VCs').getByRole('article', { name: 'Ann One' })).toBeVisible()
    await expect(waiting.first()).toBeFocused()
    await page.getByRole('searchbox', { name: 'Search investors' }).fill('ownfund bob')
    await expect(page.getByRole('article')).toHaveCount(1)
  })

  await test.step('a concurrent change is shown before the decision', async () => {
    await apply('vc_moved', 'Cleo Moved')
    await page.goto('/admin')
    await expect(entry(page, 'Cleo Moved')).toBeVisible()
    await change(server, (sql) => sql`update vcs set fund_name = 'Another Fund' where id = 'vc_moved'`)
    await button(page, 'Reject Cleo Moved').click()
    await page.getByLabel('Reason').fill('No such fund.')
    await button(page, 'Reject').click()
    await expectText(page, 'Error')
    await expectText(page, 'This was changed by someone else. Review the current version and decide again.')
    await expect(entry(page, 'Cleo Moved').getByText('Another Fund')).toBeVisible()
    await expect(page.getByLabel('Reason')).toHaveValue('No such fund.')
    await button(page, 'Reject').click()
    await expectText(page, 'Cleo Moved was emailed the reason.')
  })
  await everyQueueFits(page, 'light')
  await page.context().close()
})

test('on a phone: each queue has its own decisions, and without a connection nothing is shown and nothing is stored', async ({
  browser,
}) => {
  const page = await openReview(browser, PHONE)
  const dialog = page.getByRole('dialog')

  await test.step('the queue begins in the upper half of the screen', async () => {
    const place = await list(page, 'Pending Review').locator('[data-line]').first().boundingBox()
    expect(place?.y).toBeLessThan(PHONE.height / 2)
  })

  await test.step('a project', async () => {
    await page.goto('/admin?queue=projects')
    await page.getByRole('searchbox', { name: 'Search projects' }).fill('Tally')
    await button(page, 'Verify Tally').click()
    await expect(list(page, 'Verified').getByRole('article', { name: 'Tally', exact: true })).toBeVisible()
    await button(page, 'Reject Tally').click()
    await dialog.getByLabel('Reason').fill('It is somebody else’s.')
    await button(page, 'Reject').click()
    await expect(entry(page, 'Tally').getByText('Off the marketplace')).toBeVisible()
  })

  await test.step('an introduction', async () => {
    await page.goto('/admin?queue=introductions')
    const forwarded = page.getByRole('button', { name: /^Mark as forwarded: Ottilie Reyes/ })
    await forwarded.first().click()
    await dialog.getByLabel('Message to the founder').fill('We know each other well.')
    await dialog.getByRole('button', { name: 'Mark as forwarded' }).click()
    await expect(list(page, 'Answered').getByText('Forwarded')).toBeVisible()
    expect(await mailTo(server, 'ottilie@people.latchkey.example', /forwarded your request/)).toContain(
      'We know each other well.',
    )
  })

  await test.step('a doubtful price', async () => {
    await page.goto('/admin?queue=imports')
    const price = page.getByLabel('Price of Amara Haddad in dollars')
    await price.fill('five')
    await button(page, 'Confirm price of Amara Haddad').click()
    await expectText(page, 'Please enter a price in dollars, such as 49.50.')
    await price.fill('500')
    await button(page, 'Confirm price of Amara Haddad').click()
    await expect(list(page, 'Confirmed prices').getByText('$500.00')).toBeVisible()
  })
  await everyQueueFits(page, 'dark')

  await test.step('without a connection', async () => {
    await apply('vc_offline', 'Dora Offline')
    await page.goto('/admin')
    await button(page, 'Reject Dora Offline').click()
    await page.getByLabel('Reason').fill('Half a sentence')
    await page.context().setOffline(true)
    await expectText(page, 'You’re offline. Your text stays here until you reconnect.')
    await expect(button(page, 'Reject')).toBeDisabled()
    await expect(page.getByLabel('Reason')).toHaveValue('Half a sentence')
    await button(page, 'Cancel').click()
    await expectText(page, 'Review needs a connection')
    await expect(page.getByRole('article')).toHaveCount(0)
    const stored = await page.evaluate(readEverythingKept)
    expect(stored.length).toBeGreaterThan(10_000)
    for (const trace of ['Dora Offline', '@ownfund.example', 'Rex Moon', 'ottilie@']) expect(stored).not.toContain(trace)
    await page.context().setOffline(false)
    await expect(entry(page, 'Dora Offline')).toBeVisible()
  })

  await test.step('without the right, regardless of what this device stores', async () => {
    await change(server, (sql) => sql`update users set email_verified_at = null where email = 'admin@latchkey.example'`)
    await page.reload()
    await expect(page.getByRole('alert').filter({ hasText: UNAUTHORISED })).toBeVisible()
  })
  await page.context().close()
})
