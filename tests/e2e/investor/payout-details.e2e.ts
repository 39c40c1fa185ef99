import { expect, type Page, test } from '@playwright/test'
import { change, openBrowser, signIn } from '#tests/e2e/support/accounts.ts'
import { violations } from '#tests/e2e/support/axe.ts'
import { DESKTOP } from '#tests/e2e/support/device.ts'
import { ONLINE } from '#tests/e2e/support/quiet.ts'
import { principalOf, sellEarlier } from '#tests/e2e/support/sales.ts'
import { DEMO_PASSWORD, type ProductServer, startProduct } from '#tests/e2e/support/server.ts'

const IBAN = 'DE89 3704 0044 0532 0130 00'

test.use(ONLINE)

let server: ProductServer
test.beforeAll(async () => {
  server = await startProduct()
})
test.afterAll(() => server.dispose())

/** Everything that a page of this origin has stored, as text. */
const storedText = (page: Page) =>
  page.evaluate(async () => {
    const found: unknown[] = [{ ...localStorage }, { ...sessionStorage }]
    for (const { name = '' } of await indexedDB.databases()) {
      const db = await new Promise<IDBDatabase>((done, fail) => {
        const opening = indexedDB.open(name)
        opening.onsuccess = () => done(opening.result)
        opening.onerror = () => fail(opening.error)
      })
      for (const store of db.objectStoreNames) {
        found.push(
          await new Promise((done, fail) => {
            const reading = db.transaction(store).objectStore(store).getAll()
            reading.onsuccess = () => done(reading.result)
            reading.onerror = () => fail(reading.error)
          }),
        )
      }
      db.close()
    }
    return JSON.stringify(found)
  })

test('an investor says where to be paid, an admin reminds, sees the details and pays there, and the device stores no number', async ({
  browser,
}) => {
  const [investor, admin] = [await openBrowser(browser, server), await openBrowser(browser, server, { viewport: DESKTOP })]
  await change(server, async (sql) => {
    await sql`delete from payout_details`
    const buyerId = await principalOf(sql, 'founder@latchkey.example')
    await sellEarlier(sql, [{ id: 'ord_old', vcId: 'vc_demo_investor', amount: 10_000, daysAgo: 40, buyerId }])
  })
  await signIn(admin, { email: 'admin@latchkey.example', password: DEMO_PASSWORD }, '/admin?queue=payouts')
  await expect(admin.getByText('No payout details yet')).toBeVisible()
  await admin.getByRole('button', { name: 'Send reminder' }).click()
  await expect(admin.getByText(/No payout details yet. Reminded/)).toBeVisible()
  expect(await violations(admin)).toEqual([])

  await signIn(investor, { email: 'investor@latchkey.example', password: DEMO_PASSWORD }, '/earnings')
  const details = investor.getByRole('region', { name: 'Your payout details' })
  await expect(details.getByRole('heading', { name: '$85.00 can’t be paid yet' })).toBeVisible()
  await expect(investor.getByText('Enter your payout details to be paid.')).toBeVisible()
  await details.getByRole('button', { name: 'Enter payout details' }).click()
  await details.getByLabel('Account holder').fill('Iris Halloran')
  await details.getByLabel('Country of the bank').selectOption('DE')
  await details.getByRole('textbox', { name: 'IBAN' }).fill(IBAN.replace('130', '310'))
  await details.getByRole('button', { name: 'Save payout details' }).click()
  await expect(details.getByRole('alert')).toContainText('Compare it with your bank statement')
  await details.getByRole('textbox', { name: 'IBAN' }).fill(IBAN)
  expect(await violations(investor)).toEqual([])
  await details.getByRole('button', { name: 'Save payout details' }).click()
  await expect(details.getByRole('heading', { name: 'Payouts go to DE •••• 3000' })).toBeVisible()
  await expect(investor.getByText('Included in the next payout.')).toBeVisible()
  expect(await violations(investor)).toEqual([])
  expect((await storedText(investor)).replaceAll(' ', '')).not.toContain(IBAN.replaceAll(' ', '').slice(6))

  await admin.reload()
  await admin.getByRole('button', { name: 'Prepare 1 payout, $85.00' }).click()
  const batch = admin.getByRole('region', { name: '$85.00 reserved' })
  await expect(batch.getByText(/Details changed .* Check them with the investor before you pay/)).toBeVisible()
  await batch.getByRole('button', { name: /Show payout details/ }).click()
  await expect(batch.getByText(IBAN)).toBeVisible()
  await admin.evaluate(() => scrollTo(0, 0))
  expect(await violations(admin)).toEqual([])
  await admin.getByLabel('Reference of the transfer').fill('SEPA 2026-11')
  await admin.getByRole('button', { name: 'Mark as paid' }).click()
  const earlier = admin.getByRole('region', { name: 'Earlier batches' })
  await earlier.getByText('Paid to').click()
  await expect(earlier).toContainText('Iris Halloran, DE •••• 3000')
  await expect(investor.getByText('SEPA 2026-11 · DE •••• 3000')).toBeVisible()
})
