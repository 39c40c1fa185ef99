import { expect, test } from '@playwright/test'
import { openKeyring } from '#server/crypto/keyring.ts'
import { type Bucket, createLimit } from '#server/http/limits/rate-limit.ts'
import { change, fillLogin, openBrowser } from '#tests/e2e/support/accounts.ts'
import { violations } from '#tests/e2e/support/axe.ts'
import { untilReadyOffline } from '#tests/e2e/support/device.ts'
import { untilAppRuns } from '#tests/e2e/support/page.ts'
import { ONLINE } from '#tests/e2e/support/quiet.ts'
import { DEMO_PASSWORD, type ProductServer, startProduct } from '#tests/e2e/support/server.ts'

test.use(ONLINE)

let server: ProductServer
test.beforeAll(async () => {
  server = await startProduct({ RATE_LIMIT_SCALE: '1' })
})
test.afterAll(() => server.dispose())

const CHECKING = 'Checking that you are a person…'
const FOUNDER = { email: 'founder@latchkey.example', password: DEMO_PASSWORD }

/** Other users of the conference hall have filled a limit of its address. */
async function fill(bucket: Bucket, amount: number) {
  const { db, close } = await server.openDatabase()
  await createLimit({ db, scale: 1, keys: await openKeyring(db) })(bucket, '127.0.0.1', amount)
  await close()
}

const setLevel = (bucket: Bucket, level: number) =>
  change(server, (sql) => sql`update rate_limits set level = ${level} where bucket = ${bucket}`)

test('on a slow phone the sign-in passes a full limit by itself, and keeps what was typed until then', async ({ browser }) => {
  await fill('login-address', 100)
  const page = await openBrowser(browser, server, { isStrict: true })
  await page.goto('/auth')
  await untilAppRuns(page)
  const replies: number[] = []
  page.on('response', (reply) => reply.url().endsWith('/api/auth/login') && replies.push(reply.status()))
  const worker = page.waitForEvent('worker', { predicate: (started) => started.url().includes('proof-worker') })
  // The line is shown for little longer than a second, which a busy machine may take to draw a frame.
  const typedUntilThen = page.evaluate(
    (line) =>
      new Promise<string | undefined>((done) => {
        const look = () => {
          if (document.body.textContent.includes(line))
            done(document.querySelector<HTMLInputElement>('input[type="email"]')?.value)
        }
        new MutationObserver(look).observe(document.body, { subtree: true, childList: true, characterData: true })
      }),
    CHECKING,
  )
  const session = await page.context().newCDPSession(page)
  await session.send('Emulation.setCPUThrottlingRate', { rate: 4 })
  await fillLogin(page, FOUNDER)
  await worker
  expect(await typedUntilThen).toBe(FOUNDER.email)
  // What follows, the sync of the account, is no part of this test.
  await session.send('Emulation.setCPUThrottlingRate', { rate: 1 })
  await expect(page).not.toHaveURL(/\/auth(?:\?|$)/, { timeout: 60_000 })
  expect(replies).toEqual([429, 200])
  await expect(page.getByText(CHECKING, { exact: true })).toBeHidden()
})

test('beyond the harder limit the form says so, and keeps what was typed', async ({ browser }) => {
  await fill('forgot-address', 100)
  await setLevel('forgot-address', 400)
  const page = await openBrowser(browser, server)
  await page.goto('/forgot-password')
  await untilAppRuns(page)
  await page.getByLabel('Email').fill('grace@example.com')
  await page.getByRole('button', { name: /send|reset/i }).click()
  await expect(page.getByText('Too many attempts.').first()).toBeVisible()
  await expect(page.getByText(CHECKING)).toHaveCount(0)
  await expect(page.getByLabel('Email')).toHaveValue('grace@example.com')
  expect(await violations(page)).toEqual([])
})

test('feedback that a visitor wrote offline passes a full limit when it is sent', async ({ browser }) => {
  await fill('help-address', 100)
  const page = await openBrowser(browser, server, { keepsApp: true })
  await page.goto('/requests')
  await untilReadyOffline(page)
  await page.context().setOffline(true)
  await page.getByLabel('Message').fill('The hall has no network.')
  await page.getByRole('button', { name: 'Send to Latchkey Team' }).click()
  await expect(page.getByText('Saved on this device').first()).toBeVisible()
  await page.context().setOffline(false)
  const countSent = async () => {
    let count = 0
    await change(server, async (sql) => {
      const rows = await sql`select id from tickets where message = 'The hall has no network.'`
      count = rows.length
    })
    return count
  }
  await expect.poll(countSent, { timeout: 60_000 }).toBe(1)
})
