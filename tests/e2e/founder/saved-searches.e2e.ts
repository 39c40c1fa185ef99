import { expect, type Page, test } from '@playwright/test'
import type { VcId } from '#shared/ids.ts'
import { openBrowser, register, signIn } from '#tests/e2e/support/accounts.ts'
import { expectSound } from '#tests/e2e/support/axe.ts'
import { DESKTOP, PHONE, untilReadyOffline } from '#tests/e2e/support/device.ts'
import { ONLINE } from '#tests/e2e/support/quiet.ts'
import { type ProductServer, startProduct } from '#tests/e2e/support/server.ts'
import { addListings, listing } from '#tests/support/actors/directory.ts'

const ada = { email: 'ada@searches.example', password: 'a long enough password' }
const NEWCOMER = 'Mira Newcomer'

test.use(ONLINE)

let server: ProductServer
test.beforeAll(async () => {
  server = await startProduct()
  await register(server, ada)
})
test.afterAll(() => server.dispose())

async function openFilters(page: Page) {
  await page.getByRole('button', { name: /^Filters/ }).click()
  return page.getByRole('dialog', { name: 'Filters' })
}

test('a search that was saved without a network marks on another device which investors are new since', async ({ browser }) => {
  const phone = await openBrowser(browser, server, { keepsApp: true })
  await phone.setViewportSize(PHONE)
  await signIn(phone, ada, '/vcs?stage=Seed&sector=Payments&sort=newest')
  await untilReadyOffline(phone)
  await phone.context().setOffline(true)
  const sheet = await openFilters(phone)
  await sheet.getByRole('button', { name: 'Save this search' }).click()
  await expect(sheet.getByLabel('Name of the search')).toHaveValue('Seed, Payments')
  await sheet.getByLabel('Name of the search').fill('Payments at seed')
  await sheet.getByRole('button', { name: 'Save search' }).click()
  await expect(sheet.getByRole('link', { name: /Payments at seed/ })).toBeVisible()
  await expectSound(phone, 'the saved searches')
  await phone.keyboard.press('Escape')
  await expect(phone.getByRole('status', { name: 'Saved search' })).toHaveText(/Payments at seed · Nothing new/)
  await phone.context().setOffline(false)

  const laptop = await openBrowser(browser, server)
  await laptop.setViewportSize(DESKTOP)
  await signIn(laptop, ada, '/vcs')
  const panel = await openFilters(laptop)
  const saved = panel.getByRole('link', { name: /Payments at seed/ })
  await expect(saved).toBeVisible()
  // Its list is open there, and would count as an opening.
  await phone.context().close()
  const opened = await server.openDatabase()
  const later = { sourceCreatedAt: new Date(Date.now() + 1000), stages: ['Seed'], sectors: ['Payments'] }
  await addListings(opened.db, listing('recNewcomer1' as VcId, { name: NEWCOMER, ...later }))
  await opened.close()
  await expect(saved.getByText('1 new')).toBeVisible()
  await expectSound(laptop, 'a saved search with a new investor')
  await laptop.keyboard.press('Escape')
  await laptop.keyboard.press('Control+k')
  await laptop.getByRole('dialog').getByRole('combobox').fill('payments at')
  await expect(laptop.getByRole('option', { name: /Payments at seed.*1 new/ })).toBeVisible()
  await laptop.keyboard.press('Enter')

  await expect(laptop).toHaveURL(/\/vcs\?stage=Seed&sector=Payments&sort=newest$/)
  await expect(laptop.getByRole('status', { name: 'Saved search' })).toHaveText(/1 new since you last opened it/)
  const cards = laptop.getByRole('article')
  await expect(cards.first()).toContainText(NEWCOMER)
  await expect(cards.first().getByText('New', { exact: true })).toBeVisible()
  await expect(cards.nth(1).getByText('New', { exact: true })).toHaveCount(0)
  await expectSound(laptop, 'the list of a saved search')
  await laptop.reload()
  await expect(laptop.getByRole('status', { name: 'Saved search' })).toHaveText(/Nothing new/)
  await laptop.context().close()
})
