import { expect, type Page, test } from '@playwright/test'
import { openBrowser, register, signIn } from '#tests/e2e/support/accounts.ts'
import { violations } from '#tests/e2e/support/axe.ts'
import { DESKTOP, PHONE, untilReadyOffline } from '#tests/e2e/support/device.ts'
import { sticksOut } from '#tests/e2e/support/page.ts'
import { ONLINE } from '#tests/e2e/support/quiet.ts'
import { type ProductServer, startProduct } from '#tests/e2e/support/server.ts'

const ada = { email: 'ada@entries.example', password: 'a long enough password' }

test.use(ONLINE)

let server: ProductServer
test.beforeAll(async () => {
  server = await startProduct()
  await register(server, ada)
})
test.afterAll(() => server.dispose())

const notes = (page: Page) => page.getByRole('region', { name: 'Dated notes' })
const openNoa = async (page: Page) => {
  await page.getByRole('link', { name: /Noa Berg/ }).click()
  await expect(page.getByRole('heading', { level: 1, name: 'Noa Berg' })).toBeVisible()
}
const edit = async (page: Page, text: string) => {
  await notes(page)
    .getByRole('button', { name: /^Edit the note/ })
    .first()
    .click()
  await notes(page).getByLabel('Note', { exact: true }).fill(text)
  await notes(page).getByRole('button', { name: 'Done' }).click()
  await expect(notes(page).getByRole('button', { name: 'Done' })).toHaveCount(0)
}

test('a dated note that two devices edit without a network has both texts on both; a deletion can be undone', async ({
  browser,
}) => {
  const phone = await openBrowser(browser, server, { keepsApp: true })
  await phone.setViewportSize(PHONE)
  await phone.emulateMedia({ colorScheme: 'dark' })
  await signIn(phone, ada, '/contacts/new')
  await phone.getByLabel('Name').fill('Noa Berg')
  await phone.keyboard.press('Enter')
  await expect(phone.getByRole('heading', { level: 1, name: 'Noa Berg' })).toBeVisible()
  await untilReadyOffline(phone)
  await phone.context().setOffline(true)

  // A draft stays with its contact, and one press adds it.
  await phone.getByRole('button', { name: 'Write a note' }).click()
  await expect(notes(phone).getByLabel('New note')).toBeFocused()
  await notes(phone).getByLabel('New note').fill('Lead: Jana. Up to 2M.')
  await expect(notes(phone).getByText('Draft saved on this device')).toBeVisible()
  await phone.reload()
  await expect(notes(phone).getByLabel('New note')).toHaveValue('Lead: Jana. Up to 2M.')
  await notes(phone).getByRole('button', { name: 'Add a note' }).click()
  await expect(notes(phone).getByLabel('New note')).toHaveValue('')
  await expect(notes(phone).getByRole('heading', { name: 'Today' })).toBeVisible()
  expect(await violations(phone)).toEqual([])
  expect(await sticksOut(phone)).toBeLessThanOrEqual(0)
  await phone.context().setOffline(false)

  const laptop = await openBrowser(browser, server, { keepsApp: true })
  await laptop.setViewportSize(DESKTOP)
  await signIn(laptop, ada, '/contacts')
  // The row shows the latest one, and the search finds it.
  await laptop.getByLabel('Search contacts').fill('jana')
  await expect(laptop.getByRole('link', { name: /Noa Berg.*Lead: Jana\. Up to 2M\./ })).toBeVisible()
  await openNoa(laptop)
  await untilReadyOffline(laptop)

  for (const page of [phone, laptop]) await page.context().setOffline(true)
  await edit(phone, 'Lead: Jana Novak. Up to 2M.')
  await edit(laptop, 'Lead: Jana. Up to 2M, in May.')
  for (const page of [phone, laptop]) await page.context().setOffline(false)
  for (const page of [phone, laptop])
    await expect(notes(page).getByText('Lead: Jana Novak. Up to 2M, in May.', { exact: true })).toBeVisible()

  // The same words: both texts are shown, side by side, until the user chooses.
  for (const page of [phone, laptop]) await page.context().setOffline(true)
  await edit(phone, 'Passed.')
  await edit(laptop, 'Signed.')
  for (const page of [phone, laptop]) await page.context().setOffline(false)
  for (const page of [phone, laptop]) {
    await expect(notes(page).getByText('Passed.', { exact: true })).toBeVisible()
    await expect(notes(page).getByText('Signed.', { exact: true })).toBeVisible()
    expect(await violations(page)).toEqual([])
    expect(await sticksOut(page)).toBeLessThanOrEqual(0)
  }
  await notes(laptop).getByRole('button', { name: 'Add to the note' }).click()
  await expect(notes(phone).getByText(/^(Passed\.\nSigned\.|Signed\.\nPassed\.)$/)).toBeVisible()

  await notes(laptop)
    .getByRole('button', { name: /^Delete the note/ })
    .click()
  await expect(notes(phone).getByText('1 deleted note')).toBeVisible()
  await laptop.getByRole('button', { name: 'Undo' }).click()
  for (const page of [phone, laptop]) await expect(notes(page).getByText(/Passed\./)).toBeVisible()
})
