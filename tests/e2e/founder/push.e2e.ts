import { type BrowserContext, type CDPSession, expect, type Page, test } from '@playwright/test'
import type { SubscribeToPush } from '#shared/push/contract.ts'
import { change, openBrowser, register, signIn } from '#tests/e2e/support/accounts.ts'
import { violations } from '#tests/e2e/support/axe.ts'
import { DESKTOP, type Device, openDevice, untilReadyOffline } from '#tests/e2e/support/device.ts'
import { principalOf, sellEarlier } from '#tests/e2e/support/sales.ts'
import { DEMO_PASSWORD, type ProductServer, startProduct } from '#tests/e2e/support/server.ts'
import { startPushService } from '#tests/support/stand-ins/push-service.ts'

const OWN = 'vc_demo_investor'
const INVESTOR = { email: 'investor@latchkey.example', password: DEMO_PASSWORD }
const NOA = { firstName: 'Noa', lastName: 'Anvil', email: 'noa@anvil.example', password: 'a-fine-password' }

let server: ProductServer
let service: ReturnType<typeof startPushService>
let device: Device | undefined
test.beforeAll(async () => {
  service = startPushService()
  server = await startProduct({ PUSH_ORIGINS: service.origin })
  await register(server, NOA)
  await change(server, async (sql) => {
    const buyerId = await principalOf(sql, NOA.email)
    await sellEarlier(sql, [{ id: 'ord_noa', vcId: OWN, amount: 5000, daysAgo: 1, buyerId }])
    for (const [id, type] of [
      ['req_noa', 'unlock'],
      ['req_noa_intro', 'intro'],
    ])
      await sql`insert into vc_requests (id, vc_id, vc_type, principal_id, request_type, amount, day)
        values (${id as string}, ${OWN}, 'platform', ${buyerId}, ${type as string}, 5000, '2026-11-20')`
  })
})
test.afterAll(async () => {
  await device?.dispose()
  await server.dispose()
  await service.stop()
})

/** Replaces the browser's push service, which is another company's, by the local one. The rest is the browser's own. */
const withLocalService = (context: BrowserContext, subscription: SubscribeToPush) =>
  context.addInitScript((given) => {
    const { endpoint, ...keys } = given
    const own = {
      toJSON: () => ({ endpoint, keys }),
      unsubscribe: async () => {
        localStorage.removeItem('subscribed')
        return true
      },
    }
    PushManager.prototype.subscribe = async () => {
      localStorage.setItem('subscribed', 'yes')
      return own as unknown as PushSubscription
    }
    PushManager.prototype.getSubscription = async () =>
      localStorage.getItem('subscribed') ? (own as unknown as PushSubscription) : null
  }, subscription)

const reply = (investor: Page, requestId: string) =>
  investor.evaluate(async (id) => {
    const args = { requestId: id, choice: 'yes', text: 'A line of text' }
    const mutation = {
      id: crypto.randomUUID().replace(/^(.{14})./, '$17'),
      name: 'request.reply',
      args,
      madeAt: new Date().toISOString(),
    }
    const body = JSON.stringify({ clientId: crypto.randomUUID(), mutations: [mutation] })
    const answer = await fetch('/api/sync/push', { method: 'POST', headers: { 'content-type': 'application/json' }, body })
    return (await answer.json()).results[0].status
  }, requestId)

/** The worker of the app, as the browser has it, and a page that is not of the app. */
async function workerOf(context: BrowserContext): Promise<{ cdp: CDPSession; registrationId: string }> {
  const blank = await context.newPage()
  const cdp = await context.newCDPSession(blank)
  const found = Promise.withResolvers<string>()
  cdp.on('ServiceWorker.workerRegistrationUpdated', ({ registrations }) => {
    const own = registrations.find(({ scopeURL }) => scopeURL.startsWith(server.url))
    if (own) found.resolve(own.registrationId)
  })
  await cdp.send('ServiceWorker.enable')
  return { cdp, registrationId: await found.promise }
}

type Shown = { title: string; body: string; data: unknown }

/** The notifications of the worker that are on the screen. */
const shown = (context: BrowserContext) =>
  context
    .serviceWorkers()[0]
    ?.evaluate<Shown[]>(
      'registration.getNotifications().then((all) => all.map(({ title, body, data }) => ({ title, body, data })))',
    )

test('a push arrives with the app closed, and none after the sign-out on that device', async ({ browser }) => {
  // The headless shell shows no notifications.
  device = await openDevice(server.url, { isWhole: true })
  const { context, page: phone } = device
  const subscription = await service.newBrowser()
  await context.grantPermissions(['notifications'])
  await withLocalService(context, subscription)
  await signIn(phone, NOA, '/settings')
  await untilReadyOffline(phone)
  await phone.reload()
  const turn = phone.getByRole('switch', { name: 'Notifications on this device' })
  await expect(turn).not.toBeChecked()
  await turn.check()
  await expect(turn).toBeChecked()
  expect(await violations(phone)).toEqual([])
  const investor = await openBrowser(browser, server)
  await signIn(investor, INVESTOR, '/profile?tab=activity')

  const { cdp, registrationId } = await workerOf(context)
  const app = { manifestId: `${server.url}/` }
  await cdp.send('PWA.install', { ...app, installUrlOrBundleUrl: app.manifestId })
  const badge = async () => (await cdp.send('PWA.getOsAppState', app)).badgeCount
  expect(await badge()).toBe(0)
  await phone.close()
  expect(await reply(investor, 'req_noa')).toBe('applied')
  await expect.poll(() => service.received.map(({ text }) => JSON.parse(text))).toMatchObject([{ kind: 'reply', unread: 1 }])
  const [first] = service.received
  expect(first?.text).not.toMatch(/Noa|Anvil|A line of text|@/)
  const deliver = () =>
    cdp.send('ServiceWorker.deliverPushMessage', { origin: server.url, registrationId, data: first?.text ?? '' })
  await deliver()
  await expect
    .poll(() => shown(context), { timeout: 60_000 })
    .toEqual([{ title: 'An investor replied', body: '', data: { path: `/contacts/${OWN}` } }])

  await expect.poll(badge).toBe(1)

  const again = await context.newPage()
  await again.goto('/notices')
  await expect(again.getByRole('link', { name: /^Unread: .+ replied$/ })).toBeVisible()
  await again.getByRole('button', { name: 'Noa Anvil' }).click()
  await again.getByRole('button', { name: 'Sign Out', exact: true }).click()
  await expect(again.getByText('Logged out', { exact: true })).toBeVisible()
  await expect.poll(() => shown(context)).toEqual([])
  await expect.poll(badge).toBe(0)
  await again.close()

  const calls = service.calls()
  expect(await reply(investor, 'req_noa_intro')).toBe('applied')
  const laptop = await openBrowser(browser, server, { viewport: DESKTOP })
  await signIn(laptop, NOA, '/notices')
  await expect(laptop.getByRole('link', { name: / replied$/ })).toHaveCount(2)
  await change(server, async (sql) => {
    expect(await sql`select 1 from push_deliveries`).toEqual([])
  })
  expect(service.calls()).toBe(calls)
  // One that was on its way.
  await deliver()
  const settled = await context.newPage()
  await settled.goto('/')
  await expect.poll(() => shown(context)).toEqual([])
  expect(await badge()).toBe(0)
  expect(service.faults).toEqual([])
})
