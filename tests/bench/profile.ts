import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import type { Page } from 'playwright'
import { untilWordsAreStored } from '#tests/e2e/support/device.ts'
import { withoutPopup } from '#tests/e2e/support/quiet.ts'
import { makeInvestors } from '#tests/support/samples/make-investors.ts'
import { createAccount, fillDevice } from './screens/account.ts'
import { PROFILES, slowDown } from './screens/profiles.ts'
import { record } from './screens/recorder.ts'
import { buildApp, launchBrowser, openWarmPage, POLLING_MS, startServer } from './start.ts'
import { reportOf, type Share, traceOf } from './trace.ts'

/**
 * Where the time of a screen goes, by event of the browser and by function, for each of its threads: until the list counts all
 * investors on a first visit or at a launch, or while a text is typed. `offline` is a launch without a network on a device that has an
 * account with 1,000 contacts: until a list of investors counts all of them, and on other screens until the first card. Tracing itself
 * takes time, so the shares count.
 *
 * bun tests/bench/profile.ts [path] [desktop|phone] [visit|launch|keys|offline] [investors]
 */
const [path = '/vcs', name = 'desktop', what = 'visit', count = '10000'] = process.argv.slice(2)
const TYPED = 'capital'
const CONTACTS = 1000
const MOST_LINES = 25
const LISTS = ['/vcs', '/ping', '/directory']

const profile = PROFILES.find((one) => one.name === name)
if (!profile || !['visit', 'launch', 'keys', 'offline'].includes(what)) throw new Error('Unknown profile or work.')
const print = (line: string) => process.stdout.write(`${line}\n`)
const folder = mkdtempSync(`${tmpdir()}/latchkey-profile-`)
buildApp(`${folder}/web`, true)
const server = await startServer(Number(count), `${folder}/web`, `${folder}/data`)
const browser = await launchBrowser()

async function open(page: Page, until: 'card' | 'searchable' = 'searchable') {
  await page.goto(path, { waitUntil: 'commit' })
  await page.waitForFunction((until) => window.recorded?.[until] !== undefined, until, {
    timeout: 240_000,
    polling: POLLING_MS,
  })
}

async function type(page: Page) {
  for (const [at, key] of [...TYPED].entries()) {
    await page.keyboard.press(key)
    await page
      .waitForFunction((before) => window.recorded.keys.length > before, at, { timeout: 5000, polling: POLLING_MS })
      .catch(() => undefined)
  }
}

const printShares = (title: string, shares: readonly Share[]) => {
  print(`  ${title}`)
  for (const { name, ms } of shares.slice(0, MOST_LINES)) print(`  ${ms.toFixed(1).padStart(9)} ms  ${name}`)
}

try {
  const isOffline = what === 'offline'
  const serviceWorkers = isOffline ? 'allow' : 'block'
  const context = await browser.newContext({ baseURL: server.url, viewport: profile.viewport, serviceWorkers })
  await withoutPopup(context)
  const openPage = async () => {
    const page = await openWarmPage(context)
    await page.addInitScript(record, isOffline ? 'main li, main article' : 'main article, #list li')
    await slowDown(page, profile, isOffline)
    return page
  }
  if (isOffline) {
    await createAccount(server.url, folder, makeInvestors(Number(count)).slice(0, CONTACTS))
    await fillDevice(context)
  }
  let page = await openPage()
  if (what === 'launch' || what === 'keys') {
    await open(page)
    await untilWordsAreStored(page)
  }
  if (what === 'launch') {
    await page.close()
    page = await openPage()
  }
  if (what === 'keys') await page.getByRole('searchbox').first().focus()
  await context.setOffline(isOffline)
  const until = isOffline && !LISTS.includes(path) ? 'card' : 'searchable'
  const events = await traceOf(browser, () => (what === 'keys' ? type(page) : open(page, until)))
  print(`${path}, ${name}, ${what}: ${JSON.stringify(await page.evaluate(() => window.recorded))}`)
  for (const thread of reportOf(events).slice(0, 4)) {
    print(`\n${thread.name}`)
    printShares('events', thread.events)
    printShares('functions', thread.functions.own)
    printShares('functions with what they call', thread.functions.all)
  }
} finally {
  await browser.close()
  await server.stop()
  rmSync(folder, { recursive: true, force: true })
}
process.exit(0)
