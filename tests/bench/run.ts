// cspell:ignore requestfinished

import { spawnSync } from 'node:child_process'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import type { Browser, Page } from 'playwright'
import { connect } from '#server/database/client.ts'
import { startEmbeddedPostgres } from '#server/database/embedded.ts'
import { makeInvestors } from '#tests/support/samples/make-investors.ts'
import { buildLimit } from './limit.ts'
import { sampleQueries } from './sample-queries.ts'
import { launchBrowser, openWarmPage, POLLING_MS, startServer } from './start.ts'
import { median, percentile } from './statistics.ts'

/**
 * The figures of tests/README.md: the product's sync, store and search on 10,000 investors in real Chromium, relative to the physical
 * limit in the same run (the same records as one brotli JSON, kept in memory and stored as one IndexedDB value). The ratios are
 * significant; absolute times depend on the machine. Then the other programs of this folder that measure a goal, one after the other,
 * each in a process of its own.
 *
 * bun run bench [investors] [table]; with `table` the other programs are left out.
 */
const COUNT = Number(process.argv[2] ?? 10_000)
const RUNS = 5
/** Fewer than the 20 changes after which the server pokes twice in five seconds (`PATIENCE` in `sync-server/sync/live.ts`). */
const CHANGES = 18

/** Pokes are throttled for 50 ms after one was sent; a single change comes later than that. */
const APART_MS = 120

const OFFLINE_WRITES = 100

type Marks = Record<string, number>
const print = (line: string) => process.stdout.write(`${line}\n`)
const ms = (value: number) => `${value.toFixed(value < 10 ? 1 : 0)} ms`

const folder = mkdtempSync(`${tmpdir()}/latchkey-bench-`)
const pages = `${folder}/pages`
const dataDir = `${folder}/data`
const investors = makeInvestors(COUNT)

const bytes = await buildLimit(pages, investors, ['latchkey'])
const server = await startServer(COUNT, pages, dataDir)
const browser = await launchBrowser()

const marksOf = async (page: Page, until: string): Promise<Marks> => {
  await page.waitForFunction((name) => window.marks?.[name] !== undefined, until, { polling: POLLING_MS })
  return page.evaluate(() => window.marks)
}

/** A first visit and, on the same profile, a launch from stored data. */
async function visit(browser: Browser, name: string) {
  const context = await browser.newContext({ baseURL: server.url })
  const first = await openWarmPage(context)
  // Those of workers as well, which the page's own list of resources does not have.
  const sizes: Promise<{ responseBodySize: number }>[] = []
  first.on('requestfinished', (request) => {
    if (/blob|\/api\//.test(request.url())) sizes.push(request.sizes())
  })
  await first.goto(`/${name}.html`)
  for (const name of ['painted', 'durable']) await marksOf(first, name)
  const visited = await marksOf(first, 'ready')
  const transport = (await Promise.all(sizes)).reduce((sum, { responseBodySize }) => sum + responseBodySize, 0)
  await first.evaluate(() => window.latchkey?.untilWordsAreStored())
  await first.close()
  const again = await openWarmPage(context)
  await again.goto(`/${name}.html`)
  await marksOf(again, 'ready')
  const launched = await marksOf(again, 'painted')
  return { context, page: again, visited, launched, transport }
}

try {
  print(`${COUNT} investors, ${(bytes / 1e6).toFixed(1)} MB of JSON, medians of ${RUNS}\n`)
  const results: Record<string, Awaited<ReturnType<typeof visit>>[]> = { baseline: [], latchkey: [] }
  for (let run = 0; run < RUNS; run++) {
    for (const name of ['baseline', 'latchkey']) {
      const result = await visit(browser, name)
      results[name]?.push(result)
      await result.context.close()
    }
  }
  const of = (name: string, read: (result: Awaited<ReturnType<typeof visit>>) => number | undefined) =>
    median((results[name] ?? []).map((result) => read(result) ?? Number.NaN))
  const compare = (label: string, read: (result: Awaited<ReturnType<typeof visit>>) => number | undefined) => {
    const [limit, ours] = [of('baseline', read), of('latchkey', read)]
    print(`${label.padEnd(36)} limit ${ms(limit).padStart(8)}   ours ${ms(ours).padStart(8)}   ${(ours / limit).toFixed(2)} ×`)
  }
  compare('first visit, 50 painted', ({ visited }) => visited.painted)
  compare('first visit, all durable', ({ visited }) => visited.durable)
  compare('first visit, all searchable', ({ visited }) => visited.ready)
  compare('launch from the device, 50 painted', ({ launched }) => launched.painted)
  compare('launch from the device, all searchable', ({ launched }) => launched.ready)
  const megabytes = (name: string) => `${(of(name, ({ transport }) => transport) / 1e6).toFixed(2)} MB`
  print(`${'on the wire'.padEnd(36)} limit ${megabytes('baseline').padStart(8)}   ours ${megabytes('latchkey').padStart(8)}`)

  const { page: device, context } = await visit(browser, 'latchkey')
  const queries = await device.evaluate(
    (rounds) =>
      rounds.flatMap((round, nth) =>
        round.flatMap((query) => {
          const began = performance.now()
          window.latchkey.query(query)
          // The first round compiles.
          return nth > 0 ? performance.now() - began : []
        }),
      ),
    [0, 1, 2, 3, 4, 5].map(sampleQueries),
  )
  print(`${'filter and search, first 50'.padEnd(36)} p50 ${ms(median(queries))}   p95 ${ms(percentile(queries, 95))}`)

  const { socketPath } = await startEmbeddedPostgres(`${dataDir}/postgres`)
  const database = connect({ socketPath, database: 'postgres' }, { max: 2 })
  const delays: number[] = []
  for (let change = 0; change < CHANGES; change++) {
    await Bun.sleep(APART_MS)
    const { id } = investors[change] ?? { id: '' }
    const painted = device.evaluate(
      ([id, name]) => window.latchkey.untilPainted(id as never, name as string),
      [id, `Renamed ${change}`],
    )
    await database.sql`update directory_investors set name = ${`Renamed ${change}`} where id = ${id}`
    const committedAt = Date.now()
    delays.push((await painted) - committedAt)
  }
  print(`${'commit → painted on another device'.padEnd(36)} p50 ${ms(median(delays))}   p95 ${ms(percentile(delays, 95))}`)

  await context.setOffline(true)
  const ids = investors.slice(0, OFFLINE_WRITES).map(({ id }) => id)
  const savingMs = await device.evaluate(async (ids) => {
    const began = performance.now()
    await window.latchkey.save(ids)
    return performance.now() - began
  }, ids)
  await device.close()
  await context.setOffline(false)
  const again = await context.newPage()
  let pushedAt = Number.NaN
  again.on('request', (request) => {
    if (Number.isNaN(pushedAt) && request.url().endsWith('/api/sync/push')) pushedAt = Date.now()
  })
  const began = Date.now()
  await again.goto('/latchkey.html')
  let saved = 0
  while (saved < OFFLINE_WRITES && Date.now() - began < 30_000) {
    const [row] = await database.sql<{ count: number }[]>`select count(*)::int as count from saved_investors`
    saved = row?.count ?? 0
    // Without a pause it would take a third of a core from the server and the page.
    await Bun.sleep(10)
  }
  const arrivedAt = Date.now()
  const [marks] = await database.sql<{ count: number }[]>`select count(*)::int as count from processed_mutations`
  print(
    `${`${OFFLINE_WRITES} writes offline`.padEnd(36)} durable in ${ms(savingMs)}; page ended and opened again: ${saved} on the server, ${marks?.count} processed, ${ms(arrivedAt - pushedAt)} after the first push, ${ms(arrivedAt - began)} after the navigation`,
  )
  await database.close()
  await context.close()
} finally {
  await browser.close()
  await server.stop()
  rmSync(folder, { recursive: true, force: true })
}
/** A directory of a million records (`beyond.ts`) is not among them: seeding it takes twenty minutes. */
const OTHERS: [program: string, ...args: string[]][] = [
  ['run', '1000', 'table'],
  ['run', '50000', 'table'],
  ['queries'],
  ['screens', String(COUNT)],
  ['lighthouse', String(COUNT)],
  ['sync-server'],
  ['private-lane'],
  ['live'],
]
const isTableOnly = process.argv[3] === 'table'
const failed = (isTableOnly ? [] : OTHERS).filter(([program, ...args]) => {
  print(`\n${program}`)
  return spawnSync('bun', [`${import.meta.dirname}/${program}.ts`, ...args], { stdio: 'inherit' }).status !== 0
})
if (failed.length > 0) print(`Failed: ${failed.map(([program]) => program).join(', ')}`)
process.exit(failed.length > 0 ? 1 : 0)
