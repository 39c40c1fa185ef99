import { type Browser, expect, type Page, test } from '@playwright/test'
import { change, fillLogin, openBrowser, type Person, register, signIn } from './support/accounts.ts'
import { violations } from './support/axe.ts'
import { DESKTOP, PHONE, UP_TO_DATE, untilReadyOffline } from './support/device.ts'
import { SPINNER, stopsAlike, stopsOf, stopsWhileLoading, untold } from './support/every-address.ts'
import { tabTo, typeInto } from './support/keyboard.ts'
import { linkIn, mailTo } from './support/mails.ts'
import { heading, visit } from './support/page.ts'
import { ONLINE } from './support/quiet.ts'
import { DEMO_PASSWORD, type ProductServer, startProduct } from './support/server.ts'
import { type Stop, walk } from './support/walk.ts'

const GOOD = 'a fine sentence to keep'
const founder: Person = { email: 'founder@latchkey.example', password: DEMO_PASSWORD }
const people = {
  founder,
  vc: { email: 'vera@fund.example', password: GOOD, userType: 'vc' },
  angel: { email: 'anouk@angels.example', password: GOOD, userType: 'angel' },
  admin: { email: 'admin@latchkey.example', password: DEMO_PASSWORD },
  'an account without a name': { email: 'unnamed@founders.example', password: GOOD },
  'an account without a password': { email: 'short@founders.example', password: 'seven77' },
} satisfies Record<string, Person>

const STOPS_PER_LOAD = 12

test.use(ONLINE)

let server: ProductServer
test.beforeAll(async () => {
  server = await startProduct()
  for (const who of ['vc', 'angel', 'an account without a name', 'an account without a password'] as const)
    await register(server, people[who])
  await unname(people['an account without a name'].email)
})
test.afterAll(() => server.dispose())

/** An account as another provider would create it: without names. */
const unname = (email: string) =>
  change(
    server,
    (sql) => sql`update users set profile_completed = false, first_name = null, last_name = null where email = ${email}`,
  )

test('no page of the app is missing from the table of addresses', () => {
  expect(untold()).toEqual([])
})

test('a visitor sees at every address what it has for visitors', async ({ browser }) => {
  const page = await openBrowser(browser, server)
  await page.goto('/')
  expect(await walk(page, stopsOf('visitor'))).toEqual([])
  await page.goto('/payment-success/pi_nobodys')
  await expect(heading(page)).toHaveText('Welcome back')
  await expect(page).toHaveURL(`${server.url}/auth?next=%2Fpayment-success%2Fpi_nobodys`)
  await page.context().close()
})

for (const who of ['founder', 'vc', 'angel', 'admin'] as const) {
  test(`the ${who} sees at every address what it has for members`, async ({ browser }) => {
    const page = await openBrowser(browser, server)
    await signIn(page, people[who])
    expect(await walk(page, stopsOf(who))).toEqual([])
    const listProject = page.getByRole('link', { name: 'List Project', exact: true })
    await visit(page, '/vcs')
    await expect(listProject).toHaveCount(who === 'vc' || who === 'angel' ? 0 : 1)
    await page.getByRole('banner').getByRole('button').last().click()
    await expect(page.getByText(who === 'vc' ? 'VC Partner' : 'Founder', { exact: true }).first()).toBeVisible()
    await page.context().close()
  })
}

test('before the principal is known, no address shows a gate, a false 404, or content for accounts alone', async ({
  browser,
}) => {
  const page = await openBrowser(browser, server)
  // A private database that is slow to open.
  await page.addInitScript(() => {
    const open = IDBFactory.prototype.open
    IDBFactory.prototype.open = function (name, version) {
      return name.startsWith('latchkey-me-') ? (new EventTarget() as IDBOpenDBRequest) : open.call(this, name, version)
    }
  })
  // After ten seconds the app reports that this device does not open, so a walk is shorter, also on a busy machine.
  const inParts = async (stops: Stop[]) => {
    for (let from = 0; from < stops.length; from += STOPS_PER_LOAD) {
      await page.goto('/join')
      // The titles of the pages are loaded after the first screen, which never appears here.
      expect(await walk(page, stops.slice(from, from + STOPS_PER_LOAD), { areNamed: false })).toEqual([])
    }
  }
  await inParts(stopsWhileLoading())
  // Where a gate was shown before, nothing is shown that it may hide.
  await page.evaluate(() => localStorage.setItem('latchkeyGated', 'yes'))
  await inParts(stopsAlike({ shows: SPINNER }))
  await page.context().close()
})

for (const [who, title] of [
  ['an account without a name', 'Complete Your Profile'],
  ['an account without a password', 'Secure Your Account'],
] as const) {
  test(`${who} sees the gate at every address, and nothing flashes before it`, async ({ browser }) => {
    const page = await openBrowser(browser, server)
    await signIn(page, people[who])
    expect(await walk(page, stopsAlike({ title }))).toEqual([])
    await expect(page.getByRole('link', { name: 'List Project' })).toHaveCount(0)
    for (const path of ['/vcs', '/settings', '/no-such-page']) expect(await titlesSeen(page, path), path).toEqual([title])
    await page.context().close()
  })
}

/** Every heading that a fresh start shows at an address, in order. */
async function titlesSeen(page: Page, path: string, settled: string | RegExp = UP_TO_DATE): Promise<string[]> {
  await page.addInitScript(() => {
    const titles: string[] = []
    Object.assign(window, { titles })
    new MutationObserver(() => {
      const title = document.querySelector('main h1')?.textContent
      if (title && titles.at(-1) !== title) titles.push(title)
    }).observe(document, { subtree: true, childList: true, characterData: true })
  })
  await page.goto(path)
  await heading(page).waitFor()
  await expect(page.getByText(settled).first()).toBeVisible()
  return page.evaluate('window.titles')
}

test('for a user without a gate, page, spinner and 404 never flash one into another', async ({ browser }) => {
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
    ['/home', /^Welcome/],
    ['/no-such-page', '404 Page Not Found'],
  ] as const) {
    expect(await titlesSeen(page, path), path).toEqual([expect.stringMatching(title)])
  }
  await page.context().close()
})

test('a user with a short password signs up, meets the gate, and continues to the requested page', async ({ browser }) => {
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
  await signIn(page, person, '/password-setup')
  await page.getByLabel('Create password').fill(GOOD)
  await page.getByLabel('Confirm password').fill(GOOD)
  await page.getByRole('button', { name: 'Set Password' }).click()
  await expect(page).toHaveURL(`${server.url}/profile`)
  await page.context().close()
})

test('names are asked for before the password, and the requested page follows', async ({ browser }) => {
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

test('offline, the app starts with the last principal, the gate is shown, and the legal pages are readable', async ({
  browser,
}) => {
  const page = await openBrowser(browser, server, { keepsApp: true })
  await signIn(page, founder)
  await untilReadyOffline(page)
  await page.context().setOffline(true)
  await page.goto('/settings')
  await expect(page.getByRole('main').getByText('founder@latchkey.example')).toBeVisible()
  // The result of the sync. `navigator.onLine` stays true when a busy browser applies the emulated network after the page has
  // started.
  await expect(page.getByText(/Offline since/)).toBeVisible()
  await page.getByRole('contentinfo').getByRole('link', { name: 'Terms of Service' }).click()
  await expect(page.getByText('the law of the United Kingdom')).toBeVisible()
  await page.goto('/privacy-policy')
  await expect(heading(page)).toHaveText('Privacy Policy')
  await page.context().close()

  const gated = await openBrowser(browser, server, { keepsApp: true })
  await signIn(gated, people['an account without a password'])
  await untilReadyOffline(gated)
  await gated.context().setOffline(true)
  expect(await titlesSeen(gated, '/contacts', /Offline since/)).toEqual(['Secure Your Account'])
  await gated.getByLabel('Create password').fill(GOOD)
  await gated.getByLabel('Confirm password').fill(GOOD)
  await gated.getByRole('button', { name: 'Set Password' }).click()
  await expect(gated.getByText('Error Setting Password', { exact: true })).toBeVisible()
  await expect(gated.getByText('You’re offline. Reconnect to change this.', { exact: true })).toBeVisible()
  await gated.context().close()
})

test('the popup appears after two seconds, shows its errors, welcomes, and does not appear again', async ({ browser }) => {
  const context = await browser.newContext({ baseURL: server.url })
  const page = await context.newPage()
  await page.goto('/')
  const popup = page.getByRole('dialog', { name: 'Early access' })
  await expect(popup).toBeVisible()
  await popup.getByLabel('Email').fill('nobody')
  await popup.getByRole('button', { name: 'Join early access' }).click()
  await expect(page.getByText('Invalid email', { exact: true })).toBeVisible()
  // A toast about the popup covers none of its buttons.
  await popup.getByRole('button', { name: 'Maybe later' }).click({ trial: true, timeout: 2000 })
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

test('a sign-out and a sign-up that the server refuses show this, and lose nothing', async ({ browser }) => {
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
  const page = await openBrowser(browser, server, { viewport: DESKTOP })
  await page.goto('/scout')
  await expect(page.getByRole('link', { name: 'List Project Now' })).toHaveAttribute(
    'href',
    '/auth?next=%2Fproject-setup&defaultType=founder',
  )
  await expect(page.getByRole('link', { name: 'List Project', exact: true })).toHaveCount(0)
  await visit(page, '/vcs')
  await page.getByRole('main').getByRole('link', { name: 'List Project', exact: true }).click()
  await expect(page).toHaveURL(`${server.url}/auth?next=%2Fproject-setup&defaultType=founder`)
  await expect(heading(page)).toHaveText('Create your account')
  await page.getByRole('button', { name: 'Login' }).click()
  await fillLogin(page, founder)
  await expect(page).toHaveURL(`${server.url}/project-setup`)
  await visit(page, '/profile')
  await expect(page.getByRole('link', { name: 'Write your project' })).toBeVisible()
  await expect(page.getByRole('link', { name: 'List Project', exact: true })).toHaveCount(0)
  await visit(page, '/vcs')
  await page.getByRole('main').getByRole('link', { name: 'List Project', exact: true }).click()
  await expect(page).toHaveURL(`${server.url}/project-setup`)
  await expect(heading(page)).toHaveText('Your project')
  await page.context().close()
})

test('on a phone List Project has its own place, and covers no button and no price', async ({ browser }) => {
  const page = await openBrowser(browser, server, { viewport: PHONE })
  for (const path of ['/', '/vcs', '/ping', '/directory']) {
    await page.goto(path)
    const link = page.getByRole('main').getByRole('link', { name: 'List Project', exact: true })
    await expect(link).toHaveCount(1)
    expect(await link.evaluate((element) => getComputedStyle(element).position), path).toBe('static')
  }
  await page.context().close()
})

for (const [size, viewport, colorScheme] of [
  ['phone', PHONE, 'light'],
  ['desk', DESKTOP, 'dark'],
] as const) {
  test(`on a ${size} every screen of an account fits, and is readable and reachable for every user`, ({ browser }) =>
    checkAll(browser, viewport, colorScheme))
}

const OPEN_SCREENS = [
  '/join',
  '/signup-type',
  '/auth',
  '/signup',
  '/forgot-password',
  '/claim',
  '/verify-email',
  '/keep-email',
  '/newsletter',
  '/privacy-policy',
  '/terms-of-service',
]

async function checkAll(browser: Browser, viewport: typeof PHONE, colorScheme: 'light' | 'dark') {
  const page = await openBrowser(browser, server)
  await page.setViewportSize(viewport)
  await page.emulateMedia({ colorScheme })
  const check = (what: string) =>
    // The redirect of the sign-in may still be in progress during this check: the final page counts.
    expect(async () => {
      await expect(heading(page)).toBeVisible()
      await expect(page.locator('main .skeleton')).toHaveCount(0)
      expect(await violations(page), what).toEqual([])
      expect(await page.evaluate(() => document.documentElement.scrollWidth - innerWidth), what).toBeLessThanOrEqual(0)
    }).toPass({ timeout: 20_000 })
  await page.goto('/join')
  for (const stop of stopsOf('visitor').filter(({ path }) => OPEN_SCREENS.includes(path))) {
    expect(await walk(page, [stop])).toEqual([])
    await check(stop.path)
  }
  await page.goto('/reset-password#abcdefghijklmnopqrstuvwxyz')
  await check('/reset-password')
  for (const [who, title] of [
    ['an account without a password', 'Secure Your Account'],
    ['an account without a name', 'Complete Your Profile'],
    ['vc', /^Welcome/],
  ] as const) {
    await page.context().clearCookies()
    await page.evaluate(async () => {
      for (const { name } of await indexedDB.databases()) if (name?.startsWith('latchkey-me-')) indexedDB.deleteDatabase(name)
      localStorage.clear()
    })
    await signIn(page, people[who])
    await visit(page, '/home')
    await expect(heading(page)).toHaveText(title)
    await check(`/home of ${who}`)
  }
  await page.context().close()
}

test('an account is created, secured, left and entered again with the keyboard alone', async ({ browser }) => {
  const page = await openBrowser(browser, server, { isStrict: true })
  const field = (label: string) => page.getByLabel(label, { exact: true })
  const button = (name: string) => page.getByRole('button', { name, exact: true })
  const email = 'kim@founders.example'

  await test.step('both forms of the sign-in page', async () => {
    await page.goto('/auth')
    await typeInto(page, field('Email'), 'kim')
    await page.keyboard.press('Enter')
    await expect(page.getByText('Please enter a valid email address')).toBeVisible()
    await expect(field('Email')).toBeFocused()
    await tabTo(page, button('Sign Up'))
    await page.keyboard.press('Space')
    await expect(button('Login')).toBeFocused()
    await tabTo(page, field('First name'), 'Shift+Tab')
    await page.keyboard.type('Kim')
    await typeInto(page, field('Last name'), 'Okoro')
    await typeInto(page, field('Email'), email)
    await typeInto(page, field('Password'), 'seven77')
    await typeInto(page, field('Confirm password'), 'seven77')
    await page.keyboard.press('Enter')
  })

  await test.step('the password gate, whose fields password managers recognise', async () => {
    await expect(heading(page)).toHaveText('Secure Your Account')
    await expect(field('Create password')).toHaveAttribute('autocomplete', 'new-password')
    await expect(page.locator('input[autocomplete=username]')).toHaveValue(email)
    await typeInto(page, field('Create password'), GOOD)
    await typeInto(page, field('Confirm password'), GOOD)
    await page.keyboard.press('Enter')
    await expect(heading(page)).toHaveText('Your project')
  })

  await test.step('a new password, in a dialog that returns the focus', async () => {
    await page.goto('/settings')
    await tabTo(page, button('Reset Password'))
    await page.keyboard.press('Enter')
    const dialog = page.getByRole('dialog', { name: 'Reset Password' })
    await expect(dialog).toBeVisible()
    await page.keyboard.press('Escape')
    await expect(dialog).toHaveCount(0)
    await expect(button('Reset Password')).toBeFocused()
    await page.keyboard.press('Space')
    await typeInto(page, dialog.getByLabel('New password', { exact: true }), `${GOOD}, twice`)
    await typeInto(page, dialog.getByLabel('Confirm new password'), `${GOOD}, twice`)
    await page.keyboard.press('Enter')
    await expect(page.getByText('Password Reset', { exact: true })).toBeVisible()
    await expect(dialog).toHaveCount(0)
    await expect(button('Reset Password')).toBeFocused()
  })

  await test.step('sign-out through the menu, which also returns the focus', async () => {
    await tabTo(page, button('KO, Kim Okoro'), 'Shift+Tab')
    await page.keyboard.press('Enter')
    await expect(button('Sign Out')).toBeVisible()
    await page.keyboard.press('Escape')
    await expect(button('KO, Kim Okoro')).toBeFocused()
    await page.keyboard.press('Space')
    await tabTo(page, button('Sign Out'))
    await page.keyboard.press('Enter')
    await expect(page.getByText('Logged out', { exact: true })).toBeVisible()
  })

  await test.step('sign-in again, past the gate for names', async () => {
    await unname(email)
    await page.goto('/auth')
    await typeInto(page, field('Email'), email)
    await typeInto(page, field('Password'), `${GOOD}, twice`)
    await page.keyboard.press('Enter')
    await expect(heading(page)).toHaveText('Complete Your Profile')
    await typeInto(page, field('First name'), 'Kim')
    await typeInto(page, field('Last name'), 'Okoro')
    await page.keyboard.press('Enter')
    await expect(heading(page)).toHaveText('Your project')
  })
  await page.context().close()
})
