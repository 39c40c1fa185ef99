import { expect, test } from '@playwright/test'
import { fillLogin, openBrowser, register, signIn } from './support/accounts.ts'
import { DESKTOP, PHONE, untilReadyOffline } from './support/device.ts'
import { stopsAlike } from './support/every-address.ts'
import { GOOD, people, registerPeople, unname } from './support/every-kind-of-account.ts'
import { tabTo, typeInto } from './support/keyboard.ts'
import { heading, titlesSeen, visit } from './support/page.ts'
import { ONLINE } from './support/quiet.ts'
import { type ProductServer, startProduct } from './support/server.ts'
import { walk } from './support/walk.ts'

test.use(ONLINE)

let server: ProductServer
test.beforeAll(async () => {
  server = await startProduct()
  await registerPeople(server)
})
test.afterAll(() => server.dispose())

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

test('for a user without a gate, page, spinner and 404 never flash one into another', async ({ browser }) => {
  const page = await openBrowser(browser, server)
  for (const [path, title] of [
    ['/vcs', 'Connected VCs & Angels'],
    ['/no-such-page', '404 Page Not Found'],
  ] as const) {
    expect(await titlesSeen(page, path), path).toEqual([title])
  }
  await signIn(page, people.founder)
  for (const [path, title] of [
    ['/settings', 'Settings'],
    ['/home', /^Welcome/],
    ['/no-such-page', '404 Page Not Found'],
  ] as const) {
    expect(await titlesSeen(page, path), path).toEqual([expect.stringMatching(title)])
  }
  await page.context().close()
})

test('a browser that lost its stored data and kept the session shows the requested page, and no sign-in before it', async ({
  browser,
}) => {
  const before = await openBrowser(browser, server)
  await signIn(before, people.admin)
  const cookies = await before.context().cookies()
  await before.context().close()
  const titles = { '/settings': 'Settings', '/home': /^Welcome/, '/admin': 'Review' }
  for (const [path, title] of Object.entries(titles)) {
    const page = await openBrowser(browser, server)
    await page.context().addCookies(cookies)
    expect(await titlesSeen(page, path), path).toEqual([expect.stringMatching(title)])
    await page.context().close()
  }
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
  await unname(server, person.email)
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
  await signIn(page, people.founder)
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

test('a sign-out and a sign-up that the server refuses show this, and lose nothing', async ({ browser }) => {
  const page = await openBrowser(browser, server)
  await signIn(page, people.founder)
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
  await stranger.getByLabel('Email').fill(people.founder.email)
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
  await fillLogin(page, people.founder)
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
    await unname(server, email)
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
