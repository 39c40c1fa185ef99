import { expect, type Page, test } from '@playwright/test'
import type { VcId } from '#shared/ids.ts'
import { openBrowser, register, signIn } from '#tests/e2e/support/accounts.ts'
import { violations } from '#tests/e2e/support/axe.ts'
import { DESKTOP, UP_TO_DATE, untilReadyOffline } from '#tests/e2e/support/device.ts'
import { ONLINE } from '#tests/e2e/support/quiet.ts'
import { DEMO_PASSWORD, type ProductServer, startProduct } from '#tests/e2e/support/server.ts'
import { bookCall } from '#tests/support/calls.ts'
import { createClient } from '#tests/support/client.ts'
import { newClientId, newMutationId } from '#tests/support/private-lane.ts'

const OWN = 'vc_demo_investor' as VcId
const INVESTOR = { email: 'investor@latchkey.example', password: DEMO_PASSWORD }
const [NOA, KOFI, LENA] = (['Noa', 'Kofi', 'Lena'] as const).map((firstName) => ({
  ...{ firstName, lastName: 'Anvil', email: `${firstName.toLowerCase()}@ratings.example`, password: 'a-fine-password' },
})) as [Founder, Founder, Founder]
type Founder = { firstName: string; lastName: string; email: string; password: string }
const HOUR_MS = 60 * 60 * 1000
const LINE = 'You had read the deck, thank you.'

test.use(ONLINE)

/** Of these founders the last two rate their calls before. */
let server: ProductServer
test.beforeAll(async () => {
  server = await startProduct()
  const database = await server.openDatabase()
  for (const [index, founder] of [NOA, KOFI, LENA].entries()) {
    await register(server, founder)
    const client = createClient(server.url)
    await client.post('/api/auth/login', founder)
    const heldAt = new Date(Date.now() - (2 + index) * HOUR_MS)
    const named = { founderName: `${founder.firstName} Anvil` }
    const { id } = await bookCall({ url: server.url, database }, { ...client, user: founder }, OWN, heldAt, named)
    if (founder === NOA) continue
    const rating = { name: 'call.rate', args: { bookingId: id, stars: 5 }, madeAt: new Date().toISOString() }
    await client.post('/api/sync/push', { clientId: newClientId(), mutations: [{ id: newMutationId(), ...rating }] })
  }
  await database.close()
})
test.afterAll(() => server.dispose())

const call = (page: Page, name: string) => page.getByRole('article', { name: new RegExp(name) })

test('a founder without a network rates a held call; the investor reads the line on another device, and the third rating makes the average public', async ({
  browser,
}) => {
  const investor = await openBrowser(browser, server, { viewport: DESKTOP })
  await signIn(investor, INVESTOR, '/calls')
  await expect(call(investor, 'Kofi Anvil').getByRole('img', { name: '5 of 5 stars' })).toBeVisible()
  await expect(call(investor, 'Noa Anvil').getByText('rated this call')).toHaveCount(0)
  const visitor = await openBrowser(browser, server)
  await visitor.goto(`/vc/${OWN}`)
  await expect(visitor.getByRole('heading', { level: 1 })).toBeVisible()
  await visitor.getByText(UP_TO_DATE).first().waitFor()
  await expect(visitor.getByText(/^Rated/)).toHaveCount(0)

  const founder = await openBrowser(browser, server, { keepsApp: true })
  await signIn(founder, NOA, '/calls')
  const own = call(founder, 'Alan Platform')
  await expect(own.getByRole('group', { name: 'How was the call?' })).toBeVisible()
  await untilReadyOffline(founder)
  await founder.context().setOffline(true)
  await founder.reload()
  // By the keyboard alone: the stars are radio buttons.
  await own.getByRole('radio', { name: '1 of 5' }).focus()
  for (let star = 1; star < 4; star += 1) await founder.keyboard.press('ArrowRight')
  await expect(own.getByRole('radio', { name: '4 of 5' })).toBeChecked()
  await own.getByLabel('A line to Alan Platform').fill(LINE)
  expect(await violations(founder)).toEqual([])
  await founder.reload()
  await expect(own.getByLabel('A line to Alan Platform')).toHaveValue(LINE)
  await own.getByRole('button', { name: 'Send rating' }).click()
  await expect(own.getByRole('img', { name: '4 of 5 stars' })).toBeVisible()
  await founder.reload()
  await expect(own.getByText(LINE)).toBeVisible()

  await founder.context().setOffline(false)
  await expect(call(investor, 'Noa Anvil').getByText(LINE)).toBeVisible()
  await expect(call(investor, 'Noa Anvil').getByText('Only you can read this line.')).toBeVisible()
  expect(await violations(investor)).toEqual([])
  await expect(visitor.getByText('Rated 4.7 of 5 by 3 founders after a call.')).toBeVisible({ timeout: 60_000 })
  expect(await visitor.content()).not.toContain(LINE)
  expect(await violations(visitor)).toEqual([])
})
