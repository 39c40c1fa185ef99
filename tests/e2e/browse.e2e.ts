import { type Browser, expect, type Page, test } from '@playwright/test'
import { newContext } from './support/accounts.ts'
import { violations } from './support/axe.ts'
import { DESKTOP, PHONE, untilReadyOffline } from './support/device.ts'
import { untilAppRuns } from './support/page.ts'
import { KEEPS_APP, ONLINE, withoutPopup } from './support/quiet.ts'
import { type ProductServer, startProduct } from './support/server.ts'

// cspell:ignore amar wojc lisb

/** From the sample: a platform investor with three sectors, and the page of the most requested investor of the listing. */
const PLATFORM = 'Iris Halloran'
const EMPTY = 'No VCs found matching your criteria...'

test.use(ONLINE)

let server: ProductServer
test.beforeAll(async () => {
  server = await startProduct()
})
test.afterAll(() => server.dispose())

async function open(browser: Browser, viewport = PHONE, colorScheme: 'light' | 'dark' = 'light', keeps = {}): Promise<Page> {
  const isMobile = viewport.width < 600
  const context = await newContext(browser, {
    ...{ baseURL: server.url, viewport, colorScheme, isMobile, hasTouch: isMobile },
    // axe is injected into the page, which the page's policy would refuse.
    bypassCSP: true,
    ...keeps,
  })
  await withoutPopup(context)
  return context.newPage()
}

/** The number of matches, as a screen reader receives it. */
const found = (page: Page) => page.getByRole('status').filter({ hasText: 'found' })
async function countOf(page: Page): Promise<number> {
  await expect(found(page)).toHaveText(/^[\d,]+ investors? found$/)
  return Number.parseInt(((await found(page).textContent()) ?? '').replace(',', ''), 10)
}
const card = (page: Page, name: string) => page.getByRole('article', { name })

async function expectSound(page: Page, about: string) {
  expect(await violations(page), about).toEqual([])
  const beyond = await page.evaluate(() => document.documentElement.scrollWidth - document.documentElement.clientWidth)
  expect(beyond, about).toBeLessThanOrEqual(0)
}

/** Steps that do not depend on the screen width; they run once. */
async function checkOnce(page: Page, total: number) {
  await test.step('the lists of the page, then the values that occur in the data', async () => {
    const options = (label: string) => page.getByLabel(label, { exact: true }).locator('option').allTextContents()
    const stages = ['All', 'Angel', 'Pre-Seed', 'Seed', 'Series A', 'Series B']
    expect((await options('Stage')).slice(0, 6)).toEqual(stages)
    const sectors = await options('Sector')
    const own = ['All', 'DeFi', 'Stablecoins', 'RWA', 'Infrastructure', 'Social', 'Enterprise', 'AI/ML', 'Gaming']
    expect(sectors.slice(0, own.length)).toEqual(own)
    expect(sectors).toContain('Privacy')
    expect(sectors).not.toContain('Infra')
  })

  await test.step('an alias in an address selects its value, and invalid values are ignored', async () => {
    await page.goto('/vcs?sector=infra')
    await expect(page.getByLabel('Sector')).toHaveValue('Infrastructure')
    expect(await countOf(page)).toBeLessThan(total)
    await page.goto('/vcs?stage=Bogus&sort=cheapest&min=abc&max=-4&type=bank&saved=perhaps')
    expect(await countOf(page)).toBe(total)
    await expect(page.getByLabel('Stage')).toHaveValue('All')
  })

  await test.step('prices ascending and descending', async () => {
    const firstPrices = async () =>
      (await page.getByText(/^Unlock for \$/).allTextContents())
        .slice(0, 3)
        .map((text) => Number(/[\d.]+/.exec(text.replace(',', ''))?.[0]))
    await page.goto('/vcs?sort=price')
    await countOf(page)
    const lowest = await firstPrices()
    expect(lowest).toEqual(lowest.toSorted((a, b) => a - b))
    await page.getByLabel('Sort').selectOption('Highest price')
    await expect.poll(async () => (await firstPrices())[0]).toBeGreaterThan((lowest[0] ?? 0) * 10)
    const highest = await firstPrices()
    expect(highest).toEqual(highest.toSorted((a, b) => b - a))
  })

  await test.step('no match, and one tap resets the filters', async () => {
    await page.goto('/vcs?q=zzzzzz&stage=Seed')
    await expect(page.getByText(EMPTY)).toBeVisible()
    await expectSound(page, 'nobody matches')
    await page.getByRole('button', { name: 'Clear search and filters' }).click()
    await expect(page).toHaveURL('/vcs')
  })
}

for (const [name, viewport, colorScheme] of [
  ['phone', PHONE, 'light'],
  ['desk', DESKTOP, 'dark'],
] as const) {
  test(`on a ${name}, a founder filters the whole list to the right investors, and returns to them`, async ({ browser }) => {
    const page = await open(browser, viewport, colorScheme)
    await page.goto('/vcs')
    for (const title of ['Connected VCs & Angels', 'Verified Investors'])
      await expect(page.getByRole('heading', { name: title })).toBeVisible()
    const total = await countOf(page)
    expect(total).toBeGreaterThan(300)

    await test.step('search tolerates accents, case, word order and a wrong letter', async () => {
      for (const query of ['wojcik amara', 'WÓJCEK amara', 'amar wojc']) {
        await page.getByRole('searchbox', { name: 'Search investors' }).fill(query)
        await expect(card(page, 'Amara Wójcik').first()).toBeVisible()
      }
      await page.getByRole('searchbox').fill('')
    })

    await test.step('every filter on one sheet; the count follows each tap', async () => {
      await page.getByRole('button', { name: 'Filters' }).click()
      const sheet = page.getByRole('dialog', { name: 'Filters' })
      await expect(sheet.getByRole('button', { name: `Show ${total} investors` })).toBeVisible()
      await sheet.getByRole('radio', { name: 'Angels' }).check()
      await sheet.getByRole('checkbox', { name: /^Seed \d/ }).check()
      await sheet.getByRole('radio', { name: '$5 to $25' }).check()
      await sheet.getByLabel('At most, in $').fill('60')
      await expectSound(page, 'the filters')
      const promise = (await sheet.getByRole('button', { name: /^Show \d/ }).textContent()) ?? ''
      await sheet.getByRole('button', { name: /^Show \d/ }).click()
      expect(`Show ${await countOf(page)} investors`).toBe(promise.trim())
      await expect(page).toHaveURL('/vcs?type=angel&stage=Seed&min=5&max=60')
      await expect(page.getByLabel('Stage')).toHaveValue('Seed')
    })

    await test.step('several values of one filter: the list has the investors of each', async () => {
      const address = page.url()
      await page.goto('/vcs?stage=Seed')
      const ofSeed = await countOf(page)
      await page.getByRole('button', { name: 'Filters' }).click()
      const sheet = page.getByRole('dialog', { name: 'Filters' })
      await sheet.getByRole('checkbox', { name: /^Series A \d/ }).check()
      await expect(sheet.getByRole('checkbox', { name: /^Seed \d/ })).toBeChecked()
      await sheet.getByRole('button', { name: /^Show \d/ }).click()
      await expect(page).toHaveURL('/vcs?stage=Seed,Series+A')
      await expect(page.getByLabel('Stage')).toHaveValue('Seed,Series A')
      await expect(page.getByRole('list', { name: 'Active filters' }).getByRole('button')).toHaveText([
        ...['Seed', 'Series A', 'Clear all'],
      ])
      expect(await countOf(page)).toBeGreaterThan(ofSeed)
      await page.goto(address)
    })

    await test.step('the filters survive a reload, and are removed one by one', async () => {
      const narrowed = await countOf(page)
      await page.reload()
      expect(await countOf(page)).toBe(narrowed)
      const inForce = page.getByRole('list', { name: 'Active filters' })
      await expect(inForce.getByRole('button')).toHaveText(['Seed', 'Angels', '$5 to $60', 'Clear all'])
      await inForce.getByRole('button', { name: 'Remove filter: $5 to $60' }).click()
      expect(await countOf(page)).toBeGreaterThan(narrowed)
      await inForce.getByRole('button', { name: 'Clear all' }).click()
      expect(await countOf(page)).toBe(total)
    })

    if (viewport === PHONE) await checkOnce(page, total)

    await test.step('the back button restores the position', async () => {
      await page.goto('/vcs?stage=Seed')
      await countOf(page)
      for (let turn = 0; turn < 6; turn++) {
        await page.mouse.move(200, 400)
        await page.evaluate(() => window.scrollBy(0, 600))
        await page.evaluate(() => new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(done))))
      }
      const before = await page.evaluate(() => window.scrollY)
      expect(before).toBeGreaterThan(2000)
      // Also on a phone, the search and the button stay above the list.
      await expect(page.getByRole('searchbox', { name: 'Search investors' })).toBeInViewport({ ratio: 1 })
      await expect(page.getByRole('button', { name: 'Filters' })).toBeInViewport({ ratio: 1 })
      const inView = await page.evaluate(() => {
        const heads = [...document.querySelectorAll('article h3 a')].map((link) => link.getBoundingClientRect().top)
        return heads.findIndex((top) => top > 140 && top < 650)
      })
      const link = page.locator('article h3 a').nth(inView)
      const who = (await link.textContent()) ?? ''
      await link.click()
      await expect(page.getByRole('heading', { level: 1, name: who })).toBeVisible()
      await page.goBack()
      await expect(card(page, who).first()).toBeInViewport()
      expect(Math.abs((await page.evaluate(() => window.scrollY)) - before)).toBeLessThan(80)
      // A new list starts at the top.
      await page.getByLabel('Stage').selectOption('Angel')
      await expect(page.getByRole('heading', { name: 'Verified Investors' })).toBeInViewport()
    })
    await page.context().close()
  })

  test(`on a ${name}, the marketplace ranks, prices and sells, and the free directory informs and links`, async ({ browser }) => {
    const page = await open(browser, viewport, colorScheme)
    await page.goto('/vcs')
    await page.getByRole('link', { name: 'Most requested' }).click()
    await expect(page).toHaveURL('/ping')
    for (const title of ['Top 3', 'Verified Investors']) await expect(page.getByRole('heading', { name: title })).toBeVisible()
    await expect(page.getByText('10 requests needed to enter')).toBeVisible()

    await test.step('the three most requested investors, each with a page', async () => {
      const places = page.getByRole('region', { name: 'Top 3' }).getByRole('listitem')
      await expect(places).toHaveCount(3)
      for (const [at, requests] of [18, 14, 11].entries()) {
        await expect(places.nth(at)).toContainText(`${requests} requests`)
        await expect(places.nth(at)).toContainText('Top 3 VC')
        await expect(places.nth(at).getByRole('link')).toHaveAttribute('href', /^\/investor\/rec/)
      }
      await expectSound(page, '/ping')
    })

    await test.step('a platform card shows three sectors, a listing card two stages and two focus areas', async () => {
      await page.getByRole('searchbox').fill(PLATFORM)
      // Verified investors are in both grids.
      const own = card(page, PLATFORM).first()
      await expect(own).toContainText('Infrastructure, Payments, Identity')
      await expect(own).not.toContainText('more')
      await expect(own).toContainText('$75')
      await expect(own.getByRole('link', { name: PLATFORM })).toHaveAttribute('href', '/vc/vc_demo_investor')
      await page.getByRole('searchbox').fill('priya demir')
      await expect(card(page, 'Priya Demir').first()).toContainText(/Pre-Seed, Series A \+1 more/)
      await expect(card(page, 'Priya Demir').first()).toContainText(/SocialFi, Energy \+3 more/)
    })

    await test.step('the price leads to its payment', async () => {
      await page.getByRole('searchbox').fill(PLATFORM)
      await page
        .getByRole('button', { name: `Book Call with ${PLATFORM}` })
        .first()
        .click()
      await expect(page.getByRole('dialog')).toContainText('$75')
      await page.keyboard.press('Escape')
      await expect(page.getByRole('dialog')).toHaveCount(0)
    })

    await test.step('All Investors contains every investor', async () => {
      await page.getByRole('searchbox').fill('')
      await page.getByRole('button', { name: /^\d+ in all$/ }).click()
      await expect(page.getByRole('heading', { name: 'All Investors' })).toBeInViewport()
      await expect(page.getByRole('article').first()).toBeVisible()
    })

    await test.step('a fund that is not found leads back here', async () => {
      await page.goto('/cold-scout/no-such-fund')
      await expect(page.getByRole('heading', { name: 'Fund Not Found' })).toBeVisible()
      await page
        .getByRole('main')
        .getByRole('link', { name: /marketplace/ })
        .click()
      await expect(page).toHaveURL('/ping')
    })

    await test.step('the free directory: an alphabetical register, biographies of a hundred characters, no contact', async () => {
      await page.getByRole('link', { name: 'Free directory' }).click()
      await expect(page).toHaveURL('/directory')
      await expect(page.getByRole('heading', { level: 1 })).toHaveText('Free VC Directory')
      await countOf(page)
      const focus = await page.getByLabel('Focus', { exact: true }).locator('option').allTextContents()
      expect(focus).toEqual(expect.arrayContaining(['NFTs', 'Consumer', 'Payments', 'Security', 'AI', 'Infra']))
      expect(focus).not.toContain('AI/ML')
      const bios = await page.locator('article p[dir=auto]').allTextContents()
      expect(Math.max(...bios.map((bio) => bio.length))).toBe(103)
      await expectSound(page, '/directory')
      await page.getByRole('navigation', { name: 'Letters' }).getByRole('button', { name: 'M' }).click()
      await expect(page.getByRole('heading', { level: 2, name: 'M', exact: true })).toBeInViewport()
      await page.getByLabel('Focus', { exact: true }).selectOption('AI')
      await expect(page).toHaveURL('/directory?sector=AI')
      const links = await page.locator('main a').evaluateAll((all) => all.map((link) => (link as HTMLAnchorElement).href))
      expect(links.filter((href) => href.startsWith('mailto:'))).toEqual([
        'mailto:support@latchkey.example?subject=Submit%20a%20VC',
      ])
      expect(links.filter((href) => /t\.me|linkedin|x\.com|calendly/.test(href))).toEqual([])
      await page.getByRole('link', { name: 'Upgrade for direct contact' }).click()
      await expect(page).toHaveURL('/vcs')
    })
    await page.context().close()
  })
}

test('saved investors, search and every filter work without a connection, also after a reload', async ({ browser }) => {
  const page = await open(browser, PHONE, 'light', KEEPS_APP)
  await page.goto('/vcs')
  await untilReadyOffline(page)
  await page.context().setOffline(true)
  await page.getByRole('searchbox').fill(PLATFORM)
  await page.getByRole('button', { name: `Save ${PLATFORM} for later` }).click()
  await page.getByRole('searchbox').fill('')
  await page.getByRole('button', { name: 'Saved 1' }).click()
  await expect(found(page)).toHaveText('1 investor found')
  await page.reload()
  await expect(card(page, PLATFORM)).toBeVisible()
  for (const path of ['/ping?saved=true', '/directory?saved=true', '/ping?location=lisb&type=vc&max=80']) {
    await page.goto(path)
    // The marketplace also shows one of the three most requested investors under All Investors.
    await expect(card(page, PLATFORM).first()).toBeVisible()
  }
  await page.context().close()
})

test('a device that went offline before any data arrived shows this', async ({ browser }) => {
  const page = await open(browser)
  const hasGone = Promise.withResolvers<void>()
  await page.route('**/api/sync/directory/**', async (route) => {
    await hasGone.promise
    await route.abort()
  })
  // The page of a filtered list contains no investors.
  await page.goto('/vcs?stage=Seed')
  await untilAppRuns(page)
  await expect(page.getByRole('status', { name: 'Loading investors' })).toBeVisible()
  await page.context().setOffline(true)
  hasGone.resolve()
  await expect(page.getByText('Directory not downloaded yet')).toBeVisible()
  await expect(page.getByRole('article')).toHaveCount(0)
  await page.context().close()
})
