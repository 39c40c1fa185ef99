import { expect, type Page, test } from '@playwright/test'
import { openBrowser, register, signIn } from '#tests/e2e/support/accounts.ts'
import { fillApplication, LINES, signUpToSubmit, submitButton } from '#tests/e2e/support/application-form.ts'
import { violations } from '#tests/e2e/support/axe.ts'
import { DESKTOP } from '#tests/e2e/support/device.ts'
import { fillCard, startPayment } from '#tests/e2e/support/pay.ts'
import { ONLINE } from '#tests/e2e/support/quiet.ts'
import { DEMO_PASSWORD, type ProductServer, startProduct } from '#tests/e2e/support/server.ts'

test.use(ONLINE)

let server: ProductServer
test.beforeAll(async () => {
  server = await startProduct()
})
test.afterAll(() => server.dispose())

const NAME = LINES['Partner name']
const MEETING_LINK = LINES['Meeting link']
const founder = { email: 'noor@founders.example', password: 'a long enough password', firstName: 'Noor', lastName: 'Haddad' }
const admin = { email: 'admin@latchkey.example', password: DEMO_PASSWORD }

/**
 * The promise is one second. A busy machine takes longer, so the test prints the duration and allows 45 seconds: without a live
 * connection the change arrives with the next poll, after one to three minutes.
 */
const LIVE_MS = 45_000

const cards = (page: Page) => page.getByRole('article', { name: NAME, exact: true })
const figure = (page: Page, label: string) => page.locator('dl > div', { hasText: label }).locator('dd').first()

/** When a card with this name appears on the page, or disappears, by the clock that all browsers here share. Runs in the page. */
const cardChange = ([name, isComing]: [string, boolean]) =>
  new Promise<number>((done) => {
    const look = () => {
      const isThere = [...document.querySelectorAll('article h3')].some((heading) => heading.textContent === name)
      if (isThere !== isComing) return
      observer.disconnect()
      done(Date.now())
    }
    const observer = new MutationObserver(look)
    observer.observe(document.body, { childList: true, subtree: true, characterData: true })
    look()
  })

/** Decides with the given press, and asserts that the other device shows it in time. */
async function expectLive(device: Page, what: 'listed' | 'revoked', press: () => Promise<void>) {
  const changed = device.evaluate(cardChange, [NAME, what === 'listed'] as [string, boolean])
  const pressedAt = Date.now()
  await press()
  const tookMs = (await changed) - pressedAt
  process.stdout.write(`    ${what} on another device after ${tookMs} ms\n`)
  expect(tookMs).toBeLessThan(LIVE_MS)
}

/** The calls about this listing that every client may make. */
async function publicTraces(id: string) {
  const [page, list] = await Promise.all([fetch(`${server.url}/investor/${id}`), fetch(`${server.url}/api/vcs`)])
  return { page: page.status, isListed: (await list.text()).includes(id) }
}

test('an application from start to end: written signed out, approved, live elsewhere immediately, unlocked, earning, revoked', async ({
  browser,
}) => {
  await register(server, founder)
  const [investor, desk, phone] = [
    await openBrowser(browser, server),
    await openBrowser(browser, server),
    await openBrowser(browser, server),
  ]
  for (const page of [investor, desk]) await page.setViewportSize(DESKTOP)
  await Promise.all([signIn(desk, admin), signIn(phone, founder), investor.goto('/vc-signup')])
  await phone.goto(`/vcs?q=${NAME}`)
  await expect(phone.getByText('No VCs found matching your criteria...')).toBeVisible()
  let id = ''

  await test.step('written signed out, submitted, and sent by itself after the sign-up', async () => {
    await fillApplication(investor)
    await investor.getByLabel('Price per unlock (USD)').fill('25')
    await submitButton(investor).click()
    await signUpToSubmit(investor, 'k7#mQz2pp-long')
    await expect(investor.getByRole('main').getByRole('heading', { level: 1 })).toHaveText('Application Submitted!')
    expect(await violations(investor)).toEqual([])
    await investor.getByRole('link', { name: 'Go to your profile' }).click()
    await expect(investor.getByText('Under Review', { exact: true })).toBeVisible()
    await expect(cards(phone)).toHaveCount(0)
  })

  await test.step('approved by an admin, and live on a third device', async () => {
    await desk.goto('/admin')
    const approve = desk.getByRole('button', { name: `Approve ${NAME}` })
    await approve.scrollIntoViewIfNeeded()
    await expectLive(phone, 'listed', () => approve.click())
    await expect(investor.getByText('Live on Platform')).toBeVisible()
    await expect(investor.getByRole('tabpanel')).toContainText(MEETING_LINK)
    id = (await investor.getByRole('link', { name: 'Public page' }).getAttribute('href'))?.split('/').pop() ?? ''
    expect(await publicTraces(id)).toEqual({ page: 200, isListed: true })
  })

  await test.step('unlocked by a founder, who pays the applicant’s price', async () => {
    await cards(phone).getByRole('link', { name: NAME, exact: true }).click()
    await expect(phone.getByRole('heading', { name: 'Contact Information Locked' })).toBeVisible()
    expect(await phone.content()).not.toContain(MEETING_LINK)
    await phone.getByRole('button', { name: 'Book Call - $25' }).click()
    const dialog = phone.getByRole('dialog')
    await dialog.getByRole('button', { name: 'Unlock contact instead' }).click()
    await startPayment(dialog)
    await fillCard(dialog, '4242 4242 4242 4242')
    await dialog.getByRole('button', { name: 'Pay $25.00' }).click()
    await expect(phone.getByText('Contact Unlocked Successfully!').first()).toBeVisible()
    await expect(phone.getByRole('heading', { name: 'Contact Information Unlocked' })).toBeVisible()
    await expect(phone.getByRole('link', { name: 'Book Another Call' })).toHaveAttribute('href', MEETING_LINK)
  })

  await test.step('the investor, with the page open, sees the unlock and 85 % of it', async () => {
    await expect(figure(investor, 'Earned')).toHaveText('$21.25')
    await expect(figure(investor, 'Unlocks')).toHaveText('1')
    await investor.getByRole('tab', { name: 'Activity History' }).click()
    const request = investor.getByRole('region', { name: 'Requests received' }).getByRole('listitem')
    await expect(request).toContainText('Noor Haddad')
    await expect(request).toContainText('Unlocked')
    await investor.getByRole('tab', { name: 'Investor Profile' }).click()
  })

  await test.step('revoked: removed from every list and page, and still readable for the buyer', async () => {
    await phone.goto(`/vcs?q=${NAME}`)
    await expect(cards(phone)).toBeVisible()
    await desk.getByRole('button', { name: `Revoke Verification of ${NAME}` }).click()
    await desk.getByLabel('Reason').fill('The fund was closed.')
    const revoke = desk.getByRole('button', { name: 'Revoke Verification', exact: true })
    await expectLive(phone, 'revoked', () => revoke.click())
    expect(await publicTraces(id)).toEqual({ page: 404, isListed: false })
    await expect(investor.getByText('The fund was closed.')).toBeVisible()
    await expect(figure(investor, 'Earned')).toHaveText('$21.25')

    await desk.goto(`/vc/${id}`)
    await expect(desk.getByRole('heading', { name: 'Investor Not Found' })).toBeVisible()
    await phone.goto(`/investor/${id}`)
    await expect(phone.getByRole('heading', { name: 'Investor Not Found' })).toBeVisible()
    // Not only from the memory of this device.
    const reply = await phone.request.get(`/api/check-vc-unlock?vcId=${id}&vcType=platform`)
    expect(await reply.text()).toContain(MEETING_LINK)
    await phone.goto(`/vc/${id}`)
    await expect(phone.getByText('No longer listed. You keep what you unlocked.')).toBeVisible()
    await expect(phone.getByRole('link', { name: 'Book Another Call' })).toHaveAttribute('href', MEETING_LINK)
  })
  await Promise.all([investor, desk, phone].map((page) => page.context().close()))
})
