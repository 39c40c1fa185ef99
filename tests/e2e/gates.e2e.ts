import { type Browser, expect, type Page, test } from '@playwright/test'
import { change, fillLogin, openBrowser, type Person, register, signIn } from './support/accounts.ts'
import { violations } from './support/axe.ts'
import { DESKTOP, PHONE, untilReadyOffline } from './support/device.ts'
import { addresses, routesOfTheApp, screenOf } from './support/every-address.ts'
import { linkIn, mailTo } from './support/mails.ts'
import { DEMO_PASSWORD, type ProductServer, startProduct } from './support/server.ts'

const GOOD = 'a fine sentence to keep'
const founder: Person = { email: 'founder@latchkey.example', password: DEMO_PASSWORD }
const people = {
  founder,
  vc: { email: 'vera@fund.example', password: GOOD, userType: 'vc' },
  angel: { email: 'anouk@angels.example', password: GOOD, userType: 'angel' },
  admin: { email: 'admin@latchkey.example', password: DEMO_PASSWORD },
  'somebody without a name': { email: 'unnamed@founders.example', password: GOOD },
  'somebody without a password': { email: 'short@founders.example', password: 'seven77' },
} satisfies Record<string, Person>

let server: ProductServer
test.beforeAll(async () => {
  server = await startProduct()
  for (const who of ['vc', 'angel', 'somebody without a name', 'somebody without a password'] as const)
    await register(server, people[who])
  await unname(people['somebody without a name'].email)
})
test.afterAll(() => server.dispose())

/** As an account of another provider would come: without names. */
const unname = (email: string) =>
  change(
    server,
    (sql) => sql`update users set profile_completed = false, first_name = null, last_name = null where email = ${email}`,
  )

const heading = (page: Page) => page.getByRole('main').getByRole('heading', { level: 1 })
/** Follows a link of the app's without pressing one. */
const visit = (page: Page, path: string) => page.evaluate((to) => history.pushState({}, '', to), path)

/** Finds at an address what is there for a viewer: its title, where it stands, and what is said on the way. */
async function expectScreen(page: Page, path: string, screen: ReturnType<typeof screenOf>) {
  await visit(page, path)
  if (screen.says) await expect(page.getByText(screen.says, { exact: true }).first(), path).toBeVisible()
  if (screen.title === '') return
  await expect(heading(page), path).toHaveText(screen.title)
  await expect(page, path).toHaveURL(server.url + (screen.at ?? path))
}

test('no page of the app is missing from the table of addresses', () => {
  const patterns = routesOfTheApp()
  const inTable = (pattern: string) =>
    addresses.some(([path]) => (pattern.endsWith('*') ? path.startsWith(pattern.slice(0, -1)) : path === pattern))
  expect(patterns.length).toBeGreaterThan(30)
  expect(patterns.filter((pattern) => !inTable(pattern))).toEqual([])
})

test('a visitor finds at every address what is there for visitors', async ({ browser }) => {
  const page = await openBrowser(browser, server)
  await page.goto('/')
  for (const [path, screens] of addresses) await expectScreen(page, path, screenOf(screens, 'visitor'))
  await page.context().close()
})

for (const who of ['founder', 'vc', 'angel', 'admin'] as const) {
  test(`the ${who} finds at every address what is there for members`, async ({ browser }) => {
    const page = await openBrowser(browser, server)
    await signIn(page, people[who])
    for (const [path, screens] of addresses) await expectScreen(page, path, screenOf(screens, who))
    const listProject = page.getByRole('link', { name: 'List Project', exact: true })
    await visit(page, '/vcs')
    await expect(listProject).toHaveCount(who === 'vc' || who === 'angel' ? 0 : 1)
    await page.getByRole('banner').getByRole('button').last().click()
    await expect(page.getByText(who === 'vc' ? 'VC Partner' : 'Founder', { exact: true }).first()).toBeVisible()
    await page.context().close()
  })
}

test('before it is known who is here, no address shows a 404, a gate, or what is only for accounts', async ({ browser }) => {
  const page = await openBrowser(browser, server)
  // A database of one's own that takes its time.
  await page.addInitScript(() => {
    const open = IDBFactory.prototype.open
    IDBFactory.prototype.open = function (name, version) {
      return name.startsWith('latchkey-me-') ? (new EventTarget() as IDBOpenDBRequest) : open.call(this, name, version)
    }
  })
  await page.goto('/join')
  const waiting = page.getByRole('status', { name: 'Loading account' })
  for (const [path, screens, loading] of addresses) {
    await visit(page, path)
    if (loading === 'page') await expect(heading(page), path).toHaveText(screenOf(screens, 'visitor').title)
    else await expect(loading === 'spinner' ? waiting : page.locator('main :is(.skeleton, .loading)').first(), path).toBeVisible()
    if (loading !== 'page') await expect(heading(page), path).toHaveCount(0)
    await expect(page, path).toHaveURL(server.url + path)
  }
  // Where a gate stood before, nothing shows that it may hide.
  await page.evaluate(() => localStorage.setItem('latchkeyGated', 'yes'))
  await page.goto('/join')
  for (const [path] of addresses) {
    await visit(page, path)
    await expect(waiting, path).toBeVisible()
    await expect(heading(page), path).toHaveCount(0)
  }
  await page.context().close()
})

for (const [who, title] of [
  ['somebody without a name', 'Complete Your Profile'],
  ['somebody without a password', 'Secure Your Account'],
] as const) {
  test(`${who} finds the gate at every address, and nothing flashes before it`, async ({ browser }) => {
    const page = await openBrowser(browser, server)
    await signIn(page, people[who])
    for (const [path] of addresses) {
      await visit(page, path)
      await expect(heading(page), path).toHaveText(title)
      await expect(page, path).toHaveURL(server.url + path)
    }
    await expect(page.getByRole('link', { name: 'List Project' })).toHaveCount(0)
    for (const path of ['/vcs', '/settings', '/no-such-page']) expect(await titlesSeen(page, path), path).toEqual([title])
    await page.context().close()
  })
}

/** Every heading that a fresh start shows at an address, in order. */
async function titlesSeen(page: Page, path: string, settled: string | RegExp = 'Ready offline'): Promise<string[]> {
  await page.addInitScript(() => {
    const seen: string[] = []
    Object.assign(window, { seen })
    new MutationObserver(() => {
      const title = document.querySelector('main h1')?.textContent
      if (title && seen.at(-1) !== title) seen.push(title)
    }).observe(document, { subtree: true, childList: true, characterData: true })
  })
  await page.goto(path)
  await heading(page).waitFor()
  await expect(page.getByText(settled).first()).toBeVisible()
  return page.evaluate('window.seen')
}

test('for whoever stands before no gate a page, the spinner and 404 never flash one into another', async ({ browser }) => {
  const page = await openBrowser(browser, server)
  for (const [path, title] of [
    ['/vcs', 'Connected VCs & Angels'],
    ['/no-such-page', '404 Page Not Found'],
  ] as const) {
    expect(await titlesSeen(page, path), path).toEqual([title])
  }
  await signIn(page, founder)
  for (const [path, title] of [
    ['/settings', 'Settings'],
    ['/home', 'Where Founders connect with VCs'],
    ['/no-such-page', '404 Page Not Found'],
  ] as const) {
    expect(await titlesSeen(page, path), path).toEqual([title])
  }
  await page.context().close()
})

test('a short password signs up, meets its gate, and goes on to where it wanted to go', async ({ browser }) => {
  const page = await openBrowser(browser, server)
  await page.goto('/signup?next=/vcs?stage=Seed&defaultType=angel')
  await page.getByLabel('First name').fill('Ann')
  await page.getByLabel('Last name').fill('Short')
  await page.getByLabel('Email').fill('ann@angels.example')
  await page.getByLabel('Password', { exact: true }).fill('seven77')
  await page.getByLabel('Confirm password').fill('seven77')
  await page.getByRole('button', { name: 'Create Account' }).click()

  await expect(heading(page)).toHaveText('Secure Your Account')
  await page.getByLabel('Create password').fill('seven77')
  await page.getByRole('button', { name: 'Set Password' }).click()
  await expect(page.getByText('Password Too Short', { exact: true })).toBeVisible()
  await page.getByLabel('Create password').fill(GOOD)
  await page.getByLabel('Confirm password').fill('something else')
  await page.getByRole('button', { name: 'Set Password' }).click()
  await expect(page.getByText("Passwords Don't Match", { exact: true })).toBeVisible()
  await page.getByLabel('Confirm password').fill(GOOD)
  await page.getByRole('button', { name: 'Set Password' }).click()
  await expect(page.getByText('Password Set Successfully', { exact: true })).toBeVisible()
  await expect(heading(page)).toHaveText('Connected VCs & Angels')
  await expect(page).toHaveURL(`${server.url}/vcs?stage=Seed`)
  await page.context().close()
})

test('a password set at its own address leads to the profile', async ({ browser }) => {
  const person = { email: 'bo@founders.example', password: 'seven77' }
  await register(server, person)
  const page = await openBrowser(browser, server)
  await signIn(page, person)
  await page.goto('/password-setup')
  await page.getByLabel('Create password').fill(GOOD)
  await page.getByLabel('Confirm password').fill(GOOD)
  await page.getByRole('button', { name: 'Set Password' }).click()
  await expect(page).toHaveURL(`${server.url}/profile`)
  await page.context().close()
})

test('names are asked for before the password, and the page behind is the one that was wanted', async ({ browser }) => {
  const person = { email: 'cleo@founders.example', password: 'seven77' }
  await register(server, person)
  await unname(person.email)
  const page = await openBrowser(browser, server)
  await page.goto('/auth?next=/contacts')
  await fillLogin(page, person)
  await expect(heading(page)).toHaveText('Complete Your Profile')
  await page.getByLabel('First name').fill('Cleo')
  await page.getByRole('button', { name: 'Complete Profile' }).click()
  await expect(page.getByText('Please provide both your first and last name.').first()).toBeVisible()
  await page.getByLabel('Last name').fill('Vance')
  await page.getByRole('button', { name: 'Complete Profile' }).click()
  await expect(page.getByText('Profile Complete', { exact: true })).toBeVisible()
  await expect(heading(page)).toHaveText('Secure Your Account')
  await page.getByLabel('Create password').fill(GOOD)
  await page.getByLabel('Confirm password').fill(GOOD)
  await page.getByRole('button', { name: 'Set Password' }).click()
  await expect(heading(page)).toHaveText('Contacts')
  await expect(page).toHaveURL(`${server.url}/contacts`)
  await page.context().close()
})

test('offline, the app starts with whoever was here, the gate stands, and the legal pages can be read', async ({ browser }) => {
  const page = await openBrowser(browser, server)
  await signIn(page, founder)
  await untilReadyOffline(page)
  await page.context().setOffline(true)
  await page.goto('/settings')
  await expect(page.getByRole('main').getByText('founder@latchkey.example')).toBeVisible()
  await expect(page.getByText('You are offline', { exact: true })).toBeVisible()
  await page.getByRole('contentinfo').getByRole('link', { name: 'Terms of Service' }).click()
  await expect(page.getByText('the law of the United Kingdom')).toBeVisible()
  await page.goto('/privacy-policy')
  await expect(heading(page)).toHaveText('Privacy Policy')
  await page.context().close()

  const gated = await openBrowser(browser, server)
  await signIn(gated, people['somebody without a password'])
  await untilReadyOffline(gated)
  await gated.context().setOffline(true)
  expect(await titlesSeen(gated, '/contacts', /Offline since/)).toEqual(['Secure Your Account'])
  await gated.getByLabel('Create password').fill(GOOD)
  await gated.getByLabel('Confirm password').fill(GOOD)
  await gated.getByRole('button', { name: 'Set Password' }).click()
  await expect(gated.getByText('Error Setting Password', { exact: true })).toBeVisible()
  await expect(
    gated.getByText('This needs a connection. What you wrote stays here until you have one.', { exact: true }),
  ).toBeVisible()
  await gated.context().close()
})

test('the popup comes after two seconds, says what is wrong, welcomes, and does not come again', async ({ browser }) => {
  const context = await browser.newContext({ baseURL: server.url })
  const page = await context.newPage()
  await page.goto('/')
  const popup = page.getByRole('dialog', { name: 'Early access' })
  await expect(popup).toBeVisible({ timeout: 4000 })
  await popup.getByLabel('Email').fill('nobody')
  await popup.getByRole('button', { name: 'Join early access' }).click()
  await expect(page.getByText('Invalid email', { exact: true })).toBeVisible()
  await popup.getByLabel('Email').fill('ada@founders.example')
  await popup.getByRole('button', { name: 'Join early access' }).click()
  await expect(page.getByText('Welcome to Latchkey!', { exact: true })).toBeVisible()
  await expect(popup).toHaveCount(0)
  expect(await page.evaluate(() => sessionStorage.getItem('latchkeyEarly'))).toBe('true')

  await page.goto(linkIn(await mailTo(server, 'ada@founders.example', /./)))
  await page.getByRole('button', { name: 'Yes, write to me' }).click()
  await expect(page.getByText('You are on the list.')).toBeVisible()
  await page.getByRole('button', { name: 'Unsubscribe' }).click()
  await expect(page.getByText('You are off the list.')).toBeVisible()
  await context.close()
})

test('a sign-out and a sign-up that the server refuses say so, and lose nothing', async ({ browser }) => {
  const page = await openBrowser(browser, server)
  await signIn(page, founder)
  await page.route('**/api/auth/logout', (route) =>
    route.fulfill({ status: 500, body: '{"message":"Something went wrong.","code":"internal"}' }),
  )
  await page.getByRole('button', { name: 'Noa Lindgren' }).click()
  await page.getByRole('button', { name: 'Sign Out', exact: true }).click()
  await expect(page.getByText('Logout failed', { exact: true })).toBeVisible()
  await expect(page.getByText('Failed to logout', { exact: true })).toBeVisible()
  await expect(page.getByRole('button', { name: 'Noa Lindgren' })).toBeVisible()
  await page.context().close()

  const stranger = await openBrowser(browser, server)
  await stranger.goto('/signup')
  await stranger.getByLabel('First name').fill('Noa')
  await stranger.getByLabel('Last name').fill('Again')
  await stranger.getByLabel('Email').fill(founder.email)
  await stranger.getByLabel('Password', { exact: true }).fill(GOOD)
  await stranger.getByLabel('Confirm password').fill(GOOD)
  await stranger.getByRole('button', { name: 'Create Account' }).click()
  await expect(stranger.getByText('Registration failed', { exact: true })).toBeVisible()
  await expect(stranger.getByText('Please try again', { exact: true })).toBeVisible()
  await expect(stranger.getByLabel('First name')).toHaveValue('Noa')
  await stranger.context().close()
})

test('List Project leads a visitor to the sign-in, and a founder to the form', async ({ browser }) => {
  const page = await openBrowser(browser, server)
  await page.goto('/scout')
  await expect(page.getByRole('link', { name: 'List Project Now' })).toHaveAttribute('href', '/auth')
  await expect(page.getByRole('link', { name: 'List Project', exact: true })).toHaveCount(0)
  await visit(page, '/vcs')
  await page.getByRole('main').getByRole('link', { name: 'List Project', exact: true }).click()
  await expect(page).toHaveURL(`${server.url}/auth`)
  await fillLogin(page, founder)
  await page.getByRole('link', { name: 'List Project', exact: true }).click()
  await expect(page).toHaveURL(`${server.url}/project-setup`)
  await expect(heading(page)).toHaveText('Your project')
  await page.context().close()
})

for (const [size, viewport, colorScheme] of [
  ['phone', PHONE, 'light'],
  ['desk', DESKTOP, 'dark'],
] as const) {
  test(`on a ${size} every screen of an account fits, and can be read and reached by everybody`, ({ browser }) =>
    checkAll(browser, viewport, colorScheme))
}

async function checkAll(browser: Browser, viewport: typeof PHONE, colorScheme: 'light' | 'dark') {
  const page = await openBrowser(browser, server)
  await page.setViewportSize(viewport)
  await page.emulateMedia({ colorScheme })
  const check = async (what: string) => {
    await expect(page.locator('main .skeleton')).toHaveCount(0)
    expect(await violations(page), what).toEqual([])
    expect(await page.evaluate(() => document.documentElement.scrollWidth - innerWidth), what).toBeLessThanOrEqual(0)
  }
  await page.goto('/join')
  for (const path of [
    '/join',
    '/signup-type',
    '/auth',
    '/signup',
    '/forgot-password',
    '/claim',
    '/privacy-policy',
    '/terms-of-service',
  ]) {
    await visit(page, path)
    await expect(heading(page)).toBeVisible()
    await check(path)
  }
  await page.goto('/reset-password#abcdefghijklmnopqrstuvwxyz')
  await check('/reset-password')
  await signIn(page, people['somebody without a password'])
  await expect(heading(page)).toHaveText('Secure Your Account')
  await check('the password gate')
  await page.context().close()
}

test('the gate can be passed with the keyboard alone, and password managers know its fields', async ({ browser }) => {
  const person = { email: 'dot@founders.example', password: 'seven77' }
  await register(server, person)
  const page = await openBrowser(browser, server, { isStrict: true })
  await signIn(page, person)
  await expect(heading(page)).toHaveText('Secure Your Account')
  await expect(page.getByLabel('Create password')).toHaveAttribute('autocomplete', 'new-password')
  await expect(page.locator('input[autocomplete=username]')).toHaveValue(person.email)
  for (let at = 0; at < 30; at += 1) {
    await page.keyboard.press('Tab')
    if (await page.getByLabel('Create password').evaluate((field) => field === document.activeElement)) break
  }
  await page.keyboard.type(GOOD)
  await page.keyboard.press('Tab')
  await page.keyboard.press('Tab')
  await page.keyboard.type(GOOD)
  await page.keyboard.press('Enter')
  await expect(page.getByText('Password Set Successfully', { exact: true })).toBeVisible()
  await page.context().close()
})
