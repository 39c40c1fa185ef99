import { type BrowserContextOptions, chromium, type Page } from '@playwright/test'
import sharp from 'sharp'
import { DESKTOP, PHONE, UP_TO_DATE } from '#tests/e2e/support/device.ts'
import { CHROMIUM_ARGS } from '#tests/e2e/support/launch.ts'
import { withoutPopup } from '#tests/e2e/support/quiet.ts'
import { pressSampleAccount, type SampleAccount } from '#tests/e2e/support/sample-account.ts'
import { startProduct } from '#tests/e2e/support/server.ts'
import { findChromium } from '#tests/support/runner/chromium.ts'

/** `bun run pictures`: takes the pictures of the README and of the install dialog from the running product with its sample data. */
const WEB = `${import.meta.dirname}/../../web`
/** The founder's contact with the most notes. */
const CONTACT = 'rec1joHYcKGxh1COE'

const product = await startProduct({ SEED: 'demo' })
const browser = await chromium.launch({ executablePath: await findChromium(), args: CHROMIUM_ARGS })

/** A new page, signed in as a sample account where one is given. */
async function open(options: BrowserContextOptions, account?: SampleAccount): Promise<Page> {
  const context = await browser.newContext({ baseURL: product.url, locale: 'en-GB', ...options })
  await withoutPopup(context)
  const page = await context.newPage()
  if (account) await pressSampleAccount(page, account)
  return page
}

/** Opens a screen and waits until its data and its pictures are painted. */
async function show(page: Page, path: string, text?: string) {
  await page.goto(path)
  const main = page.getByRole('main')
  await (text ? main.getByText(text) : main.getByRole('article')).first().waitFor()
  await page.getByText(UP_TO_DATE).first().waitFor()
  await page.evaluate(async () => {
    // An image further down the page is loaded when it is scrolled to.
    const visible = [...document.images].filter((image) => image.getBoundingClientRect().top < innerHeight)
    await Promise.all(visible.map((image) => image.decode().catch(() => undefined)))
    await document.fonts.ready
  })
}

/** Two pixels for each of the page, as on a phone; WebP keeps a picture below 60 KB. */
async function shoot(page: Page, name: string) {
  await sharp(await page.screenshot())
    .webp({ quality: 82 })
    .toFile(`${WEB}/pictures/${name}.webp`)
}

const phone = { viewport: PHONE, deviceScaleFactor: 2, isMobile: true, hasTouch: true }
const desktop = { viewport: DESKTOP, deviceScaleFactor: 1.5 }

try {
  for (const [name, viewport] of [
    ['narrow', PHONE],
    ['wide', DESKTOP],
  ] as const) {
    const page = await open({ viewport })
    await show(page, '/vcs')
    await page.screenshot({ path: `${WEB}/public/screenshots/${name}.png` })
  }

  const founder = await open(phone, 'Founder')
  await show(founder, '/vcs')
  await shoot(founder, 'directory')
  await show(founder, `/contacts/${CONTACT}`, 'Your note')
  await shoot(founder, 'contact')
  await show(founder, '/calls', 'Mateo Quiroga')
  await shoot(founder, 'calls')

  const atDesk = await open({ ...desktop, colorScheme: 'dark' }, 'Founder')
  await show(atDesk, '/', 'Write to Ulrich Keller')
  await shoot(atDesk, 'home')
  const investor = await open(desktop, 'Investor')
  await show(investor, '/earnings', 'By month')
  await shoot(investor, 'earnings')
  const admin = await open(desktop, 'Admin')
  await show(admin, '/admin?queue=disputes', 'Beatriz Solano')
  await shoot(admin, 'review')
} finally {
  await browser.close()
  await product.dispose()
}
