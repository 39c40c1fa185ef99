import { type Browser, expect, type Page, test } from '@playwright/test'
import { change, openBrowser, register, signIn } from './support/accounts.ts'
import { violations } from './support/axe.ts'
import { DESKTOP, openDevice, PHONE, UP_TO_DATE, untilReadyOffline } from './support/device.ts'
import { ONLINE } from './support/quiet.ts'
import { DEMO_PASSWORD, type ProductServer, startProduct } from './support/server.ts'

const GOOD = 'a fine sentence to keep'
const VERIFIED = { id: 'rec1xBsyPcZWn6QTr', name: 'Marit Moretti' }
const UNVERIFIED = { id: 'rec8odbR147twAO2Y', name: 'Oskar 🦊 Nygaard' }

test.use(ONLINE)

let server: ProductServer
test.beforeAll(async () => {
  server = await startProduct()
})
test.afterAll(() => server.dispose())

/** Follows a link of the app's without pressing one. */
const visit = (page: Page, path: string) => page.evaluate((to) => history.pushState({}, '', to), path)
const heading = (page: Page) => page.getByRole('main').getByRole('heading', { level: 1 })
const sticksOut = (page: Page) => page.evaluate(() => document.documentElement.scrollWidth - document.documentElement.clientWidth)

async function openAt(browser: Browser, viewport: typeof PHONE, colorScheme: 'light' | 'dark' = 'light') {
  const page = await openBrowser(browser, server)
  await page.setViewportSize(viewport)
  await page.emulateMedia({ colorScheme })
  return page
}

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
  for (const [size, viewport, scheme] of [
    ['phone in dark', PHONE, 'dark'],
    ['desk in light', DESKTOP, 'light'],
  ] as const) {
    test(`landing page ${variant} on a ${size} has its texts, its links, six cards and its own foot`, async ({ browser }) => {
      const page = await openAt(browser, viewport, scheme)
      const { title, links, grid, section, texts, footer } = landings[variant]
      await page.goto(`/?variant=${variant}`)
      await expect(heading(page)).toHaveText(title)
      await expect(page.getByRole('heading', { level: 2, name: grid })).toBeVisible()
      await expect(page.getByRole('article')).toHaveCount(6)
      await page.getByRole('contentinfo').scrollIntoViewIfNeeded()
      await expect(page.getByRole('heading', { level: 2, name: section })).toBeVisible()
      const main = page.getByRole('main')
      for (const [name, href] of links)
        await expect(main.getByRole('link', { name, exact: true }), name).toHaveAttribute('href', href)
      for (const text of texts) await expect(main.getByText(text).first()).toBeVisible()

      const foot = page.getByRole('contentinfo')
      expect(await foot.getByRole('link').evaluateAll((all) => all.map((a) => [a.textContent, a.getAttribute('href')]))).toEqual(
        footer,
      )
      await expect(foot).toContainText('© 2024')
      expect(await sticksOut(page)).toBeLessThanOrEqual(0)
      await page.evaluate(() => scrollTo(0, 0))
      expect(await violations(page)).toEqual([])

      // The choice is kept: the same page without the parameter.
      await visit(page, '/vcs')
      await visit(page, '/')
      await expect(heading(page)).toHaveText(title)
      await page.context().close()
    })
  }
}

test('a card leads to the investor, its button to the page where one books, and no link lies in another', async ({ browser }) => {
  const page = await openAt(browser, DESKTOP)
  await page.goto('/')
  const card = page.getByRole('article').first()
  const name = (await card.getByRole('heading', { level: 3 }).textContent()) ?? ''
  await expect(page.locator('a a, a button, button a')).toHaveCount(0)
  await card.getByText('Contact locked').waitFor()
  await card.click({ position: { x: 120, y: 175 } })
  await expect(page).toHaveURL(/\/investor\/rec/)
  await expect(heading(page)).toHaveText(name)
  await page.goBack()
  await card.getByRole('link', { name: 'Book Now' }).click()
  await expect(page).toHaveURL(/\/vc\/rec/)
  await expect(heading(page)).toHaveText(name)
  await page.context().close()
})

for (const [size, viewport, scheme] of [
  ['phone in light', PHONE, 'light'],
  ['desk in dark', DESKTOP, 'dark'],
] as const) {
  test(`the pages of an investor on a ${size} say all that is public, and nothing that is sold`, async ({ browser }) => {
    const page = await openAt(browser, viewport, scheme)
    await page.goto(`/investor/${VERIFIED.id}`)
    await expect(heading(page)).toHaveText(VERIFIED.name)
    const main = page.getByRole('main')
    for (const text of [
      'Northgate Ventures',
      'Verified',
      'Investment Director',
      'Tallinn, Estonia',
      /\d+ in 30 days/,
      'Pre-Seed',
      'Identity',
    ])
      await expect(main.getByText(text, { exact: true }).first(), String(text)).toBeVisible()
    for (const name of ['About', 'Investment Thesis', 'Portfolio Performance', 'Contact Information Locked'])
      await expect(main.getByRole('heading', { name })).toBeVisible()
    await expect(main.getByRole('button', { name: 'LinkedIn of Marit Moretti, not available' })).toBeDisabled()
    expect(await page.content()).not.toContain('marit@northgate-ventures.example')
    expect(await violations(page)).toEqual([])
    expect(await sticksOut(page)).toBeLessThanOrEqual(0)
    await main.getByRole('button', { name: 'Unlock for $25' }).click()
    await expect(page.getByRole('dialog')).toBeVisible()
    await page.keyboard.press('Escape')

    // Whoever is not verified, and nobody at all, is not found here.
    for (const id of [UNVERIFIED.id, 'recNobody', 'no%20id']) {
      await visit(page, `/investor/${id}`)
      await expect(heading(page)).toHaveText('Investor Not Found')
      await expect(main.getByRole('link', { name: 'Back to Homepage' })).toHaveAttribute('href', '/')
    }

    await visit(page, '/vc/vc_demo_investor')
    await expect(heading(page)).toHaveText('Iris Halloran')
    for (const text of [
      'General Partner at Brasslatch Ventures',
      'Verified',
      'Venture Capital',
      'Stages',
      'Primary sectors',
      'Unlock price',
      'Monthly limit',
      /^5 introductions/,
      'Connection requests',
      'last 30 days',
      'Top category',
      'Rank',
      'Progress to Top 3',
    ])
      await expect(main.getByText(text, { exact: true }).first(), String(text)).toBeVisible()
    for (const name of ['Investment Focus', 'About', 'Investment Thesis', 'Portfolio Performance', 'Investor Popularity'])
      await expect(main.getByRole('heading', { name })).toBeVisible()
    await expect(main.getByRole('button', { name: 'Book Call - $75' })).toBeVisible()
    await page.context().close()
  })
}

/** Of the sample listing: what a card, /vc/{id} and /investor/{id} say, and what is charged. */
const odd: [what: string, id: string, name: string, card: string, vc: string, investor: string, charged: number | null][] = [
  ['99', 'recgXVykRPk8nhoEs', 'Wanjiru Iyer', 'Unlock for $99', 'Connect - $99', 'Unlock for $99', 9900],
  ['100, a bio of 5,400', 'reci5qB6WBzSFkqpF', 'Grace Whitfield', 'Unlock for $1', 'Connect - $1', 'Unlock for $1', 100],
  ["'$1,200'", 'recqLYTiCMltQKOS1', 'Björn Karimi', 'Unlock for $1,200', 'Book Call - $1,200', 'Unlock for $1,200', 120_000],
  ["'US$ 50'", 'recFfMamCPAJTBqJ6', 'Tobias Keller', 'Unlock for $0.50', 'Connect - $0.50', 'Unlock for $0.50', 50],
  ["'free'", 'rec2z8jE4mnWJ5cme', 'Ines Duarte', 'Unlock for $0.50', 'Connect - $0.50', 'Unlock for $0.50', 50],
  ["'$0.30', markup", 'recB3G8kIWNjBymyB', 'Nadia "Nads" O’Brien', 'Unlock for $0.50', 'Connect - $0.50', 'Unlock for $0.50', 50],
  ['no price', 'recaXZAVNmVQmb0UW', 'Petra Svoboda', 'Unlock for $0.50', 'Connect - $0.50', 'Unlock for $0.50', 50],
  ['no name', 'rec2hMtD8AJexQvBH', 'Windrose Fund', 'Unlock for $10', 'Connect - $10', 'Unlock for $10', 1000],
  ['right to left', 'recixkxGTRwMDwkwU', 'يوسف فاروق', 'Unlock for $75', 'Connect - $75', 'Unlock for $75', 7500],
  ['CJK', 'recZOQspnaggEDaAL', '山本 芽衣', 'Unlock for $99.99', 'Connect - $99.99', 'Unlock for $99.99', 9999],
  ['0', 'vc_demo_investor', 'Iris Halloran', 'Unlock for $0.50', 'Book Call - $0.50', 'Unlock for $0.50', 50],
  ['1e9', 'rec5Oyl6LtheMpKxw', 'Marit Jansen', 'Price on request', '', '', null],
]

test('odd records do nothing but stand there, and what is shown is what is charged', async ({ browser }) => {
  await change(server, (sql) => sql`update vcs set price = 0 where id = 'vc_demo_investor'`)
  const page = await openAt(browser, DESKTOP)
  const alerts: string[] = []
  page.on('dialog', (dialog) => {
    alerts.push(dialog.message())
    void dialog.dismiss()
  })
  await page.goto('/vcs')
  await expect(page.getByText(UP_TO_DATE).first()).toBeVisible()
  const main = page.getByRole('main')
  for (const [what, id, name, card, vc, investor, charged] of odd) {
    await test.step(what, async () => {
      await visit(page, `/vcs?q=${encodeURIComponent(name)}`)
      const article = page.getByRole('article', { name, exact: true }).filter({ hasText: card })
      await expect(article.first()).toBeVisible()

      for (const [path, label] of [
        ['vc', vc],
        ['investor', investor],
      ]) {
        await visit(page, `/${path}/${id}`)
        await expect(heading(page)).toHaveText(name)
        if (label) await expect(main.getByRole('button', { name: label, exact: true })).toBeVisible()
        else await expect(main.getByText(/above what a card can be charged/)).toBeVisible()
        expect(await sticksOut(page), path).toBeLessThanOrEqual(0)
      }
      await expect(page.locator('a[href^="javascript:" i]')).toHaveCount(0)
      const setup = await page.evaluate(async (vcId) => {
        const reply = await fetch('/api/create-vc-unlock-payment', {
          method: 'POST',
          headers: { 'content-type': 'application/json' },
          body: JSON.stringify({ vcId, vcType: 'airtable', amount: 1 }),
        })
        return reply.json()
      }, id)
      if (charged === null) expect(setup.code).toBe('unlocks.not-purchasable')
      else expect(setup.amount).toBe(charged)
    })
  }

  await test.step('a long life is folded, and markup in it is text', async () => {
    await visit(page, '/investor/reci5qB6WBzSFkqpF')
    await main.getByRole('button', { name: 'Read on' }).click()
    await expect(main.getByRole('button', { name: 'Show less' })).toBeVisible()
    await visit(page, '/investor/recB3G8kIWNjBymyB')
    await expect(main.getByText('<img src=x onerror="alert(1)"> Backs builders.')).toBeVisible()
    await expect(main.getByText('Quarry & Sons <b>Capital</b>').first()).toBeVisible()
    await expect(main.getByRole('button', { name: /^Website of Nadia/ })).toBeDisabled()
  })

  await test.step('a price below the minimum is explained where it is paid', async () => {
    for (const [id, button, asked] of [
      ['vc_demo_investor', 'Book Call - $0.50', '$0.00'],
      ['recB3G8kIWNjBymyB', 'Connect - $0.50', '$0.30'],
    ] as const) {
      await visit(page, `/vc/${id}`)
      await main.getByRole('button', { name: button }).click()
      const dialog = page.getByRole('dialog')
      await expect(dialog.getByText(asked, { exact: true })).toBeVisible()
      await expect(dialog.getByText('(Charged $0.50 - card provider minimum)')).toBeVisible()
      await page.keyboard.press('Escape')
      await expect(dialog).toBeHidden()
    }
  })
  expect(alerts).toEqual([])
  await change(server, (sql) => sql`update vcs set price = 7500 where id = 'vc_demo_investor'`)
  await page.context().close()
})

test('a founder finds the first steps, then what waits, also with no network; signed out, /home is the front door', async () => {
  await register(server, { email: 'nia@founders.example', password: GOOD, firstName: 'Nia' })
  const device = await openDevice(server.url)
  let { page } = device
  await signIn(page, { email: 'nia@founders.example', password: GOOD })
  await visit(page, '/')
  await expect(heading(page)).toHaveText('Welcome, Nia')
  for (const name of ['Describe your project', 'Find your five', 'Unlock the first'])
    await expect(page.getByRole('heading', { level: 3, name, exact: true })).toBeVisible()
  for (const name of ['New for you', 'What waits'])
    await expect(page.getByRole('heading', { level: 2, name: new RegExp(`^${name}`) })).toBeVisible()
  await expect(page.getByText('We sent a link to nia@founders.example.')).toBeVisible()
  await expect(page.getByRole('article')).toHaveCount(6)

  await test.step('an introduction is asked for with no network, says what comes next, and goes out by itself', async () => {
    await untilReadyOffline(page)
    page = await device.relaunch({ isOffline: true })
    await page.goto('/home')
    await expect(page.getByText('You are offline. Everything on this page is on your device.')).toBeVisible()
    await page.goto(`/vc/${UNVERIFIED.id}`)
    await expect(page.getByRole('heading', { name: 'Unverified Investor' })).toBeVisible()
    await page.getByRole('button', { name: 'Request Introduction' }).click()
    const dialog = page.getByRole('dialog')
    await dialog.getByRole('textbox').fill('We build lanterns.')
    await dialog.getByRole('button', { name: 'Request Introduction' }).click()
    await expect(dialog.getByText('Saved on this device, sends when you are online')).toBeVisible()
    await dialog.getByRole('button', { name: 'Close', exact: true }).last().click()
    const contact = page.getByRole('complementary', { name: 'Contact' })
    await expect(contact.getByText('Saved on this device', { exact: true })).toBeVisible()
    await expect(contact.getByText('We build lanterns.')).toBeVisible()

    await visit(page, '/home')
    await expect(page.getByText('Saved on this device, not sent yet.')).toBeVisible()
    await device.context.setOffline(false)
    await expect(page.getByText(/^Asked on .* The team has it\.$/)).toBeVisible()
    await page.getByRole('link', { name: `Introduction to ${UNVERIFIED.name}` }).click()
    await expect(contact.getByText('Introduction requested')).toBeVisible()
    await contact.getByRole('button', { name: 'Change what you wrote' }).click()
    await expect(dialog.getByRole('textbox')).toHaveValue('We build lanterns.')
    await dialog.getByRole('textbox').fill('We build lanterns and lamps.')
    await dialog.getByRole('button', { name: 'Request Introduction' }).click()
    await expect(dialog.getByText('The team has it')).toBeVisible()
    const opened = await server.openDatabase()
    expect(await opened.sql`select message from vc_requests where vc_id = ${UNVERIFIED.id}`).toEqual([
      expect.objectContaining({ message: 'We build lanterns and lamps.' }),
    ])
    await opened.close()
  })

  await test.step('signed out, the front door stands there again', async () => {
    await page.keyboard.press('Escape')
    await page.goto('/home')
    await page.getByRole('banner').getByRole('button', { name: /^Nia/ }).click()
    await page.getByRole('button', { name: 'Sign Out' }).click()
    await expect(heading(page)).toHaveText('Where Founders connect with VCs')
    await page.goto('/home')
    await expect(page).toHaveURL(`${server.url}/`)
  })
  await device.dispose()
})

test('an investor finds the way to a listing, and the newest projects', async ({ browser }) => {
  await register(server, { email: 'viggo@fund.example', password: GOOD, userType: 'vc', firstName: 'Viggo' })
  const page = await openAt(browser, DESKTOP, 'dark')
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

test('a listed investor sees the listing, what it brings and who asked', async ({ browser }) => {
  const page = await openAt(browser, PHONE)
  await signIn(page, { email: 'investor@latchkey.example', password: DEMO_PASSWORD })
  await visit(page, '/')
  await expect(heading(page)).toHaveText('Welcome back, Iris')
  const listing = page.getByRole('region', { name: 'My listing' })
  for (const text of ['Brasslatch Ventures', 'Live on Platform', 'Views', 'Unlocks', 'Earned'])
    await expect(listing.getByText(text, { exact: true })).toBeVisible()
  await expect(listing.getByRole('link', { name: 'As founders see it' })).toHaveAttribute('href', '/vc/vc_demo_investor')
  await expect(page.getByText(/asked for your contact$/).first()).toBeVisible()
  expect(await violations(page)).toEqual([])
  await page.context().close()
})
