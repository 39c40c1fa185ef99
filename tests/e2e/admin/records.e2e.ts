import { readFileSync } from 'node:fs'
import { type Browser, expect, type Page, test } from '@playwright/test'
import { openBrowser } from '#tests/e2e/support/accounts.ts'
import { expectSoundInEveryView } from '#tests/e2e/support/axe.ts'
import { DESKTOP, PHONE } from '#tests/e2e/support/device.ts'
import { ONLINE } from '#tests/e2e/support/quiet.ts'
import { pressSampleAccount } from '#tests/e2e/support/sample-account.ts'
import { type ProductServer, startProduct } from '#tests/e2e/support/server.ts'

test.use(ONLINE)

let server: ProductServer
test.beforeAll(async () => {
  server = await startProduct({ SEED: 'demo' })
})
test.afterAll(() => server.dispose())

const LISTING = '/admin?investor=vc_demo_investor'
const title = (page: Page) => page.getByRole('heading', { level: 1 })

/** The address as an admin's phone or desktop opens it. The tests of this file use both. */
async function openDesk(browser: Browser, viewport: typeof PHONE, address: string) {
  const page = await openBrowser(browser, server, { viewport })
  await pressSampleAccount(page, 'Admin')
  await page.goto(address)
  return page
}

async function decide(page: Page, action: string) {
  const dialog = page.getByRole('dialog')
  await dialog.getByLabel('Reason').fill('Asked by telephone.')
  await dialog.getByRole('button', { name: action, exact: true }).click()
  await expect(dialog).toBeHidden()
}

test('an admin edits a listing, and what was typed survives a reload', async ({ browser }) => {
  const page = await openDesk(browser, PHONE, LISTING)
  await expect(title(page)).toHaveText('Iris Halloran')
  const bio = 'A bio that an admin wrote.'
  await page.getByLabel('Bio').fill(bio)
  await expect(page.getByText('Draft saved on this device').first()).toBeVisible()
  await page.reload()
  await expect(page.getByLabel('Bio')).toHaveValue(bio)
  await expectSoundInEveryView(page)
  await page.getByRole('button', { name: 'Save…' }).click()
  await decide(page, 'Save')
  await expect(page.getByRole('button', { name: 'Save…' })).toBeDisabled()
  await page.goto('/vc/vc_demo_investor')
  await expect(page.getByText(bio)).toBeVisible()
  await page.context().close()
})

test('an admin adds an investor by hand, who is in the directory', async ({ browser }) => {
  const page = await openDesk(browser, PHONE, '/admin?investor=new')
  const person = 'Ida Marlow'
  await page.getByLabel('Name', { exact: true }).fill(person)
  await page.getByRole('checkbox', { name: 'Seed', exact: true }).check()
  await expectSoundInEveryView(page)
  await page.getByRole('button', { name: 'Add…' }).click()
  await decide(page, 'Add')
  await expect(title(page)).toHaveText(person)
  await expect(page.getByRole('heading', { level: 2, name: 'Created by hand' })).toBeVisible()
  await expectSoundInEveryView(page)
  await page.getByRole('link', { name: 'Open the profile' }).click()
  await expect(title(page)).toContainText(person)
  await page.context().close()
})

test('an admin merges two records of one person, and the address of the one that went leads to the other', async ({
  browser,
}) => {
  const page = await openDesk(browser, DESKTOP, '/admin?investor=new')
  const person = 'Ada Twice'
  const addressOf = async (location: string) => {
    await page.goto('/admin?investor=new')
    await page.getByLabel('Name', { exact: true }).fill(`${person} ${location}`)
    await page.getByLabel(/^Location/).fill(location)
    await page.getByRole('button', { name: 'Add…' }).click()
    await decide(page, 'Add')
    await expect(title(page)).toHaveText(`${person} ${location}`)
    return new URL(page.url()).searchParams.get('investor') ?? ''
  }
  const goes = await addressOf('Oslo')
  await addressOf('Bergen')
  await page.getByRole('searchbox', { name: 'Find the other record' }).fill(person)
  await page.getByRole('button', { name: 'Find', exact: true }).click()
  await page.getByRole('button', { name: `Compare with ${person} Oslo, ${goes}` }).click()
  await expect(page.getByRole('row', { name: /^Location/ })).toHaveText(/OsloBergen/)
  await expectSoundInEveryView(page)
  await page.getByRole('button', { name: 'Merge…' }).click()
  await decide(page, 'Merge')
  await expect(page.getByRole('button', { name: 'Merge…' })).toBeHidden()
  await page.goto(`/admin?investor=${goes}`)
  await expect(page.getByRole('heading', { level: 2, name: 'Merged into another record' })).toBeVisible()
  await expectSoundInEveryView(page)
  await page.goto(`/vc/${goes}`)
  await expect(title(page)).toContainText(`${person} Bergen`)
  expect(page.url()).not.toContain(goes)
  await page.context().close()
})

test('an admin imports a file of Cold Scout after a look at its lines', async ({ browser }) => {
  const page = await openDesk(browser, PHONE, '/admin?queue=imports')
  const fund = 'Lantern'
  const csv = `Fund;Name;Role\n${fund};Ida Sol;Partner\n${fund};Bo Sol;\n`
  await page.getByLabel('Choose a CSV file').setInputFiles({ name: 'funds.csv', mimeType: 'text/csv', buffer: Buffer.from(csv) })
  await page.getByRole('button', { name: 'Preview' }).click()
  await expect(page.getByText('1 added · 0 changed · 0 unchanged · 1 left out · 1 new fund')).toBeVisible()
  await expect(page.getByRole('list', { name: 'Lines that are left out' })).toContainText('Line 2: no role')
  await expectSoundInEveryView(page)
  await page.getByRole('button', { name: 'Import', exact: true }).click()
  await expect(page.getByRole('cell', { name: 'Cold Scout' }).first()).toBeVisible()
  await page.context().close()
})

test('an owner sets the code of an account, and saves the ledger of a month with it', async ({ browser }) => {
  const page = await openDesk(browser, DESKTOP, '/admin?queue=accounting')
  const code = '1.20'
  await expect(page.getByText(/^\d+ lines? in/)).toBeVisible()
  await page.getByLabel('Month').selectOption(new Date().toISOString().slice(0, 7))
  await expect(page.getByText('This month is not over')).toBeVisible()
  await page.getByLabel('Cash', { exact: true }).fill('no code')
  await page.getByRole('button', { name: 'Save', exact: true }).click()
  await expect(page.getByText('Please use 1 to 20 letters, digits and dots.')).toBeVisible()
  await page.getByLabel('Cash', { exact: true }).fill(code)
  await expectSoundInEveryView(page)
  await page.getByRole('button', { name: 'Save', exact: true }).click()
  await expect(page.getByRole('rowheader', { name: `${code} Cash` })).toBeVisible()
  const download = page.waitForEvent('download')
  await page.getByRole('button', { name: 'Save as CSV' }).click()
  const file = await download
  expect(file.suggestedFilename()).toMatch(/^latchkey-ledger-\d{4}-\d\d\.csv$/)
  expect(readFileSync(await file.path(), 'utf8')).toContain(`,${code},Cash,`)
  await page.context().close()
})
