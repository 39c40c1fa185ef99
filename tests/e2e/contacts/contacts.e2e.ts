import { readFileSync } from 'node:fs'
import { expect, type Page, test } from '@playwright/test'
import type { PrincipalId, VcId } from '#shared/ids.ts'
import { change, openBrowser, register, signIn } from '#tests/e2e/support/accounts.ts'
import { violations } from '#tests/e2e/support/axe.ts'
import { DESKTOP, PHONE, untilReadyOffline } from '#tests/e2e/support/device.ts'
import { ONLINE } from '#tests/e2e/support/quiet.ts'
import { type ProductServer, startProduct } from '#tests/e2e/support/server.ts'
import { grantContact } from '#tests/support/actors/grants.ts'

const MARIT = { id: 'rec1xBsyPcZWn6QTr' as VcId, name: 'Marit Moretti' }
const OTHER = 'rec7JhYiWFZetmkyA' as VcId
const ada = { email: 'ada@contacts.example', password: 'a long enough password' }

test.use(ONLINE)

let server: ProductServer
test.beforeAll(async () => {
  server = await startProduct()
  await register(server, ada)
  const opened = await server.openDatabase()
  const [row] = await opened.sql<{ id: PrincipalId }[]>`
    select p.id from principals p join users u on u.id = p.user_id where u.email = ${ada.email}`
  if (!row) throw new Error('Ada has no principal.')
  for (const vcId of [MARIT.id, OTHER]) await grantContact(opened.db, row.id, vcId)
  await opened.sql`update users set email_verified_at = now() where email = ${ada.email}`
  await opened.close()
})
test.afterAll(() => server.dispose())

const listed = (page: Page) => page.getByRole('main').getByRole('listitem')

test('the stage of a contact is stored offline, reaches another device, and orders the list', async ({ browser }) => {
  const phone = await openBrowser(browser, server, { keepsApp: true })
  await signIn(phone, ada, '/contacts')
  await expect(listed(phone)).toHaveCount(2)
  await phone.getByRole('link', { name: new RegExp(MARIT.name) }).click()
  await expect(phone.getByRole('heading', { name: 'Follow-up' })).toBeVisible()

  await untilReadyOffline(phone)
  await phone.context().setOffline(true)
  await phone.getByLabel('Conversation').selectOption('In talks')
  await phone.getByRole('radio', { name: '4 of 5' }).check({ force: true })
  await phone.getByRole('button', { name: 'Tomorrow' }).click()
  await expect(phone.getByText('Due tomorrow')).toBeVisible()
  await phone.getByLabel('Email me a reminder').check()
  await phone.getByLabel('Met at').fill('Token2049, the rooftop')
  await phone.getByLabel('Met at').blur()
  await expect(phone.getByText('Saved on this device')).toBeVisible()

  await phone.goto('/contacts?sort=rating')
  await expect(listed(phone).first()).toContainText(MARIT.name)
  await expect(listed(phone).first().getByRole('img', { name: 'Rated 4 of 5' })).toBeVisible()
  await phone.getByRole('searchbox', { name: 'Search contacts' }).fill('rooftop')
  await expect(listed(phone)).toHaveCount(1)
  await phone.getByLabel('Conversation').selectOption('Passed')
  await expect(phone.getByText('No matching contacts.')).toBeVisible()
  await phone.context().setOffline(false)

  const desk = await openBrowser(browser, server)
  await desk.setViewportSize(DESKTOP)
  await signIn(desk, ada, '/contacts')
  await expect(desk.getByText('Due tomorrow')).toBeVisible()
  await expect(desk.getByRole('button', { name: 'Due 0' })).toBeVisible()
  await change(server, (sql) => sql`update contact_follow_ups set due_at = now() - interval '1 hour'`)
  await expect(desk.getByText(/Due today|Overdue since/)).toBeVisible()
  await desk.reload()
  await desk.getByRole('button', { name: 'Due 1' }).click()
  await expect(desk).toHaveURL(/due=true/)
  await expect(listed(desk)).toHaveCount(1)
  for (const page of [phone, desk]) await page.context().close()
})

test('two browsers edit one note without a network: both texts are on both devices, and the user resolves the conflict', async ({
  browser,
}) => {
  const open = async (viewport: typeof PHONE) => {
    const page = await openBrowser(browser, server, { keepsApp: true, viewport })
    await signIn(page, ada, `/contacts/${OTHER}`)
    await untilReadyOffline(page)
    return page
  }
  const note = (page: Page) => page.getByLabel('Your note')
  const write = async (page: Page, text: string) => {
    await note(page).fill(text)
    await note(page).blur()
    await expect(page.locator('[data-kept=true]').filter({ has: note(page) })).toBeVisible()
  }
  const phone = await open(PHONE)
  await write(phone, 'Met at the booth.\nCheques up to 3M.\nWrite in May.')
  const desk = await open(DESKTOP)
  await expect(note(desk)).toHaveValue('Met at the booth.\nCheques up to 3M.\nWrite in May.')

  for (const page of [phone, desk]) await page.context().setOffline(true)
  await write(phone, 'Met at the booth, with Ola.\nCheques up to 5M.\nWrite in May.')
  await write(desk, 'Met at the booth.\nCheques up to 8M.\nWrite in May.\nLikes ports.')
  await phone.context().setOffline(false)
  await expect(phone.getByText(/^(?:Ready offline|Up to date)$/)).toBeVisible()
  await desk.context().setOffline(false)

  // Lines that one of them changed are in the note. The line that both changed is there twice, in full.
  for (const page of [phone, desk]) {
    await expect(page.getByText('Two devices changed the same text.', { exact: false })).toBeVisible()
    const texts = `${await note(page).inputValue()}\n${await page.getByRole('article').filter({ hasText: 'Other version' }).textContent()}`
    for (const text of ['with Ola', 'up to 5M', 'up to 8M', 'Write in May', 'Likes ports']) expect(texts).toContain(text)
  }
  expect(await violations(desk)).toEqual([])
  await desk.getByRole('button', { name: 'Add to the note' }).click()
  for (const page of [desk, phone]) {
    await expect(note(page)).toHaveValue(/up to 5M.*up to 8M|up to 8M.*up to 5M/s)
    await expect(page.getByText('Other version')).toHaveCount(0)
  }
  expect(await note(phone).inputValue()).toBe(await note(desk).inputValue())
  for (const page of [phone, desk]) await page.context().close()
})

test('a contact is shared as a card, a table and a code, without a network', async ({ browser }) => {
  const page = await openBrowser(browser, server, { keepsApp: true })
  await signIn(page, ada, `/contacts/${MARIT.id}`)
  const fileOf = async (name: string) => {
    const [download] = await Promise.all([page.waitForEvent('download'), page.getByRole('button', { name }).click()])
    return { name: download.suggestedFilename(), text: readFileSync(await download.path(), 'utf8') }
  }
  await expect(page.getByRole('button', { name: 'Save card' })).toBeVisible()
  expect(await fileOf('Save card')).toMatchObject({ name: 'Marit-Moretti.vcf', text: expect.stringContaining('FN:Marit') })
  await page.getByRole('button', { name: 'QR code' }).click()
  await expect(page.getByRole('img', { name: `Contact card of ${MARIT.name}` })).toBeVisible()
  expect(await violations(page)).toEqual([])
  await page.keyboard.press('Escape')
  await page.goto('/contacts')
  const table = await fileOf('Save all as CSV')
  expect(table).toMatchObject({ name: 'latchkey-contacts.csv', text: expect.stringContaining('Marit Moretti') })
  await page.context().setOffline(true)
  const cards = await fileOf('Save all as vCards')
  expect(cards.text.match(/BEGIN:VCARD/g)).toHaveLength(2)
  await page.context().close()
})

for (const [name, viewport] of [
  ['phone', PHONE],
  ['desk', DESKTOP],
] as const) {
  test(`on a ${name} contacts fit, and are readable and reachable for every user`, async ({ browser }) => {
    const page = await openBrowser(browser, server)
    await page.setViewportSize(viewport)
    await signIn(page, ada)
    for (const path of ['/contacts', `/contacts/${MARIT.id}`]) {
      await page.goto(path)
      await expect(page.getByRole('main').getByText(MARIT.name).first()).toBeVisible()
      expect(await violations(page), path).toEqual([])
      const beyond = await page.evaluate(() => document.documentElement.scrollWidth - document.documentElement.clientWidth)
      expect(beyond, path).toBeLessThanOrEqual(0)
    }
    await page.context().close()
  })
}
