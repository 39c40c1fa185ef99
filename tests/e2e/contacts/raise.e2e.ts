import { readFileSync } from 'node:fs'
import { type BrowserContext, expect, type Page, test } from '@playwright/test'
import Papa from 'papaparse'
import { openBrowser, register, signIn } from '#tests/e2e/support/accounts.ts'
import { violations } from '#tests/e2e/support/axe.ts'
import { DESKTOP, PHONE, untilReadyOffline } from '#tests/e2e/support/device.ts'
import { sticksOut } from '#tests/e2e/support/page.ts'
import { ONLINE } from '#tests/e2e/support/quiet.ts'
import { type ProductServer, startProduct } from '#tests/e2e/support/server.ts'

const ada = { email: 'ada@raise.example', password: 'a long enough password' }

test.use(ONLINE)

let server: ProductServer
test.beforeAll(async () => {
  server = await startProduct()
  await register(server, ada)
})
test.afterAll(() => server.dispose())

async function addPeople(page: Page, ...names: string[]) {
  for (const name of names) {
    await page.goto('/contacts/new')
    await page.getByLabel('Name').fill(name)
    await page.keyboard.press('Enter')
    await expect(page.getByRole('heading', { level: 1, name })).toBeVisible()
  }
}
const openRaise = async (page: Page) => {
  await page.goto('/raise')
  await expect(page.getByRole('heading', { level: 1, name: /raise|Seed/ })).toBeVisible()
}
const column = (page: Page, name: string) => page.getByRole('region', { name })
const card = (page: Page, name: string) => page.getByRole('article', { name })
const moveByMenu = async (page: Page, name: string, stage: string) => {
  await page.getByRole('button', { name: `Move ${name} to` }).click()
  await page.getByRole('dialog').getByRole('button', { name: stage, exact: true }).click()
}
const expectSound = async (page: Page) => {
  expect(await violations(page)).toEqual([])
  expect(await sticksOut(page)).toBeLessThanOrEqual(0)
}
const goOffline = (...contexts: BrowserContext[]) => Promise.all(contexts.map((context) => context.setOffline(true)))

/** Opens a screen within the app: without a network a reload needs the worker. */
const openFromCard = async (page: Page, name: string) => {
  await card(page, name).getByRole('link', { name }).click()
  await expect(page.getByRole('heading', { level: 1, name })).toBeVisible()
}
const backToRaise = async (page: Page) => {
  await page.getByRole('region', { name: 'Deal' }).getByRole('link', { name: 'Your raise' }).click()
  await expect(page.getByRole('region', { name: 'Totals' })).toBeVisible()
}

test('two devices move and edit the raise without a network; back online both have both', async ({ browser }) => {
  const laptop = await openBrowser(browser, server, { keepsApp: true })
  await laptop.setViewportSize(DESKTOP)
  await signIn(laptop, ada, '/raise')
  await expect(laptop.getByText('Your raise starts with a contact')).toBeVisible()
  await expectSound(laptop)
  await addPeople(laptop, 'Noa Berg', 'Liv Aalto')
  await openRaise(laptop)
  await laptop.getByRole('button', { name: 'Set a target' }).click()
  await laptop.getByLabel('Name of the round').fill('Seed 2026')
  await laptop.getByLabel('Target').fill('1m')
  await laptop.getByRole('textbox', { name: 'Replied' }).fill('Warm')
  await expectSound(laptop)
  await laptop.keyboard.press('Escape')
  await expect(laptop.getByRole('heading', { level: 1, name: 'Seed 2026' })).toBeVisible()
  await expect(column(laptop, 'Warm')).toBeVisible()
  await untilReadyOffline(laptop)

  const phone = await openBrowser(browser, server, { keepsApp: true, colorScheme: 'dark', hasTouch: true })
  await phone.setViewportSize(PHONE)
  await signIn(phone, ada, '/raise')
  await expect(card(phone, 'Noa Berg')).toBeVisible()
  // The bar at the bottom is 130 pixels high.
  const { y = 0, height = 0 } = (await card(phone, 'Liv Aalto').boundingBox()) ?? {}
  expect(y + height).toBeLessThan(PHONE.height - 130)
  await untilReadyOffline(phone)
  await expectSound(phone)

  await goOffline(laptop.context(), phone.context())
  await moveByMenu(phone, 'Noa Berg', 'Warm')
  await expect(column(phone, 'Warm').getByRole('article', { name: 'Noa Berg' })).toBeVisible()
  await openFromCard(phone, 'Noa Berg')
  await phone.getByLabel('Amount').fill('250k')
  await phone.getByLabel('Next step').fill('Send the deck')
  await expectSound(phone)
  await backToRaise(phone)
  await expect(card(phone, 'Noa Berg')).toContainText('$250K')

  const liv = card(laptop, 'Liv Aalto').getByRole('link')
  await liv.focus()
  await laptop.keyboard.press('Shift+ArrowRight')
  await expect(column(laptop, 'To contact').getByRole('link', { name: 'Liv Aalto' })).toBeFocused()
  await laptop.keyboard.press('Shift+ArrowRight')
  await expect(column(laptop, 'Contacted').getByRole('link', { name: 'Liv Aalto' })).toBeFocused()
  await openFromCard(laptop, 'Noa Berg')
  await laptop.getByLabel('Commitment').selectOption('Soft-circled')
  await laptop.getByLabel('Introduced by').fill('Liv')
  await backToRaise(laptop)

  await Promise.all([laptop, phone].map((page) => page.context().setOffline(false)))
  for (const page of [laptop, phone]) {
    await expect(column(page, 'Warm').getByRole('article', { name: 'Noa Berg' })).toContainText('$250K')
    await expect(card(page, 'Noa Berg')).toContainText('Soft-circled')
    await expect(card(page, 'Noa Berg')).toContainText('Send the deck')
    await expect(column(page, 'Contacted').getByRole('article', { name: 'Liv Aalto' })).toHaveCount(1)
    await expect(page.getByRole('region', { name: 'Totals' })).toContainText('$250K')
    await expectSound(page)
  }

  const download = laptop.waitForEvent('download')
  await laptop.getByRole('button', { name: 'Save as CSV' }).click()
  const { data } = Papa.parse<Record<string, string>>(readFileSync(await (await download).path(), 'utf8'), { header: true })
  expect(data).toMatchObject([
    { Name: 'Noa Berg', Stage: 'Warm', 'Amount (USD)': '250000.00', Commitment: 'soft', 'Introduced by': 'Liv' },
    { Name: 'Liv Aalto', Stage: 'Contacted' },
  ])
  await laptop.getByRole('button', { name: 'List', exact: true }).click()
  await expect(laptop).toHaveURL(/view=list/)
  await expect(laptop.getByRole('listitem').filter({ hasText: 'Liv Aalto' })).toContainText('Contacted')
  await expectSound(laptop)
})

test('a card is dragged with a mouse, and with a finger after a long press; a swipe scrolls, and Escape puts it back', async ({
  browser,
}) => {
  const ben = { email: 'ben@raise.example', password: 'a long enough password' }
  await register(server, ben)
  const page = await openBrowser(browser, server, { hasTouch: true })
  await page.setViewportSize(DESKTOP)
  await signIn(page, ben, '/contacts')
  await addPeople(page, 'Noa Berg')
  await openRaise(page)
  const middle = async (name: string): Promise<[x: number, y: number]> => {
    const box = await (name === 'Noa Berg' ? card(page, name) : column(page, name)).boundingBox()
    if (!box) throw new Error(`${name} is not shown`)
    return [box.x + box.width / 2, box.y + Math.min(box.height / 2, 60)]
  }
  await page.mouse.move(...(await middle('Noa Berg')))
  await page.mouse.down()
  await page.mouse.move(...(await middle('Contacted')), { steps: 5 })
  await page.mouse.up()
  await expect(column(page, 'Contacted').getByRole('article', { name: 'Noa Berg' })).toBeVisible()
  await expect(page).toHaveURL(/\/raise/)

  await page.mouse.move(...(await middle('Noa Berg')))
  await page.mouse.down()
  await page.mouse.move(...(await middle('To contact')), { steps: 5 })
  await page.keyboard.press('Escape')
  await page.mouse.up()
  await expect(column(page, 'Contacted').getByRole('article', { name: 'Noa Berg' })).toBeVisible()

  const touch = await page.context().newCDPSession(page)
  const finger = (type: 'touchStart' | 'touchMove' | 'touchEnd', at?: [x: number, y: number]) =>
    touch.send('Input.dispatchTouchEvent', { type, touchPoints: at ? [{ x: at[0], y: at[1] }] : [] })
  const [from, to] = [await middle('Noa Berg'), await middle('To contact')]
  // Sent together: a finger that rests for 280 ms takes the card.
  await Promise.all([finger('touchStart', from), finger('touchMove', [from[0] - 40, from[1]])])
  await finger('touchMove', to)
  await finger('touchEnd')
  await expect(column(page, 'Contacted').getByRole('article', { name: 'Noa Berg' })).toBeVisible()
  const board = page.locator('[data-column]').first().locator('..')
  await expect.poll(() => board.evaluate(({ scrollLeft }) => scrollLeft)).toBeGreaterThan(0)
  await page.reload()
  await expect(card(page, 'Noa Berg')).toBeVisible()

  const [start, end] = [await middle('Noa Berg'), await middle('To contact')]
  await finger('touchStart', start)
  // The copy that follows the finger appears after the long press.
  await expect(page.locator('article[aria-hidden=true]')).toBeVisible()
  await finger('touchMove', [start[0] - 40, start[1]])
  await finger('touchMove', end)
  await finger('touchEnd')
  await expect(column(page, 'To contact').getByRole('article', { name: 'Noa Berg' })).toBeVisible()
})
