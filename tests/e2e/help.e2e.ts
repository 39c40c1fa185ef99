import { type Browser, expect, type Page, test } from '@playwright/test'
import { change, openBrowser, signIn } from './support/accounts.ts'
import { violations } from './support/axe.ts'
import { DESKTOP, untilReadyOffline } from './support/device.ts'
import { mailTo } from './support/mails.ts'
import { draftSaved } from './support/page.ts'
import { ONLINE } from './support/quiet.ts'
import { DEMO_PASSWORD, type ProductServer, startProduct } from './support/server.ts'

test.use(ONLINE)

let server: ProductServer
test.beforeAll(async () => {
  server = await startProduct()
})
test.afterAll(() => server.dispose())

const SAVED = 'Saved on this device. Sends when you are online'
const expectText = (page: Page, text: string | RegExp) => expect(page.getByText(text).first()).toBeVisible()
const ticketsOf = async (subject: string) => {
  let count = 0
  await change(server, async (sql) => {
    const [row] = await sql<{ count: number }[]>`
      select count(*)::int as count from tickets where subject = ${subject} or message = ${subject}`
    count = row?.count ?? 0
  })
  return count
}

/** The admin's browser, on the page of the tickets. */
async function openTickets(browser: Browser) {
  const page = await openBrowser(browser, server)
  await page.setViewportSize(DESKTOP)
  await signIn(page, { email: 'admin@latchkey.example', password: DEMO_PASSWORD }, '/admin?queue=tickets')
  return page
}

test('a message written offline survives a reload, arrives once, is answered, and the answer is read', async ({ browser }) => {
  const page = await openBrowser(browser, server, { keepsApp: true })
  await page.goto('/support')
  await untilReadyOffline(page)
  await page.context().setOffline(true)
  await page.getByLabel('Name').fill('Noa Tunnel')
  await page.getByLabel('Email').fill('noa@founders.example')
  await page.getByLabel('Subject').fill('Nothing under the sea')
  await page.getByLabel('Message').fill('My contacts are there, but the newest one has no address.')
  await expect(draftSaved(page)).toBeVisible()
  await page.reload()
  await expect(page.getByLabel('Subject')).toHaveValue('Nothing under the sea')
  await page.getByRole('button', { name: 'Send support request' }).click()
  await expectText(page, SAVED)
  expect(await violations(page)).toEqual([])

  await page.getByRole('link', { name: 'Terms of Service' }).first().click()
  await expectText(page, 'technical questions within 4 hours')
  await page.getByRole('link', { name: 'Feedback & Requests' }).first().click()
  await page.getByLabel('Message').fill('A map, please.')
  await page.getByRole('button', { name: 'Send to Latchkey Team' }).click()
  await expectText(page, SAVED)

  await page.getByRole('link', { name: /Offline · \d waiting/ }).click()
  await expect(page.getByRole('region', { name: 'Waiting' }).getByRole('article')).toHaveCount(2)
  expect(await violations(page)).toEqual([])
  await page.reload()
  await expect(page.getByRole('region', { name: 'Waiting' }).getByRole('article')).toHaveCount(2)
  await page.context().setOffline(false)
  await expect(page.getByRole('region', { name: 'Sent in the last week' }).getByRole('article')).toHaveCount(2)
  expect([await ticketsOf('Nothing under the sea'), await ticketsOf('A map, please.')]).toEqual([1, 1])

  const admin = await openTickets(browser)
  const entry = admin.getByRole('article', { name: 'Nothing under the sea' })
  await expect(entry.getByText(/due in 3 h/)).toBeVisible()
  await entry.locator('[data-line]').click()
  await entry.getByLabel('Answer').fill('It is there now.\nPlease look again.')
  // A link that is half under the fixed header counts as too small.
  await admin.evaluate(() => scrollTo(0, 0))
  expect(await violations(admin)).toEqual([])
  await entry.getByRole('button', { name: 'Send and close' }).click()
  expect(await mailTo(server, 'noa@founders.example', /Our answer to T-/)).toContain('Please look again.')
  await admin.context().close()

  await page.goto('/support')
  const ticket = page.getByRole('article', { name: 'Nothing under the sea' })
  await expect(ticket.getByText('Closed', { exact: true })).toBeVisible()
  await page.context().setOffline(true)
  await page.reload()
  await ticket.getByRole('button').first().click()
  await expectText(page, 'Please look again.')
  await ticket.getByLabel('Not resolved? Reply').fill('It is still empty.')
  await ticket.getByRole('button', { name: 'Reopen and send' }).click()
  await expect(ticket.getByText(/You · .* · not sent yet/i)).toBeVisible()
  await page.context().setOffline(false)
  await expect(ticket.getByText(/^Reply by/)).toBeVisible()
  await page.context().close()
})

test('a refused message blocks nothing, and is corrected in its form', async ({ browser }) => {
  const page = await openBrowser(browser, server)
  await page.goto('/requests')
  await page.getByLabel('Message').fill('To be somebody here.')
  await page.getByRole('button', { name: 'Send to Latchkey Team' }).click()
  await expectText(page, 'Request Submitted!')
  // As a build with laxer rules would have stored it.
  await page.evaluate(async () => {
    const name = (await indexedDB.databases()).map((one) => one.name ?? '').find((one) => one.startsWith('latchkey-me-'))
    const db = await new Promise<IDBDatabase>((done) => {
      const request = indexedDB.open(name ?? '')
      request.onsuccess = () => done(request.result)
    })
    const outbox = db.transaction('outbox', 'readwrite').objectStore('outbox')
    const entry = (number: string, name: string, args: object) => ({
      id: `019a9b00-0000-7000-8000-00000000000${number}`,
      name,
      args: { id: `019a9b00-0000-7000-8000-00000000001${number}`, ...args },
      madeAt: new Date().toISOString(),
      state: 'waiting',
    })
    const short = { name: 'Noa', email: 'noa@founders.example', subject: 'Too short', category: 'billing', message: 'Help!' }
    outbox.add(entry('1', 'support.submit', short))
    await new Promise((done) => {
      outbox.add(entry('2', 'feedback.submit', { message: 'Behind the refused one.' })).onsuccess = done
    })
    db.close()
  })
  await page.goto('/outbox')
  const refused = page.getByRole('region', { name: 'Needs your decision' }).getByRole('article')
  await expect(refused.getByText('Message must be at least 20 characters')).toBeVisible()
  await expect(page.getByRole('region', { name: 'Sent in the last week' }).getByText('Behind the refused one.')).toBeVisible()
  expect(await violations(page)).toEqual([])

  await refused.getByRole('link', { name: 'Edit' }).click()
  await expect(page.getByLabel('Message')).toHaveValue('Help!')
  await page.getByLabel('Message').fill('Help! I was charged twice for one contact.')
  await page.getByRole('button', { name: 'Send support request' }).click()
  await expectText(page, 'Support request submitted')
  await expectText(page, "We'll get back to you within 24 hours.")
  await page.goto('/outbox')
  await expectText(page, 'All synced')
  expect([await ticketsOf('Too short'), await ticketsOf('Behind the refused one.')]).toEqual([1, 1])
  await page.context().close()
})

test('a browser without storage names its limits, and still sends messages to the team', async ({ browser }) => {
  const page = await openBrowser(browser, server)
  await page.addInitScript(() => {
    IDBFactory.prototype.open = () => {
      throw new DOMException('The user denied permission to access the database.', 'SecurityError')
    }
  })
  await page.goto('/contacts')
  await expect(page.getByRole('heading', { name: 'Storage is blocked' })).toBeVisible()
  expect(await violations(page)).toEqual([])
  await page.getByRole('link', { name: 'Write to support' }).click()
  await expectText(page, 'This browser blocks storage, so nothing can be saved offline.')
  await page.getByLabel('Name').fill('Noa Private')
  await page.getByLabel('Email').fill('noa@founders.example')
  await page.getByLabel('Subject').fill('From a private window')
  await page.getByLabel('Message').fill('Nothing of this is kept anywhere on my device.')
  await expect(page.getByText('Draft saved on this device')).toHaveCount(0)
  await page.getByRole('button', { name: 'Send support request' }).click()
  await expectText(page, 'Support request submitted')
  expect(await ticketsOf('From a private window')).toBe(1)
  await page.context().close()
})
