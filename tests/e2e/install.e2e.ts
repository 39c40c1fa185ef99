import { writeFileSync } from 'node:fs'
import { type BrowserContext, devices, expect, type Locator, type Page, test } from '@playwright/test'
import type { VcId } from '#shared/ids.ts'
import { change, grantTo, newContext, openBrowser, register, signIn } from './support/accounts.ts'
import { violations } from './support/axe.ts'
import { builtFile } from './support/build.ts'
import { card, type Device, openDevice, readManifest, refreshInBackground, share } from './support/device.ts'
import { readEverythingKept } from './support/kept.ts'
import { ONLINE, withoutPopup } from './support/quiet.ts'
import { type ProductServer, startProduct } from './support/server.ts'

test.use(ONLINE)
let server: ProductServer
let device: Device | undefined
test.beforeAll(async () => {
  server = await startProduct()
})
test.afterAll(() => server.dispose())
test.afterEach(async () => {
  await device?.dispose()
  device = undefined
})

/** From the sample listing. */
const MARIT = { id: 'rec1xBsyPcZWn6QTr' as VcId, name: 'Marit Moretti', email: 'marit@northgate-ventures.example' }
const LATER = { id: 'rec5Oyl6LtheMpKxw' as VcId, name: 'Marit Jansen' }
const kim = { email: 'kim@install.example', password: 'a long enough password', firstName: 'Kim' }

/** Every line that the pill shows, recorded from before the page's own first script. */
const hearPill = (context: BrowserContext) =>
  context.addInitScript(() => {
    const lines: string[] = []
    Object.assign(window, { pillLines: lines })
    new MutationObserver(() => {
      const text = document.querySelector('.status-place [role=status]')?.textContent
      if (text && text !== lines.at(-1)) lines.push(text)
    }).observe(document, { subtree: true, childList: true, characterData: true })
  })
const pillLinesOf = (page: Page) => page.evaluate<string[]>('pillLines')
const pill = (page: Page) => page.locator('.status-place [role=status]')

/** The app as Chromium itself installs it: its page moves into a separate window. */
async function inOwnWindow(page: Page, isInstalled = true) {
  const session = await page.context().newCDPSession(page)
  const app = { manifestId: `${server.url}/` }
  if (!isInstalled) {
    await session.send('PWA.install', { ...app, installUrlOrBundleUrl: app.manifestId })
    await session.send('PWA.changeAppUserSettings', { ...app, displayMode: 'standalone' })
  }
  await session.send('PWA.openCurrentPageInApp', app)
  await page.waitForFunction(() => matchMedia('(display-mode: standalone)').matches)
  return {
    /** Opens the app as a shortcut of the icon, or the system's share sheet, does. */
    open: (path: string) => session.send('PWA.launch', { ...app, url: server.url + path }),
    openFile: (file: string) => session.send('PWA.launchFilesInApp', { ...app, files: [file] }),
    /** The number on the icon. */
    badge: async () => (await session.send('PWA.getOsAppState', app)).badgeCount,
  }
}

const HEADS: Record<string, string | RegExp> = {
  Contacts: 'Contacts',
  'Browse investors': 'Connected VCs & Angels',
  Calls: 'Calls',
  'New project': /project/i,
}

test('an installed app prepares itself, and then works without a network: shortcuts, shared text, cards, its number', async () => {
  const own = await openDevice(server.url, { isWhole: true })
  device = own
  await hearPill(own.context)
  await register(server, kim)
  await grantTo(server, kim.email, [MARIT.id])
  let { page } = own
  await signIn(page, kim)
  let app = await inOwnWindow(page, false)
  const manifest = await readManifest(page)

  /** Opens the app from its icon. */
  const launch = async (fresh: Page) => {
    page = fresh
    await page.goto(manifest.start_url)
    app = await inOwnWindow(page)
  }

  await test.step('the first launch from the home screen prepares for offline use', async () => {
    await page.goto(manifest.start_url)
    const sheet = page.getByRole('dialog', { name: 'Ready for offline use' })
    await expect(sheet.getByRole('listitem')).toContainText(['All screens', /\d+ records, complete/, '1 and your notes', ''])
    await sheet.getByRole('button', { name: 'Done' }).click()
    await expect(pill(page)).toHaveText('Ready offline')
    expect((await pillLinesOf(page)).filter((line) => !/^Syncing \d+ of \d+$|^Up to date$/.test(line))).toEqual([
      'Connecting…',
      'Ready offline',
    ])
  })

  await test.step('launched without a network, the pill shows only true states', async () => {
    const fresh = await own.relaunch({ isOffline: true })
    await hearPill(own.context)
    await launch(fresh)
    await expect(pill(page)).toHaveText(/^Offline since/)
    expect(await pillLinesOf(page)).toEqual(['Connecting…', expect.stringMatching(/^Offline since/)])
  })

  await test.step('each shortcut opens its screen', async () => {
    expect(manifest.shortcuts.map(({ name }) => name)).toEqual(Object.keys(HEADS))
    for (const { name, url } of manifest.shortcuts) {
      await app.open(url)
      await expect(page.getByRole('heading', { level: 1, name: HEADS[name] as string }).first()).toBeVisible()
    }
  })

  await test.step('shared content is put into the draft', async () => {
    await share(page, manifest, { title: 'Grove raises', url: 'https://example.com/grove' })
    await expect(page.getByLabel('Shared content')).toHaveValue('Grove raises\nhttps://example.com/grove')
    await expect(page).toHaveURL(`${server.url}/share`)
    await page.getByRole('button', { name: 'Add to my project’s description' }).click()
    await expect(page.getByLabel('Description', { exact: true })).toHaveValue(/Grove raises\nhttps:\/\/example.com\/grove$/)
  })

  await test.step('a contact card that is opened becomes a note on its contact', async () => {
    const file = `${own.profile}/moretti.vcf`
    writeFileSync(
      file,
      `BEGIN:VCARD\r\nVERSION:3.0\r\nFN:M. Moretti\r\nEMAIL:${MARIT.email.toUpperCase()}\r\nTITLE:Met at the summit\r\nEND:VCARD\r\n`,
    )
    await app.openFile(file)
    const person = page.getByRole('button', { name: new RegExp(MARIT.name) })
    await expect(person).toContainText('Same address')
    await person.click()
    await expect(page).toHaveURL(`${server.url}/contacts/${MARIT.id}`)
    await expect(page.getByLabel('Your note')).toHaveValue(/M\. Moretti\n.*Met at the summit/s)
  })

  await test.step('several shared cards, of two files, are kept, looked at and added; the text beside them stays', async () => {
    await share(page, manifest, { title: 'From the fair', cards: [card('Noa Berg'), card('Ida Sol') + card('Jun Park')] })
    await expect(page.getByText('3 contact cards: Noa Berg, Ida Sol, Jun Park')).toBeVisible()
    await page.reload()
    await expect(page.getByLabel('Shared content')).toHaveValue('From the fair')
    await page.getByRole('button', { name: 'Add 3 people' }).click()
    await page.reload()
    await page.getByLabel('What to do with Jun Park').selectOption('Leave out')
    await page.getByRole('button', { name: 'Save 2 people' }).click()
    await expect(page.getByLabel('Shared content')).toHaveValue('From the fair')
    await expect(page.getByText('contact cards')).toHaveCount(0)
    await page.getByRole('button', { name: 'Discard' }).click()
    await page.goto('/contacts')
    await expect(page.getByRole('link', { name: /Noa Berg.*Lisbon/ })).toBeVisible()
    await expect(page.getByRole('link', { name: /Jun Park/ })).toHaveCount(0)
  })

  await test.step('launched with a network again, it is sent, and "offline" is never shown', async () => {
    const fresh = await own.context.newPage()
    await page.close()
    await own.context.setOffline(false)
    await launch(fresh)
    await expect(pill(page)).toHaveText('Ready offline')
    expect((await pillLinesOf(page)).filter((line) => /^Offline/.test(line))).toEqual([])
    const sent = { note: expect.stringContaining('Met at the summit'), draft: expect.stringContaining('Grove raises') }
    await expect.poll(readSent).toEqual(sent)
  })

  await test.step('the icon counts what is due, and stops once it is not', async () => {
    for (const isDue of [true, false]) {
      await setDue(isDue)
      await expect.poll(app.badge).toBe(Number(isDue))
    }
  })

  await test.step('data that arrives while no page is open is there at the next start', async () => {
    const bare = await own.context.newPage()
    await bare.goto('/api/health')
    await page.close()
    await grantTo(server, kim.email, [LATER.id])
    await setDue(true)
    const refreshed = () => refreshInBackground(server.url, bare).then(() => bare.evaluate(readEverythingKept))
    await expect.poll(refreshed).toContain(`"id":"${LATER.id}"`)
    await own.context.setOffline(true)
    page = bare
    await page.goto('/contacts')
    await expect(page.getByRole('link', { name: new RegExp(LATER.name) }).first()).toBeVisible()
    app = await inOwnWindow(page)
  })

  await test.step('a sign-out removes the number', async () => {
    await expect.poll(() => app.badge()).toBe(1)
    await expect(page.getByText(/Offline since/)).toBeVisible()
    await page.getByRole('button', { name: 'Kim Berg' }).click()
    await page.getByRole('button', { name: 'Sign Out', exact: true }).click()
    await page.getByRole('dialog').getByRole('button', { name: 'Sign out', exact: true }).click()
    await expect.poll(() => app.badge()).toBe(0)
  })
})

/** The text written offline that reached the server. */
async function readSent() {
  const opened = await server.openDatabase()
  const [note] = await opened.sql<{ text: string }[]>`select text from contact_notes`
  const [draft] = await opened.sql<{ text: string }[]>`select to_jsonb(p)::text as text from project_drafts p`
  await opened.close()
  return { note: note?.text, draft: draft?.text }
}

const setDue = (isDue: boolean) =>
  change(server, (sql) =>
    isDue
      ? sql`insert into contact_follow_ups (principal_id, contact_id, due_at)
          select p.id, ${MARIT.id}, now() - interval '1 day' from principals p join users u on u.id = p.user_id where u.email = ${kim.email}
          on conflict (principal_id, contact_id) do update set due_at = excluded.due_at`
      : sql`update contact_follow_ups set due_at = null`,
  )

/** The browser's own prompt, in the shape that Chromium gives it. @returns whether the page kept it for later */
const ask = (page: Page) =>
  page.evaluate(() => {
    const event = new Event('beforeinstallprompt', { cancelable: true })
    const userChoice = Promise.resolve({ outcome: 'accepted', platform: 'web' })
    const prompt = async () => {
      Object.assign(window, { wasPrompted: true })
      return userChoice
    }
    dispatchEvent(Object.assign(event, { platforms: ['web'], userChoice, prompt }))
    return event.defaultPrevented
  })

/** Opens a page and waits for the part that offers the installation, which is loaded long after the first screen. */
async function openCared(page: Page, open: () => Promise<unknown>) {
  const loaded = page.waitForResponse(`**${builtFile('features/install/install-prompts.tsx')}`)
  await open()
  await page.clock.fastForward(5000)
  await loaded
  await page.evaluate(() => new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(done))))
}

const tooSmall = (within: Locator) =>
  within.locator('button, a').evaluateAll((all) =>
    all.flatMap((each) => {
      const { width, height } = each.getBoundingClientRect()
      return Math.min(width, height) < 44 ? [each.textContent] : []
    }),
  )
const DAY_MS = 24 * 60 * 60 * 1000
const save = (page: Page) =>
  page
    .getByRole('button', { name: /^Save .* for later$/ })
    .first()
    .click()

test('installing is offered once there is data to keep, and not again for a month', async ({ browser }) => {
  const page = await openBrowser(browser, server)
  await page.clock.install()
  const offer = page.getByRole('region', { name: 'Keep your shortlist at hand' })
  await openCared(page, () => page.goto('/vcs'))
  expect(await ask(page)).toBe(true)
  await expect(offer).toBeHidden()
  await save(page)
  await expect(offer).toBeVisible()
  expect(await tooSmall(offer)).toEqual([])
  expect(await violations(page)).toEqual([])
  // Where a price is shown, the offer covers nothing.
  await page
    .getByRole('link', { name: /Book Now|View Profile/ })
    .first()
    .click()
  await expect(page).toHaveURL(/\/vc\//)
  await expect(offer).toBeHidden()
  await page.goBack()
  await offer.getByRole('button', { name: 'Not now' }).click()
  await expect(offer).toBeHidden()

  const saidAt = Date.now()
  await openCared(page, () => page.reload())
  for (const [days, isOffered] of [
    [1, false],
    [29, false],
    [31, true],
  ] as const) {
    await page.clock.setSystemTime(saidAt + days * DAY_MS)
    await ask(page)
    await expect(offer).toBeVisible({ visible: isOffered })
  }
  await offer.getByRole('button', { name: 'Install' }).click()
  await expect(offer).toBeHidden()
  expect(await page.evaluate('wasPrompted')).toBe(true)
  await page.context().close()
})

test('on an iPhone the steps in the share sheet are drawn', async ({ browser }) => {
  const { userAgent, viewport } = devices['iPhone 15']
  const context = await newContext(browser, { baseURL: server.url, userAgent, viewport, hasTouch: true, bypassCSP: true })
  await withoutPopup(context)
  const page = await context.newPage()
  await page.clock.install()
  await openCared(page, () => page.goto('/vcs'))
  await save(page)
  await page.getByRole('button', { name: 'Show me how' }).click()
  const coach = page.getByRole('dialog', { name: 'Add to your home screen' })
  await expect(coach.getByRole('listitem')).toContainText(['Share', 'Add to Home Screen', 'Add'])
  expect(await tooSmall(coach)).toEqual([])
  expect(await violations(page)).toEqual([])
  await coach.getByRole('button', { name: 'Got it' }).click()
  await expect(coach).toBeHidden()
  await context.close()
})
