import { expect, type Page, test } from '@playwright/test'
import { type Device, openDevice, untilReadyOffline } from '#tests/e2e/support/device.ts'
import { lockTables } from '#tests/e2e/support/locked-tables.ts'
import { fillCard, startPayment } from '#tests/e2e/support/pay.ts'
import { type ProductServer, startProduct } from '#tests/e2e/support/server.ts'
import { DEADLINE_MS } from '#tests/support/until.ts'

/** From the sample listing: verified, $25, with an address, a Telegram handle and no meeting link. */
const MARIT = {
  id: 'rec1xBsyPcZWn6QTr',
  name: 'Marit Moretti',
  email: 'marit@northgate-ventures.example',
  telegram: '@marit_moretti',
}

let server: ProductServer
let device: Device

test.beforeEach(async () => {
  server = await startProduct()
  device = await openDevice(server.url)
})

test.afterEach(async () => {
  await device.dispose()
  await server.dispose()
})

const unlockDialog = (page: Page) => page.getByRole('dialog')

test('a visitor browses, pays once, signs up, and reads the contact with no server and no network', async () => {
  let { page } = device

  await page.goto('/vcs')
  await expect(page.getByRole('heading', { level: 1, name: 'Connected VCs & Angels' })).toBeVisible()
  await page.getByLabel('Stage').selectOption('Pre-Seed')
  await page.getByRole('searchbox').fill('moretti marit')
  const card = page.getByRole('article').filter({ hasText: MARIT.name })
  await expect(card).toBeVisible()
  await expect(page).toHaveURL(/stage=Pre-Seed/)
  await page.reload()
  await expect(page.getByRole('searchbox')).toHaveValue('moretti marit')

  await card.getByRole('link', { name: 'View Profile' }).click()
  await expect(page).toHaveURL(`/vc/${MARIT.id}`)
  await expect(page.getByRole('heading', { name: 'Contact Information Locked' })).toBeVisible()
  expect(await page.content()).not.toContain(MARIT.email)

  await test.step('a declined card unlocks nothing', async () => {
    await page.getByRole('button', { name: 'Connect - $25' }).click()
    await startPayment(unlockDialog(page))
    await fillCard(unlockDialog(page), '4000 0000 0000 0002')
    await unlockDialog(page).getByRole('button', { name: 'Pay $25.00' }).click()
    await expect(page.getByText('Payment Failed', { exact: true })).toBeVisible()
    await expect(page.getByText('Your card was declined.').first()).toBeVisible()
    const opened = await server.openDatabase()
    expect(await opened.sql`select id from vc_unlocks`).toHaveLength(0)
    await opened.close()
  })

  await test.step('a good card shows the contact', async () => {
    await fillCard(unlockDialog(page), '4242 4242 4242 4242')
    await unlockDialog(page).getByRole('button', { name: 'Pay $25.00' }).click()
    await expect(page.getByText('Contact Unlocked Successfully!', { exact: true })).toBeVisible()
    await expect(page.getByRole('heading', { name: 'Contact Information Unlocked' })).toBeVisible()
    await expect(page.getByText(MARIT.email).first()).toBeVisible()
  })

  await test.step('signing up keeps it', async () => {
    await page.goto('/signup?defaultType=founder')
    await page.getByLabel('First name').fill('Ada')
    await page.getByLabel('Last name').fill('Okafor')
    await page.getByLabel('Email').fill('ada@founders.example')
    await page.getByLabel('Password', { exact: true }).fill('a long enough password')
    await page.getByLabel('Confirm password').fill('a long enough password')
    await page.getByRole('button', { name: 'Create Account' }).click()
    await expect(page).toHaveURL('/project-setup')
    await page.goto('/contacts')
    await expect(page.getByText(MARIT.name).first()).toBeVisible()
    await untilReadyOffline(page)
  })

  await test.step('the server is stopped, the network cut, the app relaunched', async () => {
    await server.stop()
    page = await device.relaunch({ isOffline: true })
    await page.goto('/contacts')
    await page
      .getByRole('link', { name: new RegExp(MARIT.name) })
      .first()
      .click()
    await expect(page.getByText(MARIT.email).first()).toBeVisible()
    await expect(page.getByText(MARIT.telegram).first()).toBeVisible()
    // The introduction of the purchase is rewritten by the founder without a network.
    const introduction = page.getByRole('textbox', { name: 'Introduction' })
    await expect(introduction).toHaveValue(/Marit/)
    await introduction.fill('Dear Marit, we met at the harbour.')
    await introduction.blur()
    await expect(page.getByText('Saved on this device')).toBeVisible()
    await page.reload()
    await expect(introduction).toHaveValue('Dear Marit, we met at the harbour.')
    await page.goto(`/vc/${MARIT.id}`)
    await expect(page.getByRole('heading', { name: 'Contact Information Unlocked' })).toBeVisible()
    await page.goto('/vcs')
    await expect(page.getByRole('article').first()).toBeVisible()
    await page.getByRole('searchbox').fill('zeynep')
    await expect(page.getByRole('article').filter({ hasText: 'Zeynep Becker' })).toBeVisible()
  })
})

test('a server killed between payment and grant grants after its restart, without any click', async () => {
  const { page } = device
  await page.goto(`/vc/${MARIT.id}`)
  await page.getByRole('button', { name: 'Connect - $25' }).click()
  await startPayment(unlockDialog(page))
  await fillCard(unlockDialog(page), '4242 4242 4242 4242')

  // Locking the inbox and the grants keeps webhook and confirm waiting: the money is taken, the grant does not exist.
  const locked = await lockTables(server, ['stripe_events', 'vc_unlocks', 'ledger_entries'])
  const paid = page.waitForResponse(
    (response) => response.url().includes('/payment_intents/') && response.url().endsWith('/confirm'),
  )
  await unlockDialog(page).getByRole('button', { name: 'Pay $25.00' }).click()
  expect((await (await paid).json()).status).toBe('succeeded')
  await server.kill()
  await locked.release()
  expect(await locked.sql`select id from vc_unlocks`).toHaveLength(0)
  await locked.close()

  await server.start()
  // The device asks again after pauses that double while the server is away.
  await expect(page.getByText(MARIT.email).first()).toBeVisible({ timeout: 2 * DEADLINE_MS })
  const after = await server.openDatabase()
  expect(await after.sql`select id from vc_unlocks where status = 'completed'`).toHaveLength(1)
  await after.close()
})
