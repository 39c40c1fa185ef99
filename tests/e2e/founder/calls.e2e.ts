import { readFileSync } from 'node:fs'
import { expect, type Page, test } from '@playwright/test'
import type { VcId } from '#shared/ids.ts'
import { openBrowser, register, signIn } from '#tests/e2e/support/accounts.ts'
import { violations } from '#tests/e2e/support/axe.ts'
import { DESKTOP, openDevice, untilReadyOffline } from '#tests/e2e/support/device.ts'
import { DEMO_PASSWORD, type ProductServer, startProduct } from '#tests/e2e/support/server.ts'
import { bookCall } from '#tests/support/calls.ts'
import { createClient } from '#tests/support/client.ts'

const ada = { email: 'ada@calls.example', password: 'a long enough password' }
const host = { email: 'investor@latchkey.example', password: DEMO_PASSWORD }
const DAY_MS = 24 * 60 * 60 * 1000

let server: ProductServer
test.beforeAll(async () => {
  server = await startProduct()
  await register(server, ada)
  const founder = createClient(server.url)
  await founder.post('/api/auth/login', ada)
  const opened = await server.openDatabase()
  const [listing] = await opened.sql<{ id: VcId }[]>`
    select vcs.id from vcs join users on users.id = vcs.user_id where users.email = ${host.email}`
  if (!listing) throw new Error('The sample investor has no listing.')
  const booked = { url: server.url, database: opened }
  await bookCall(booked, { ...founder, user: ada }, listing.id, new Date(Date.now() + 5 * DAY_MS))
  await opened.close()
})
test.afterAll(() => server.dispose())

const call = (page: Page, name: string) => page.getByRole('article', { name: new RegExp(name) })

test('a founder reads their call without a network, cancels it with a connection, and sees the refund in progress', async ({
  browser,
}) => {
  const device = await openDevice(server.url)
  await signIn(device.page, ada, '/contacts')
  await device.page.getByRole('link', { name: /Next call/ }).click()
  await expect(call(device.page, 'Alan Platform')).toBeVisible()
  expect(await violations(await bypassing(device.page))).toEqual([])
  await untilReadyOffline(device.page)

  const offline = await device.relaunch({ isOffline: true })
  await offline.goto('/calls')
  const kept = call(offline, 'Alan Platform')
  await expect(kept.getByText('Confirmed')).toBeVisible()
  await expect(kept.getByRole('link', { name: 'Open meeting link' })).toHaveAttribute('href', 'https://cal.example.com/alan')
  await expect(kept.getByRole('link', { name: 'alan@keystone.example' })).toBeVisible()
  const [file] = await Promise.all([
    offline.waitForEvent('download'),
    kept.getByRole('button', { name: 'Add to calendar' }).click(),
  ])
  expect(readFileSync(await file.path(), 'utf8')).toContain('METHOD:REQUEST')
  await expect(kept.getByRole('button', { name: 'Cancel call' })).toBeDisabled()
  await expect(kept.getByText('Changing a call needs a connection')).toBeVisible()

  const page = await device.relaunch()
  await page.goto('/calls')
  await call(page, 'Alan Platform').getByRole('button', { name: 'Cancel call' }).click()
  const dialog = page.getByRole('dialog', { name: 'Cancel this call?' })
  await expect(dialog.getByText(/You get a full refund of \$\S+ to your card/)).toBeVisible()
  await dialog.getByLabel('Message to Alan Platform').fill('We met at the harbour')
  await dialog.getByRole('button', { name: 'Cancel and refund' }).click()
  await expect(call(page, 'Alan Platform').getByText('Cancelled', { exact: true })).toBeVisible()
  await expect(call(page, 'Alan Platform').getByText(/has been refunded in full/)).toBeVisible()
  await expect(page.getByText('No upcoming calls.')).toBeVisible()
  await device.dispose()

  const other = await openBrowser(browser, server)
  await other.setViewportSize(DESKTOP)
  await signIn(other, host, '/calls')
  await expect(call(other, 'Ada Member').getByText('Ada Member cancelled it. “We met at the harbour”')).toBeVisible()
  expect(await violations(other)).toEqual([])
  await other.context().close()
})

/** axe is injected into the page, which the page's policy forbids. */
async function bypassing(page: Page) {
  const session = await page.context().newCDPSession(page)
  await session.send('Page.setBypassCSP', { enabled: true })
  await page.reload()
  await page.getByRole('article').first().waitFor()
  return page
}
