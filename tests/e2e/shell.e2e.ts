import { expect, test } from '@playwright/test'
import { newContext } from './support/accounts.ts'
import { expectSound } from './support/axe.ts'
import { builtFile } from './support/build.ts'
import { DESKTOP, PHONE } from './support/device.ts'
import { stopsOf } from './support/every-address.ts'
import { linkIn, mailTo } from './support/mails.ts'
import { untilAppRuns, visit, withoutTimersFrom } from './support/page.ts'
import { ONLINE, withoutPopup } from './support/quiet.ts'
import { type ProductServer, startProduct } from './support/server.ts'
import { walk } from './support/walk.ts'

test.use(ONLINE)

let server: ProductServer
test.beforeAll(async () => {
  server = await startProduct()
})
test.afterAll(() => server.dispose())
test.beforeEach(({ context }) => withoutPopup(context))

// axe is injected into the page, which the page's policy would refuse.
test.use({ bypassCSP: true })

const SCREENS = ['/', '/scout', '/profile', '/signup-type', '/no-such-page']

for (const [name, viewport] of [
  ['phone', PHONE],
  ['desk', DESKTOP],
] as const) {
  test(`on a ${name} every screen of the shell fits, and is readable and reachable for every user, in light and dark`, async ({
    page,
  }) => {
    await page.setViewportSize(viewport)
    await page.goto(server.url)
    for (const stop of stopsOf('visitor').filter(({ path }) => SCREENS.includes(path))) {
      expect(await walk(page, [stop])).toEqual([])
      await expect(page.locator('.skeleton')).toHaveCount(0)
      await expectSound(page, stop.path)
    }
  })
}

test('a phone has its five places in reach of the thumb, a desktop has three in its header', async ({ page }) => {
  await page.setViewportSize(PHONE)
  await page.goto(server.url)
  const bottom = page.getByRole('navigation', { name: 'Bottom' })
  await expect(bottom.getByRole('link')).toHaveText(['Home', 'Investors', 'Marketplace', 'Contacts', 'Profile'])
  await bottom.getByRole('link', { name: 'Marketplace' }).click()
  await expect(page.getByRole('heading', { level: 1, name: 'Marketplace' })).toBeVisible()
  await expect(bottom.locator('[aria-current=page]')).toHaveText('Marketplace')

  await page.setViewportSize(DESKTOP)
  await expect(bottom).toBeHidden()
  const main = page.getByRole('navigation', { name: 'Main' })
  await expect(main.getByRole('link')).toHaveText(['Home', 'Browse VCs', 'Marketplace'])
  await expect(main.locator('[aria-current=page]')).toHaveText('Marketplace')
  const entry = page.getByRole('banner')
  await expect(entry.getByRole('link', { name: 'Sign In' })).toHaveAttribute('href', '/api/login?next=%2Fscout')
  await expect(entry.getByRole('link', { name: 'Get Started' })).toHaveAttribute('href', '/signup-type?next=%2Fscout')
})

test('from the first screen to the page there is always something to see', async ({ page }) => {
  await page.addInitScript(() => {
    const seen: string[] = []
    Object.assign(window, { seen })
    new MutationObserver(() => {
      const root = document.getElementById('root')
      if (root && document.readyState !== 'loading') seen.push(root.querySelector('header') ? 'header' : 'nothing')
    }).observe(document, { childList: true, subtree: true })
  })
  // As on a slow line: the code of the page arrives after that of the frame has run.
  const hasRun = Promise.withResolvers<void>()
  let isAsked = false
  await page.route(`**${builtFile('widgets/home/home.tsx')}`, async (route) => {
    isAsked = true
    await hasRun.promise
    await route.continue()
  })
  await page.goto(server.url, { waitUntil: 'commit' })
  // The router replaces the method when it is created.
  await page.waitForFunction(() => Object.hasOwn(history, 'pushState'))
  await page.evaluate(() => new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(done))))
  await expect.poll(() => isAsked).toBe(true)
  hasRun.resolve()
  // The heading of the server is there from the start.
  await untilAppRuns(page)
  const seen = await page.evaluate(() => (window as unknown as { seen: string[] }).seen)
  expect(seen.length).toBeGreaterThan(0)
  expect(seen).not.toContain('nothing')
})

test('Get Started asks for the user’s purpose, and stores the answer on this device', async ({ page }) => {
  await page.goto(server.url)
  await page.getByRole('banner').getByRole('link', { name: 'Get Started' }).click()
  await page.getByRole('link', { name: "I'm a VC" }).click()
  await expect(page).toHaveURL(`${server.url}/auth?next=%2F&defaultType=vc`)
  expect(await page.evaluate(() => localStorage.getItem('latchkeySignupType'))).toBe('vc')
})

test('the marketplace keeps its filters in the address', async ({ page }) => {
  await page.goto(`${server.url}/scout`)
  await page.getByLabel('Vertical').selectOption('DeFi')
  await expect(page).toHaveURL(`${server.url}/scout?vertical=DeFi`)
  await expect(page.getByRole('article').first()).toBeVisible()
  const shown = await page.getByRole('article').count()
  await page.reload()
  await expect(page.getByRole('article')).toHaveCount(shown)
  await page.goto(`${server.url}/scout?ecosystem=Nowhere`)
  await expect(page.getByText('No projects found matching your filters.')).toBeVisible()
})

test('a screen that fails and a part of the app that is not loaded are reported once, without what a person wrote', async ({
  page,
  request,
}) => {
  // The reporter is loaded after the first paint: an error may come before it.
  const [failing, missing] = [builtFile('routes/support.tsx'), builtFile('routes/newsletter.tsx')]
  await page.goto(`${server.url}/ping`)
  const body = "export const component = () => {\n  throw new RangeError('ada@example.com')\n}"
  await page.route(`**${failing}`, (route) => route.fulfill({ body, contentType: 'text/javascript' }))
  await visit(page, '/support?from=ada@example.com')
  await expect(page.getByRole('heading', { name: 'Something went wrong' })).toBeVisible()
  const database = await server.openDatabase()
  const rows = async () => [
    ...(await database.sql`select kind, name, route, frames, browsers, build, count from client_errors
      where kind in ('screen', 'chunk') order by kind desc`),
  ]
  // The router reloads the page without the chunk; a report on its way would be sent again.
  await expect.poll(rows).toHaveLength(1)
  await page.route(`**${missing}*`, (route) => route.abort())
  await visit(page, '/newsletter')

  const [, build = ''] = /src="\/assets\/([^"]+\.js)"/.exec(await (await request.get(server.url)).text()) ?? []
  const about = { browsers: ['Chrome'], build, count: 1 }
  await expect.poll(rows).toMatchObject([
    {
      kind: 'screen',
      name: 'RangeError',
      route: '/support',
      frames: expect.arrayContaining([expect.objectContaining({ file: failing.slice(8), line: 2 })]),
      ...about,
    },
    { kind: 'chunk', name: 'TypeError', route: '/newsletter', frames: [{ file: missing.slice(8), line: 0 }], ...about },
  ])
  expect(JSON.stringify(await rows())).not.toContain('ada')
  await database.close()
})

const scriptsIn = (html: string) =>
  new Set([...html.matchAll(/(?:src|href)="(\/assets\/[^"]+\.js)"/g)].map(([, file = '']) => file))

test('a list needs at most 25 files of script until its first card', async ({ request }) => {
  for (const path of ['/vcs', '/ping', '/directory', '/scout']) {
    const named = scriptsIn(await (await request.get(server.url + path)).text())
    expect(named.size, path).toBeGreaterThan(3)
    expect(named.size, path).toBeLessThanOrEqual(25)
  }
})

// That the app needs no other script until its first card is the next test: what loads afterwards depends on the machine.
test('the scripts that the page of a first visit names have at most 150 kB', async ({ request }) => {
  const html = await (await request.get(server.url)).text()
  const named = scriptsIn(html)
  const sizes = await Promise.all(
    [...named].map(async (file) => {
      const reply = await request.get(`${server.url}${file}`, { headers: { 'accept-encoding': 'br' } })
      return Number(reply.headers()['content-length'])
    }),
  )
  const total = sizes.reduce((sum, size) => sum + size, 0)
  expect(total).toBeGreaterThan(100_000)
  expect(total).toBeLessThanOrEqual(150_000)
})

for (const path of ['/', '/scout', '/ping']) {
  test(`${path} names in its page every script that it needs until its first card`, async ({ page, request }) => {
    const html = await (await request.get(`${server.url}${path}`)).text()
    const named = [...scriptsIn(html)]
    // By the page's own clock: how much is loaded afterwards, and when, depends on the machine.
    // A second after the directory is stored, the scripts of later screens are loaded, also where no card is drawn by then.
    await withoutTimersFrom(page, 1000)
    await page.addInitScript(() => {
      const cards = new MutationObserver(() => {
        // The screen that the server rendered has cards too; it is inert.
        if (!document.querySelector('#main article') || document.querySelector('[inert]')) return
        cards.disconnect()
        Object.assign(window, { firstCardAt: performance.now() })
      })
      cards.observe(document, { childList: true, subtree: true, attributes: true, attributeFilter: ['inert'] })
    })
    await page.goto(`${server.url}${path}`)
    await page.waitForFunction(() => 'firstCardAt' in window)
    const scripts = await page.evaluate(() => {
      const { firstCardAt } = window as unknown as { firstCardAt: number }
      const before = performance.getEntriesByType('resource').filter(({ startTime }) => startTime < firstCardAt)
      return before.map(({ name }) => new URL(name).pathname).filter((file) => /^\/assets\/.*\.js$/.test(file))
    })
    // They work on the chunks after the first, for which no card waits.
    const isOfChunks = (file: string) => file === builtFile('replica/chunk-work.ts') || file.startsWith('/assets/chunk-worker-')
    const needed = scripts.filter((file) => !isOfChunks(file))
    expect(new Set(needed)).toEqual(new Set(named))
  })
}

test('the footer is absent while the content of a page loads, and stays while a button is busy', async ({ page }) => {
  await page.goto(`${server.url}/support`)
  const footer = page.getByRole('contentinfo')
  const send = page.getByRole('main').getByRole('button').first()
  await expect(footer).toBeVisible()
  await send.evaluate((button) => button.setAttribute('aria-busy', 'true'))
  await expect(footer).toBeVisible()
  await send.evaluate((button) => button.setAttribute('aria-label', 'Loading'))
  await expect(footer).toBeHidden()
})

/** Waits for a toast, and returns the buttons of a popup that are under something else then. Runs in the page. */
async function coveredWithToast(popup: Element) {
  let toast: Element | null = null
  while (!toast) {
    await new Promise(requestAnimationFrame)
    toast = document.querySelector('.toast-slip')
  }
  await Promise.allSettled(toast.getAnimations().map(({ finished }) => finished))
  const isCovered = (button: Element) => {
    const { x, y, width, height } = button.getBoundingClientRect()
    return !button.contains(document.elementFromPoint(x + width / 2, y + height / 2))
  }
  return [...popup.querySelectorAll('button')].filter(isCovered).map(({ outerHTML }) => outerHTML)
}

test('the popup appears after two seconds, shows its errors, welcomes, and does not appear again', async ({ browser }) => {
  const context = await newContext(browser, { baseURL: server.url })
  const page = await context.newPage()
  await page.goto('/')
  const popup = page.getByRole('dialog', { name: 'Early access' })
  await expect(popup).toBeVisible()
  await popup.getByLabel('Email').fill('nobody')
  // Once a toast about the popup is drawn. It stays for five seconds.
  const underToast = popup.evaluate(coveredWithToast)
  await Promise.all([underToast, popup.getByRole('button', { name: 'Join early access' }).click()])
  await expect(page.getByText('Invalid email', { exact: true })).toBeVisible()
  expect(await underToast).toEqual([])
  await popup.getByLabel('Email').fill('ada@founders.example')
  await popup.getByRole('button', { name: 'Join early access' }).click()
  await expect(page.getByText('Welcome to Latchkey!', { exact: true })).toBeVisible()
  await expect(popup).toHaveCount(0)
  expect(await page.evaluate(() => sessionStorage.getItem('latchkeyEarly'))).toBe('true')

  await page.goto(linkIn(await mailTo(server, 'ada@founders.example', /./)))
  await page.getByRole('button', { name: 'Confirm' }).click()
  await expect(page.getByText('You’re subscribed.')).toBeVisible()
  await page.getByRole('button', { name: 'Unsubscribe' }).click()
  await expect(page.getByText('You’re unsubscribed.')).toBeVisible()
  await context.close()
})
