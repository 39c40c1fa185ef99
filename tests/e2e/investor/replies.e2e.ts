import { expect, type Page, test } from '@playwright/test'
import { change, openBrowser, register, signIn } from '#tests/e2e/support/accounts.ts'
import { violations } from '#tests/e2e/support/axe.ts'
import { DESKTOP, untilReadyOffline } from '#tests/e2e/support/device.ts'
import { mailTo } from '#tests/e2e/support/mails.ts'
import { ONLINE } from '#tests/e2e/support/quiet.ts'
import { principalOf, sellEarlier } from '#tests/e2e/support/sales.ts'
import { DEMO_PASSWORD, type ProductServer, startProduct } from '#tests/e2e/support/server.ts'

type Founder = { firstName: string; lastName: string; email: string; password: string }

const OWN = 'vc_demo_investor'
const INVESTOR = { email: 'investor@latchkey.example', password: DEMO_PASSWORD }
const [NOA, KOFI, LENA] = (['Noa', 'Kofi', 'Lena'] as const).map((firstName) => ({
  ...{ firstName, lastName: 'Anvil', email: `${firstName.toLowerCase()}@anvil.example`, password: 'a-fine-password' },
})) as [Founder, Founder, Founder]
const SECRET = 'the-secret-of-a-mailed-link-of-this-test'

test.use(ONLINE)

let server: ProductServer
test.beforeAll(async () => {
  server = await startProduct()
  for (const founder of [NOA, KOFI, LENA]) {
    await register(server, founder)
    await change(server, async (sql) => {
      const buyerId = await principalOf(sql, founder.email)
      await sellEarlier(sql, [{ id: `ord_${founder.firstName}`, vcId: OWN, amount: 5000, daysAgo: 1, buyerId }])
      await sql`insert into vc_requests (id, vc_id, vc_type, principal_id, request_type, amount, day)
        values (${`req_${founder.firstName}`}, ${OWN}, 'platform', ${buyerId}, 'unlock', 5000, '2026-11-20')`
    })
  }
  await change(server, (sql) => sql`delete from vc_requests where vc_id = ${OWN} and starts_with(id, 'req_demo_')`)
})
test.afterAll(() => server.dispose())

const rowOf = (page: Page, name: string) => page.getByRole('listitem').filter({ hasText: `${name} Anvil` })

async function reply(page: Page, name: string, choice: string, line: string) {
  const row = rowOf(page, name)
  await row.getByText(`${name} Anvil`, { exact: true }).click()
  await row.getByRole('radio', { name: choice }).check()
  await row.getByLabel('A line to the founder').fill(line)
  await row.getByRole('button', { name: 'Send reply' }).click()
  await expect(row.getByText('Your reply')).toBeVisible()
}

test('an investor without a network replies to three founders, and each reads it on another device', async ({ browser }) => {
  const investor = await openBrowser(browser, server, { keepsApp: true })
  const founder = await openBrowser(browser, server, { viewport: DESKTOP })
  await signIn(founder, NOA, `/contacts/${OWN}`)
  await expect(founder.getByText('Without a reply within 5 days')).toBeVisible()
  await signIn(investor, INVESTOR, '/profile?tab=activity')
  await expect(investor.getByText('Reply', { exact: true })).toHaveCount(3)
  await untilReadyOffline(investor)

  await investor.context().setOffline(true)
  await investor.reload()
  await rowOf(investor, 'Noa').getByText('Noa Anvil', { exact: true }).click()
  await rowOf(investor, 'Noa').getByRole('radio', { name: 'Let’s talk' }).check()
  await rowOf(investor, 'Noa').getByLabel('A line to the founder').fill('Begun before the tunnel')
  expect(await violations(investor)).toEqual([])
  await investor.reload()
  await rowOf(investor, 'Noa').getByText('Noa Anvil', { exact: true }).click()
  await expect(rowOf(investor, 'Noa').getByLabel('A line to the founder')).toHaveValue('Begun before the tunnel')
  await rowOf(investor, 'Noa').getByLabel('A line to the founder').fill('Send me the deck, I am free on Friday.')
  await rowOf(investor, 'Noa').getByRole('button', { name: 'Send reply' }).click()
  await reply(investor, 'Kofi', 'Not now', 'Write to me in spring.')
  await reply(investor, 'Lena', 'Not a fit', 'We only do seed rounds.')
  await investor.reload()
  await expect(investor.getByText('Reply', { exact: true })).toHaveCount(0)

  await investor.context().setOffline(false)
  await expect(founder.getByText('Send me the deck, I am free on Friday.')).toBeVisible()
  await expect(founder.getByRole('region', { name: 'Reply' })).toContainText('Let’s talk')
  expect(await violations(founder)).toEqual([])
  for (const [email, subject] of [
    [KOFI.email, /replied: Not now/],
    [LENA.email, /replied: Not a fit/],
  ] as const) {
    expect(await mailTo(server, email, subject)).toContain(`/contacts/${OWN}`)
  }
})

test('a link in a mail replies with one press, without a sign-in, and works once', async ({ browser }) => {
  const tokenHash = new Bun.CryptoHasher('sha256').update(SECRET).digest('hex')
  await change(server, async (sql) => {
    await sql`update vc_requests set reply_choice = null, reply_text = null, replied_at = null where id = 'req_Kofi'`
    await sql`insert into reply_links (token_hash, request_id, user_id, expires_at)
      select ${tokenHash}, 'req_Kofi', user_id, now() + interval '1 day' from vcs where id = ${OWN}`
  })
  const reader = await openBrowser(browser, server)
  await reader.goto(`/reply#${SECRET}.not-now`)
  await expect(reader.getByRole('heading', { name: 'Reply to Kofi Anvil' })).toBeVisible()
  await expect(reader).toHaveURL(`${server.url}/reply`)
  await expect(reader.getByLabel('Not now')).toBeChecked()
  expect(await violations(reader)).toEqual([])
  await reader.getByRole('button', { name: 'Send reply' }).click()
  await expect(reader.getByRole('heading', { name: 'Reply sent' })).toBeVisible()

  await reader.goto('/')
  await reader.goto(`/reply#${SECRET}.yes`)
  await expect(reader.getByRole('heading', { name: 'You already replied' })).toBeVisible()
  await expect(reader.getByText('Not now')).toBeVisible()
})
