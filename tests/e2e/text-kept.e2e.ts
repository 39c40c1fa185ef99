import { expect, test } from '@playwright/test'
import { openBrowser, signIn } from './support/accounts.ts'
import { expectSound } from './support/axe.ts'
import { DESKTOP, untilReadyOffline } from './support/device.ts'
import { draftSaved } from './support/page.ts'
import { ONLINE } from './support/quiet.ts'
import { DEMO_PASSWORD, type ProductServer, startProduct } from './support/server.ts'

test.use(ONLINE)

let server: ProductServer
test.beforeAll(async () => {
  server = await startProduct()
})
test.afterAll(() => server.dispose())

const SUBJECT = 'The page stays white'

test('the answer to a ticket outlives another queue, a lost connection and a reload, and is gone once it is sent', async ({
  browser,
}) => {
  const body = {
    name: 'Noa',
    email: 'noa@founders.example',
    subject: SUBJECT,
    message: 'It stays white all day.',
    category: 'technical',
  }
  const sent = await fetch(`${server.url}/api/support`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', origin: server.url },
    body: JSON.stringify(body),
  })
  expect(sent.status).toBe(200)
  const admin = await openBrowser(browser, server, { viewport: DESKTOP })
  await signIn(admin, { email: 'admin@latchkey.example', password: DEMO_PASSWORD }, '/admin?queue=tickets')
  const entry = admin.getByRole('article', { name: SUBJECT })
  const answer = entry.getByLabel('Answer')
  const open = async () => {
    await entry.locator('[data-line]').click()
    await expect(answer).toBeVisible()
  }
  await open()
  await answer.fill('Half an answer')
  await admin
    .getByRole('navigation', { name: 'Queues' })
    .getByRole('link', { name: /^Refunds/ })
    .click()
  await expect(entry).toHaveCount(0)
  await admin.goBack()
  await open()
  await expect(answer).toHaveValue('Half an answer')
  await answer.fill('Half an answer, and a half more')
  await expect(draftSaved(admin)).toBeVisible()
  await admin.evaluate(() => scrollTo(0, 0))
  await expectSound(admin, 'an answer that is a draft')

  // The queues unmount without a connection.
  await admin.context().setOffline(true)
  await expect(entry).toHaveCount(0)
  await admin.context().setOffline(false)
  await open()
  await expect(answer).toHaveValue('Half an answer, and a half more')
  await admin.reload()
  await open()
  await expect(answer).toHaveValue('Half an answer, and a half more')

  await entry.getByRole('button', { name: 'Send', exact: true }).click()
  await expect(admin.getByText(/^Your answer to T-\d+ was sent/).first()).toBeVisible()
  await admin.reload()
  await open()
  await expect(answer).toHaveValue('')
})

test('the edit of a listing outlives a tab, Back, a lost connection and a reload, until it is saved or discarded', async ({
  browser,
}) => {
  const page = await openBrowser(browser, server, { keepsApp: true })
  await signIn(page, { email: 'investor@latchkey.example', password: DEMO_PASSWORD })
  await page.goto('/profile')
  await untilReadyOffline(page)
  await page.getByRole('link', { name: 'Edit listing' }).click()
  await expect(page).toHaveURL(/\/edit-listing\/vc_demo_investor$/)
  const bio = page.getByLabel('Bio')
  await bio.fill('Written on a train.')
  await page.goBack()
  await expect(page.getByText('You have changed this listing and not saved it.')).toBeVisible()
  await page.getByRole('tab', { name: 'Activity History' }).click()
  await page.getByRole('tab', { name: 'Investor Profile' }).click()
  await page.getByRole('link', { name: 'Edit listing' }).click()
  await expect(bio).toHaveValue('Written on a train.')

  await page.context().setOffline(true)
  await page.getByLabel('Price per unlock (USD)').fill('80')
  await page.getByLabel('Weekly intro limit').fill('7')
  await expect(draftSaved(page)).toBeVisible()
  await page.reload()
  await expect(bio).toHaveValue('Written on a train.')
  await expect(page.getByLabel('Price per unlock (USD)')).toHaveValue('80')
  await expectSound(page, 'the edit of a listing')

  // Saved: the outbox shows it in words, and the next edit starts with the listing.
  await page.getByRole('button', { name: 'Save changes' }).click()
  await expect(page.getByText('You have changed this listing and not saved it.')).toHaveCount(0)
  await page.getByRole('link', { name: /Offline · \d waiting/ }).click()
  await expect(page.getByText('Price $80 · 7 introductions a week · Written on a train.')).toBeVisible()
  await page.context().setOffline(false)
  await expect(page.getByRole('region', { name: 'Sent in the last week' }).getByRole('article')).toHaveCount(1)

  // Discarded: only after a question.
  await page.goto('/edit-listing/vc_demo_investor')
  await expect(bio).toHaveValue('Written on a train.')
  await bio.fill('Never mind.')
  await page.getByRole('button', { name: 'Cancel' }).click()
  await page.getByRole('dialog', { name: 'Discard your changes?' }).getByRole('button', { name: 'Discard' }).click()
  await expect(page).not.toHaveURL(/edit-listing/)
  await page.goto('/edit-listing/vc_demo_investor')
  await expect(bio).toHaveValue('Written on a train.')
})
