import { expect, type Page, test } from '@playwright/test'
import type { BookingId, VcId } from '#shared/ids.ts'
import { change, openBrowser, register, signIn } from '#tests/e2e/support/accounts.ts'
import { violations } from '#tests/e2e/support/axe.ts'
import { DESKTOP, untilReadyOffline } from '#tests/e2e/support/device.ts'
import { mailTo } from '#tests/e2e/support/mails.ts'
import { ONLINE } from '#tests/e2e/support/quiet.ts'
import { DEMO_PASSWORD, type ProductServer, startProduct } from '#tests/e2e/support/server.ts'
import { bookCall } from '#tests/support/calls.ts'
import { createClient } from '#tests/support/client.ts'

const OWN = 'vc_demo_investor' as VcId
const INVESTOR = { email: 'investor@latchkey.example', password: DEMO_PASSWORD }
const [NOA, KOFI] = (['Noa', 'Kofi'] as const).map((firstName) => ({
  ...{ firstName, lastName: 'Anvil', email: `${firstName.toLowerCase()}@booked.example`, password: 'a-fine-password' },
})) as [Founder, Founder]
type Founder = { firstName: string; lastName: string; email: string; password: string }
const DAY_MS = 24 * 60 * 60 * 1000
const LINE = 'Send me the deck before we talk.'
const SECRET = 'the-secret-of-a-mailed-link-about-a-call'

test.use(ONLINE)

const booked = new Map<Founder, BookingId>()
let server: ProductServer
test.beforeAll(async () => {
  server = await startProduct()
  const database = await server.openDatabase()
  for (const [nth, founder] of [NOA, KOFI].entries()) {
    await register(server, founder)
    const client = createClient(server.url)
    await client.post('/api/auth/login', founder)
    const start = new Date(Date.now() + (6 + nth) * DAY_MS)
    const about = { founderName: `${founder.firstName} Anvil` }
    const { id } = await bookCall({ url: server.url, database }, { ...client, user: founder }, OWN, start, about)
    booked.set(founder, id)
  }
  await database.close()
})
test.afterAll(() => server.dispose())

const call = (page: Page, name: string) => page.getByRole('article', { name: new RegExp(name) })

test('an investor without a network confirms a booked call, and its founder reads the line on another device', async ({
  browser,
}) => {
  const investor = await openBrowser(browser, server, { keepsApp: true })
  const founder = await openBrowser(browser, server, { viewport: DESKTOP })
  await signIn(founder, NOA, '/calls')
  await expect(call(founder, 'Alan Platform')).toBeVisible()
  await signIn(investor, INVESTOR, '/calls')
  const own = call(investor, 'Noa Anvil')
  await expect(own.getByRole('button', { name: 'Confirm the call' })).toBeVisible()
  await untilReadyOffline(investor)

  await investor.context().setOffline(true)
  await investor.reload()
  await own.getByLabel('A line to Noa Anvil').fill(LINE)
  expect(await violations(investor)).toEqual([])
  await investor.reload()
  await expect(own.getByLabel('A line to Noa Anvil')).toHaveValue(LINE)
  await own.getByRole('button', { name: 'Confirm the call' }).click()
  await expect(own.getByText('You confirmed this call')).toBeVisible()
  await investor.reload()
  await expect(own.getByText(LINE)).toBeVisible()
  await expect(own.getByRole('button', { name: 'Confirm the call' })).toHaveCount(0)

  await investor.context().setOffline(false)
  await expect(call(founder, 'Alan Platform').getByText(LINE)).toBeVisible()
  await expect(call(founder, 'Alan Platform').getByText('confirmed this call')).toBeVisible()
  expect(await violations(founder)).toEqual([])
  expect(await mailTo(server, NOA.email, /confirmed your call/)).toContain(LINE)
})

test('the link in the mail about a booking confirms the call with one press, without a sign-in, and works once', async ({
  browser,
}) => {
  const tokenHash = new Bun.CryptoHasher('sha256').update(SECRET).digest('hex')
  await change(
    server,
    (sql) => sql`insert into reply_links (token_hash, booking_id, user_id, expires_at)
      select ${tokenHash}, ${booked.get(KOFI) ?? ''}, user_id, now() + interval '1 day' from vcs where id = ${OWN}`,
  )
  const reader = await openBrowser(browser, server)
  await reader.goto(`/reply#${SECRET}`)
  await expect(reader.getByRole('heading', { name: 'Your call with Kofi Anvil' })).toBeVisible()
  await expect(reader.getByRole('link', { name: 'Propose another time or cancel' })).toBeVisible()
  expect(await violations(reader)).toEqual([])
  await reader.getByRole('button', { name: 'Confirm the call' }).click()
  await expect(reader.getByRole('heading', { name: 'Reply sent' })).toBeVisible()
  await expect(reader.getByRole('status').getByText('You confirmed the call')).toBeVisible()
  await expect(reader.getByText('Let’s talk')).toHaveCount(0)

  await reader.goto('/')
  await reader.goto(`/reply#${SECRET}`)
  await expect(reader.getByRole('heading', { name: 'You already replied' })).toBeVisible()
})
