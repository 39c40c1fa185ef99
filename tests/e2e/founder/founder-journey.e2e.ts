import { expect, test } from '@playwright/test'
import { change, openBrowser, register, signIn } from '#tests/e2e/support/accounts.ts'
import { DESKTOP, untilReadyOffline } from '#tests/e2e/support/device.ts'
import { fillCard } from '#tests/e2e/support/pay.ts'
import { ONLINE } from '#tests/e2e/support/quiet.ts'
import { type ProductServer, startProduct } from '#tests/e2e/support/server.ts'

const reader = { email: 'reader@life.example', password: 'a long enough password' }

test.use(ONLINE)

let server: ProductServer
test.beforeAll(async () => {
  server = await startProduct()
  await register(server, reader)
  await change(server, (sql) => sql`update users set email_verified_at = now() where email = ${reader.email}`)
})
test.afterAll(() => server.dispose())

test('a founder signs up, writes offline, publishes online, is found, voted for and written to', async ({ browser }) => {
  const visitor = await openBrowser(browser, server)
  await visitor.setViewportSize(DESKTOP)
  await signIn(visitor, reader, '/scout')
  await expect(visitor.getByRole('article').first()).toBeVisible()

  const phone = await openBrowser(browser, server, { keepsApp: true })
  await test.step('signs up, and is led to the project', async () => {
    await phone.goto('/signup?defaultType=founder')
    await phone.getByLabel('First name').fill('Ada')
    await phone.getByLabel('Last name').fill('Okafor')
    await phone.getByLabel('Email').fill('ada@life.example')
    await phone.getByLabel('Password', { exact: true }).fill('a long enough password')
    await phone.getByLabel('Confirm password').fill('a long enough password')
    await phone.getByRole('button', { name: 'Create Account' }).click()
    await expect(phone).toHaveURL('/project-setup')
    await untilReadyOffline(phone)
  })

  await test.step('writes without a network', async () => {
    await phone.context().setOffline(true)
    await phone.getByLabel('Company Name').fill('Semaphore Rail')
    await phone.getByLabel('Description', { exact: true }).fill('Signals that settle their own freight.')
    await phone.getByLabel('Company Email').fill('ada@semaphore.example')
    await expect(phone.getByText('Saved on this device. Sends when you are online.').first()).toBeVisible()
    await phone.reload()
    await expect(phone.getByLabel('Company Name')).toHaveValue('Semaphore Rail')
    await visitor.getByRole('searchbox').fill('semaphore')
    await expect(visitor.getByRole('article').filter({ hasText: 'Semaphore Rail' })).toHaveCount(0)
  })

  await test.step('publishes, and is live on another open device', async () => {
    await phone.context().setOffline(false)
    await phone.getByRole('button', { name: 'Publish to Scout Marketplace ($9)' }).click()
    await expect(phone).toHaveURL(/\/sandbox\/stripe\/checkout\/cs_/)
    await fillCard(phone.locator('form'), '4242 4242 4242 4242')
    await phone.getByRole('button', { name: 'Pay $9.00' }).click()
    await expect(phone.getByRole('heading', { name: 'Project Published Successfully!' })).toBeVisible()
    await expect(visitor.getByRole('article').filter({ hasText: 'Semaphore Rail' })).toBeVisible()
  })

  await test.step('receives a vote and a message, and sees both', async () => {
    await visitor.getByRole('heading', { name: 'Semaphore Rail' }).getByRole('link').click()
    await expect(visitor.getByRole('heading', { level: 1, name: 'Semaphore Rail' })).toBeVisible()
    await visitor.getByRole('button', { name: 'Upvote' }).click()
    await expect(visitor.getByRole('button', { name: 'Upvote' })).toHaveAttribute('aria-pressed', 'true')
    const contact = visitor.getByRole('link', { name: 'Contact Founder' })
    await expect(contact).toHaveAttribute('href', /^mailto:ada@semaphore\.example\?subject=Interest%20in%20Semaphore%20Rail/)
    await visitor.evaluate(() => document.addEventListener('click', (event) => event.preventDefault()))
    await contact.click()
    const opened = await server.openDatabase()
    await expect.poll(() => opened.sql`select 1 from visit_counts where kind = 'contact'`).toHaveLength(1)
    await opened.close()

    await phone.goto('/profile')
    const figure = (label: string) => phone.locator('dl > div', { has: phone.getByText(label, { exact: true }) }).locator('dd')
    await expect(figure('Votes')).toHaveText('1')
    await expect(figure('Contacts')).toHaveText('1')
    await phone.getByRole('tab', { name: 'Activity History' }).click()
    await expect(phone.getByRole('tabpanel').getByRole('listitem')).toContainText('Scout listing')
  })
  await Promise.all([phone.context().close(), visitor.context().close()])
})
