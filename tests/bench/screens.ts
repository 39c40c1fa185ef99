import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import type { BrowserContext, Page } from 'playwright'
import { withoutPopup } from '#tests/e2e/support/quiet.ts'
import { makeInvestors } from '#tests/support/samples/make-investors.ts'
import { buildLimit } from './limit.ts'
import { createAccount, fillDevice } from './screens/account.ts'
import { PROFILES, type Profile, slowDown } from './screens/profiles.ts'
import { type Recorded, record } from './screens/recorder.ts'
import { buildApp, launchBrowser, openWarmPage, POLLING_MS, startServer } from './start.ts'
import { median, percentile } from './statistics.ts'

/**
 * The real screens of the built app, with its service worker, as a person meets them: the first visit, the launch without a
 * network, the list that follows the keyboard, and the contacts of an account that has bought 1,000. Each on a desktop and on a
 * phone (processor slowed four times, 4G), beside the limit in the same browser (`limit.ts`).
 *
 * bun tests/bench/screens.ts [investors] [runs]; the figures are also written to node_modules/.cache/bench/screens.json.
 */
const [COUNT = 10_000, RUNS = 3] = process.argv.slice(2).map(Number)
const CONTACTS = 1000
const TYPED = 'capital berlin'
const CARD = 'main article, #list li'
const REPORT = 'node_modules/.cache/bench'

type Row = { profile: string; what: string; card: number; searchable?: number } & Omit<
  Recorded,
  'card' | 'searchable' | 'keys'
> & {
    /** Until the first card: files, and bytes of script as they travel; those of the worker's cache are not compressed. */
    requests: number
    scriptBytes: number
  }

const print = (line: string) => process.stdout.write(`${line}\n`)
const folder = mkdtempSync(`${tmpdir()}/latchkey-screens-`)
const web = `${folder}/web`
const investors = makeInvestors(COUNT)
const [known] = investors

buildApp(web)
await buildLimit(web, investors)
const server = await startServer(COUNT, web, `${folder}/data`)
const browser = await launchBrowser()

/** Opens a screen, and returns what happened until it was complete. */
async function visit(
  context: BrowserContext,
  profile: Profile,
  path: string,
  { isOffline = false, isSearched = false, card = CARD } = {},
) {
  const page = await openWarmPage(context)
  await page.addInitScript(record, card)
  await slowDown(page, profile, isOffline)
  await context.setOffline(isOffline)
  await page.goto(path, { waitUntil: 'commit' })
  await page.waitForFunction((isSearched) => window.recorded?.[isSearched ? 'searchable' : 'card'] !== undefined, isSearched, {
    timeout: 120_000,
    polling: POLLING_MS,
  })
  const { requests, scriptBytes } = await page.evaluate(() => {
    const until = window.recorded.card ?? 0
    const all = performance.getEntriesByType('resource') as PerformanceResourceTiming[]
    const before = all.filter(({ responseEnd }) => responseEnd <= until)
    const scripts = before.filter(({ name }) => /\/assets\/.*\.js$/.test(name))
    return {
      // The page itself is no resource of its own.
      requests: before.length + 1,
      scriptBytes: scripts.reduce((sum, { encodedBodySize }) => sum + encodedBodySize, 0),
    }
  })
  const recorded = await page.evaluate(() => window.recorded)
  return { page, measured: { ...recorded, card: recorded.card ?? Number.NaN, requests, scriptBytes } }
}

const newContext = async ({ viewport }: Profile, serviceWorkers: 'allow' | 'block') => {
  const context = await browser.newContext({ baseURL: server.url, viewport, serviceWorkers })
  await withoutPopup(context)
  return context
}

const rows: Row[] = []
const keys: { profile: string; p50: number; p95: number }[] = []
/** By run, the share of frames. */
const dropped: number[] = []

/** Medians of several runs of one figure. */
function add(profile: Profile, what: string, all: Awaited<ReturnType<typeof visit>>['measured'][]) {
  const of = (read: (one: (typeof all)[number]) => number | undefined) => median(all.map((one) => read(one) ?? Number.NaN))
  const searchable = of((one) => one.searchable)
  const row: Row = {
    profile: profile.name,
    what,
    card: of((one) => one.card),
    ...(!Number.isNaN(searchable) && { searchable }),
    shift: of((one) => one.shift),
    longest: of((one) => one.longest),
    blocked: of((one) => one.blocked),
    requests: of((one) => one.requests),
    scriptBytes: of((one) => one.scriptBytes),
  }
  rows.push(row)
  printRow(row)
}

const ms = (value: number | undefined) => (value === undefined ? '' : value.toFixed(0)).padStart(9)
const printRow = ({ profile, what, card, searchable, shift, longest, blocked, requests, scriptBytes }: Row) =>
  print(
    `${profile.padEnd(8)} ${what.padEnd(30)}${ms(card)}${ms(searchable)}${shift.toFixed(3).padStart(9)}${ms(longest)}${ms(blocked)}` +
      `${String(requests).padStart(9)}${(scriptBytes / 1000).toFixed(1).padStart(9)}`,
  )

const VISITS: [what: string, path: string, isSearched?: boolean][] = [
  ['limit, first visit', '/baseline.html'],
  ['/', '/'],
  ['/vcs', '/vcs', true],
  ['/ping', '/ping', true],
  ['/directory', '/directory', true],
]

async function measureVisits(profile: Profile) {
  for (const [what, path, isSearched = false] of VISITS) {
    const all = []
    for (let run = 0; run < RUNS; run += 1) {
      const context = await newContext(profile, 'block')
      const { page, measured } = await visit(context, profile, path, { isSearched })
      all.push(measured)
      if (path === '/vcs' && profile.slowdown === 1 && run < RUNS - 1) dropped.push(await measureScrolling(page))
      if (path === '/vcs' && run === RUNS - 1) await measureKeys(page, profile)
      await context.close()
    }
    add(profile, what, all)
  }
}

/** From a key to the painted list. Another key is pressed once the list has followed. */
async function measureKeys(page: Page, profile: Profile) {
  await page.getByRole('searchbox').first().focus()
  for (const [at, key] of [...TYPED].entries()) {
    await page.keyboard.press(key === ' ' ? 'Space' : key)
    // A key that changes nothing, such as a space, is not counted.
    await page
      .waitForFunction((before) => window.recorded.keys.length > before, at, { timeout: 1000, polling: POLLING_MS })
      .catch(() => undefined)
  }
  const delays = await page.evaluate(() => window.recorded.keys)
  keys.push({ profile: profile.name, p50: median(delays), p95: percentile(delays, 95) })
}

const FRAMES = 300
/** Two screens a second. */
const SCROLLED_PX = 27

/** Scrolls a list by the same distance in each frame. @returns the share of frames that were dropped */
const measureScrolling = (page: Page) =>
  page.evaluate(
    ([frames, distance]) =>
      new Promise<number>((done) => {
        let [count, from, last] = [0, 0, 0]
        let dropped = 0
        const next = (now: number) => {
          // The frame of a display with 60 Hz.
          if (last > 0) dropped += Math.max(0, Math.round(((now - last) * 60) / 1000) - 1)
          else from = now
          last = now
          if (count++ === frames) return done(dropped / (((now - from) * 60) / 1000))
          scrollBy(0, distance)
          requestAnimationFrame(next)
        }
        requestAnimationFrame(next)
      }),
    [FRAMES, SCROLLED_PX] as const,
  )

/** Launches on a device that has everything. Each is a new page of a browser whose worker has the app. */
async function measureLaunches(profile: Profile) {
  const limit = await newContext(profile, 'block')
  await (await visit(limit, { ...profile, slowdown: 1 }, '/baseline.html')).page.waitForFunction(
    () => window.marks.durable,
    undefined,
    {
      polling: POLLING_MS,
    },
  )
  const device = await newContext(profile, 'allow')
  await fillDevice(device)
  const launches: [BrowserContext, string, string, Parameters<typeof visit>[3]][] = [
    [limit, 'limit, launch', '/baseline.html', {}],
    [device, '/vcs offline', '/vcs', { isOffline: true, isSearched: true }],
    [device, `/contacts offline, ${CONTACTS}`, '/contacts', { isOffline: true, card: 'main li' }],
  ]
  for (const [context, what, path, options] of launches) {
    const all = []
    for (let run = 0; run < RUNS; run += 1) {
      const { page, measured } = await visit(context, profile, path, options)
      all.push(measured)
      await page.close()
      await context.setOffline(false)
    }
    add(profile, what, all)
  }
  await Promise.all([limit.close(), device.close()])
}

try {
  if (!known) throw new Error('No investors.')
  await createAccount(server.url, folder, investors.slice(0, CONTACTS))
  print(`${COUNT} investors, medians of ${RUNS}; ms, and KB of script as it travels\n`)
  print(
    `${''.padEnd(39)}${['card', 'searched', 'shift', 'longest', 'blocked', 'requests', 'script'].map((head) => head.padStart(9)).join('')}`,
  )
  for (const profile of PROFILES) {
    await measureVisits(profile)
    await measureLaunches(profile)
  }
  for (const { profile, p50, p95 } of keys)
    print(`${profile.padEnd(8)} key to list   p50 ${p50.toFixed(0)} ms   p95 ${p95.toFixed(0)} ms`)
  print(`frames dropped while /vcs is scrolled on a desktop: ${(median(dropped) * 100).toFixed(1)} %`)
  mkdirSync(REPORT, { recursive: true })
  writeFileSync(`${REPORT}/screens.json`, JSON.stringify({ investors: COUNT, runs: RUNS, rows, keys, dropped }, null, 2))
} finally {
  await browser.close()
  await server.stop()
  rmSync(folder, { recursive: true, force: true })
}
process.exit(0)
