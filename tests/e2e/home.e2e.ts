import { expect, test } from '@playwright/test'
import { openBrowser, register, signIn } from './support/accounts.ts'
import { violations } from './support/axe.ts'
import { DESKTOP, openDevice, PHONE, untilReadyOffline } from './support/device.ts'
import { heading, sticksOut, visit } from './support/page.ts'
import { ONLINE } from './support/quiet.ts'
import { DEMO_PASSWORD, type ProductServer, startProduct } from './support/server.ts'

const GOOD = 'a fine sentence to keep'
const UNVERIFIED = { id: 'rec8odbR147twAO2Y', name: 'Oskar 🦊 Nygaard' }

test.use(ONLINE)

let server: ProductServer
test.beforeAll(async () => {
  server = await startProduct()
})
test.afterAll(() => server.dispose())

type Link = [name: string, href: string]
type Landing = { title: string; links: Link[]; grid: string; section: string; texts: string[]; footer: Link[] }

const legal: Link[] = [
  ['Privacy Policy', '/privacy-policy'],
  ['Terms of Service', '/terms-of-service'],
]
const landings: Record<'a' | 'b', Landing> = {
  a: {
    title: 'Where Founders connect with VCs',
    links: [
      ['Get your first contact', '/signup-type'],
      ['View All Investors', '/vcs'],
      ['Sign up as VC', '/signup?defaultType=vc'],
      ['Join as a VC or Angel', '/signup?defaultType=vc'],
    ],
    grid: 'Book Direct Calls with Verified VCs & Angels',
    section: 'Listed, on your own terms',
    texts: ['Quality Founders', 'Earn Revenue', 'Stay In Control'],
    footer: [
      ['Browse VCs', '/vcs'],
      ['Request Page', '/requests'],
      ['Join as VC or Angel', '/vc-signup'],
      ...legal,
      ['Support', '/support'],
      ['Feedback & Requests', '/requests'],
    ],
  },
  b: {
    title: 'Where Founders meet the VC',
    links: [
      ['Browse Investors', '/vcs'],
      ['Join as VC or Angel', '/vc-signup'],
      ['Apply to Join Latchkey', '/vc-signup'],
    ],
    grid: 'Connected VCs & Angels',
    section: "It's FREE to Join as a VC or Angel",
    texts: [
      'Pay once. Get direct contact.',
      'No gatekeepers. Instant booking.',
      'Skip the cold DM. Save time.',
      '7-day money-back guarantee',
    ],
    footer: [['Marketplace', '/scout'], ['Join as VC or Angel', '/vc-signup'], ...legal, ['Support', '/support']],
  },
}

for (const variant of ['a', 'b'] as const) {
  for (const [size, viewport, colorScheme] of [
    ['phone in dark', PHONE, 'dark'],
    ['desk in light', DESKTOP, 'light'],
  ] as const) {
    test(`landing page ${variant} on a ${size} has its texts, its links, six cards and its own footer`, async ({ browser }) => {
      const page = await openBrowser(browser, server, { viewport, colorScheme })
      const { title, links, grid, section, texts, footer } = landings[variant]
      await page.goto(`/?variant=${variant}`)
      await expect(heading(page)).toHaveText(title)
      await expect(page.getByRole('heading', { level: 2, name: grid })).toBeVisible()
      await expect(page.getByRole('article')).toHaveCount(6)
      await page.getByRole('contentinfo').scrollIntoViewIfNeeded()
      await expect(page.getByRole('heading', { level: 2, name: section })).toBeVisible()
      const main = page.getByRole('main')
      if (viewport === PHONE) {
        const tinted = await main.locator('section', { has: page.getByRole('heading', { name: section }) }).boundingBox()
        const button = await main.getByRole('link', { name: 'List Project' }).boundingBox()
        expect(button?.y, 'the button has a place of its own').toBeGreaterThan((tinted?.y ?? 0) + (tinted?.height ?? 0))
      }
      for (const [name, href] of links)
        await expect(main.getByRole('link', { name, exact: true }), name).toHaveAttribute('href', href)
      for (const text of texts) await expect(main.getByText(text).first()).toBeVisible()

      const foot = page.getByRole('contentinfo')
      expect(await foot.getByRole('link').evaluateAll((all) => all.map((a) => [a.textContent, a.getAttribute('href')]))).toEqual(
        footer,
      )
      await expect(foot).toContainText(variant === 'a' ? '© 2024' : '© Latchkey')
      expect(await sticksOut(page)).toBeLessThanOrEqual(0)
      await page.evaluate(() => scrollTo(0, 0))
      expect(await violations(page)).toEqual([])

      // The choice is stored: the same page without the parameter.
      await visit(page, '/vcs')
      await visit(page, '/')
      await expect(heading(page)).toHaveText(title)
      await page.context().close()
    })
  }
}

test('a founder sees the first steps, then what waits, also without a network; signed out, /home is the landing page', async () => {
  await register(server, { email: 'nia@founders.example', password: GOOD, firstName: 'Nia' })
  const device = await openDevice(server.url)
  let { page } = device
  await signIn(page, { email: 'nia@founders.example', password: GOOD })
  await visit(page, '/')
  await expect(heading(page)).toHaveText('Welcome, Nia')
  for (const name of ['Describe your project', 'Save investors you like', 'Unlock your first contact'])
    await expect(page.getByRole('heading', { level: 3, name, exact: true })).toBeVisible()
  for (const name of ['New for you', 'To do'])
    await expect(page.getByRole('heading', { level: 2, name: new RegExp(`^${name}`) })).toBeVisible()
  await expect(page.getByText('We sent a link to nia@founders.example.')).toBeVisible()
  await expect(page.getByRole('article')).toHaveCount(6)

  await test.step('an introduction is requested without a network, shows what follows, and is sent without user action', async () => {
    await untilReadyOffline(page)
    page = await device.relaunch({ isOffline: true })
    await page.goto('/home')
    await expect(page.getByText('You’re offline. This page is stored on your device.')).toBeVisible()
    await page.goto(`/vc/${UNVERIFIED.id}`)
    await expect(page.getByRole('heading', { name: 'Unverified Investor' })).toBeVisible()
    await page.getByRole('button', { name: 'Request Introduction' }).click()
    const dialog = page.getByRole('dialog')
    await dialog.getByRole('textbox').fill('We build lanterns.')
    await dialog.getByRole('button', { name: 'Request Introduction' }).click()
    await expect(dialog.getByText('Saved on this device. Sends when you are online')).toBeVisible()
    await dialog.getByRole('button', { name: 'Close', exact: true }).last().click()
    const contact = page.getByRole('complementary', { name: 'Contact' })
    await expect(contact.getByText('Saved on this device', { exact: true })).toBeVisible()
    await expect(contact.getByText('We build lanterns.')).toBeVisible()

    await visit(page, '/home')
    await expect(page.getByText('Saved on this device, not sent yet.')).toBeVisible()
    await device.context.setOffline(false)
    await expect(page.getByText(/^Requested on .* Our team is on it\.$/)).toBeVisible()
    await page.getByRole('link', { name: `Introduction to ${UNVERIFIED.name}` }).click()
    await expect(contact.getByText('Introduction requested')).toBeVisible()
    await contact.getByRole('button', { name: 'Edit message' }).click()
    await expect(dialog.getByRole('textbox')).toHaveValue('We build lanterns.')
    await dialog.getByRole('textbox').fill('We build lanterns and lamps.')
    await dialog.getByRole('button', { name: 'Request Introduction' }).click()
    await expect(dialog.getByText('Request received')).toBeVisible()
    const opened = await server.openDatabase()
    expect(await opened.sql`select message from vc_requests where vc_id = ${UNVERIFIED.id}`).toEqual([
      expect.objectContaining({ message: 'We build lanterns and lamps.' }),
    ])
    await opened.close()
  })

  await test.step('signed out, the landing page is shown again', async () => {
    await page.keyboard.press('Escape')
    await page.goto('/home')
    await page
      .getByRole('banner')
      .getByRole('button', { name: /Nia Berg/ })
      .click()
    await page.getByRole('button', { name: 'Sign Out' }).click()
    await expect(heading(page)).toHaveText('Where Founders connect with VCs')
    await page.goto('/home')
    await expect(page).toHaveURL(`${server.url}/`)
  })
  await device.dispose()
})

test('an investor finds the way to a listing, and the newest projects', async ({ browser }) => {
  await register(server, { email: 'viggo@fund.example', password: GOOD, userType: 'vc', firstName: 'Viggo' })
  const page = await openBrowser(browser, server, { viewport: DESKTOP, colorScheme: 'dark' })
  await signIn(page, { email: 'viggo@fund.example', password: GOOD })
  await visit(page, '/')
  await expect(heading(page)).toHaveText('Welcome, Viggo')
  await expect(page.getByRole('link', { name: 'Apply to Join Latchkey' })).toHaveAttribute('href', '/vc-signup')
  await expect(page.getByText('Within 1-2 business days.')).toBeVisible()
  await expect(page.getByRole('link', { name: 'All projects' })).toHaveAttribute('href', '/scout')
  await expect(page.getByRole('article')).toHaveCount(6)
  expect(await violations(page)).toEqual([])
  expect(await sticksOut(page)).toBeLessThanOrEqual(0)
  await page.context().close()
})

test('a listed investor sees the listing, its earnings and its requests', async ({ browser }) => {
  const page = await openBrowser(browser, server)
  await signIn(page, { email: 'investor@latchkey.example', password: DEMO_PASSWORD })
  await visit(page, '/')
  await expect(heading(page)).toHaveText('Welcome, Iris')
  const listing = page.getByRole('region', { name: 'My listing' })
  for (const text of ['Brasslatch Ventures', 'Live on Platform', 'Views', 'Unlocks', 'Earned'])
    await expect(listing.getByText(text, { exact: true })).toBeVisible()
  await expect(listing.getByRole('link', { name: 'Public page' })).toHaveAttribute('href', '/vc/vc_demo_investor')
  await expect(page.getByText(/requested your contact$/).first()).toBeVisible()
  expect(await violations(page)).toEqual([])
  await page.context().close()
})

for (const path of ['/', `/vc/${UNVERIFIED.id}`]) {
  test(`${path} is shown on a first visit before anything of the directory has arrived`, async ({ browser }) => {
    const page = await openBrowser(browser, server)
    await page.route('**/api/sync/directory/**', () => undefined)
    // A server that is late leaves the screen out, and the directory would bring it.
    await expect(async () => {
      await page.goto(path)
      if (path === '/') await expect(page.getByRole('article')).toHaveCount(6, { timeout: 1 })
      else await expect(page.getByRole('heading', { level: 1 })).toHaveText(UNVERIFIED.name, { timeout: 1 })
    }).toPass()
    await page.context().close()
  })
}
