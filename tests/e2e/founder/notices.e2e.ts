import { expect, type Page, test } from '@playwright/test'
import { change, openBrowser, register, signIn } from '#tests/e2e/support/accounts.ts'
import { violations } from '#tests/e2e/support/axe.ts'
import { DESKTOP, untilReadyOffline } from '#tests/e2e/support/device.ts'
import { ONLINE } from '#tests/e2e/support/quiet.ts'
import { principalOf, sellEarlier } from '#tests/e2e/support/sales.ts'
import { DEMO_PASSWORD, type ProductServer, startProduct } from '#tests/e2e/support/server.ts'

const OWN = 'vc_demo_investor'
const INVESTOR = { email: 'investor@latchkey.example', password: DEMO_PASSWORD }
const NOA = { firstName: 'Noa', lastName: 'Anvil', email: 'noa@anvil.example', password: 'a-fine-password' }

test.use(ONLINE)

let server: ProductServer
test.beforeAll(async () => {
  server = await startProduct()
  await register(server, NOA)
  await change(server, async (sql) => {
    const buyerId = await principalOf(sql, NOA.email)
    await sellEarlier(sql, [{ id: 'ord_noa', vcId: OWN, amount: 5000, daysAgo: 1, buyerId }])
    await sql`insert into vc_requests (id, vc_id, vc_type, principal_id, request_type, amount, day)
      values ('req_noa', ${OWN}, 'platform', ${buyerId}, 'unlock', 5000, '2026-11-20')`
    await sql`delete from vc_requests where vc_id = ${OWN} and starts_with(id, 'req_demo_')`
  })
})
test.afterAll(() => server.dispose())

const bell = (page: Page) => page.getByRole('banner').getByRole('link', { name: /^Notices/ })
const says = (page: Page, name: string) => expect(bell(page)).toHaveAccessibleName(name)

test('a reply is noticed on two devices, one of them offline; to read it on one clears it on the other', async ({ browser }) => {
  const phone = await openBrowser(browser, server, { keepsApp: true })
  const laptop = await openBrowser(browser, server, { viewport: DESKTOP })
  const investor = await openBrowser(browser, server)
  await signIn(phone, NOA, '/notices')
  await expect(phone.getByText('Nothing has happened yet')).toBeVisible()
  expect(await violations(phone)).toEqual([])
  await untilReadyOffline(phone)
  await signIn(laptop, NOA, '/contacts')
  await says(laptop, 'Notices')
  await phone.context().setOffline(true)

  await signIn(investor, INVESTOR, '/profile?tab=activity')
  const request = investor.getByRole('listitem').filter({ hasText: 'Noa Anvil' })
  await request.getByText('Noa Anvil', { exact: true }).click()
  await request.getByRole('radio', { name: 'Let’s talk' }).check()
  await request.getByRole('button', { name: 'Send reply' }).click()
  await says(laptop, 'Notices, 1 unread')
  await says(phone, 'Notices')

  await phone.context().setOffline(false)
  await says(phone, 'Notices, 1 unread')
  await phone.context().setOffline(true)
  await phone.reload()
  await says(phone, 'Notices, 1 unread')
  await bell(phone).click()
  expect(await violations(phone)).toEqual([])
  const notice = phone.getByRole('region', { name: 'Today' }).getByRole('link', { name: /^Unread: .+ replied$/ })
  await notice.focus()
  await phone.keyboard.press('Enter')
  await expect(phone).toHaveURL(new RegExp(`/contacts/${OWN}$`))
  await says(phone, 'Notices')
  await says(laptop, 'Notices, 1 unread')

  await phone.context().setOffline(false)
  await says(laptop, 'Notices')
  await bell(laptop).click()
  await expect(laptop.getByRole('link', { name: / replied$/ })).toBeVisible()
  await expect(laptop.getByText('Unread: ')).toHaveCount(0)
  await expect(laptop.getByRole('button', { name: 'Mark all as read' })).toBeDisabled()
  expect(await violations(laptop)).toEqual([])
})
