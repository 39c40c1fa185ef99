import { spawnSync } from 'node:child_process'
import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import * as v from 'valibot'
import { makeInvestors } from '#tests/support/samples/make-investors.ts'
import { benchBrowser, buildApp, startServer } from './start.ts'
import { median } from './statistics.ts'

/**
 * Lighthouse, mobile profile, on four pages of the built app: medians of the scores. Lighthouse is downloaded for it: it is no
 * dependency of the project, because nothing else needs its three hundred packages.
 *
 * bun tests/bench/lighthouse.ts [investors] [runs]; the figures are also written to node_modules/.cache/bench/lighthouse.json.
 */
const [COUNT = 10_000, RUNS = 5] = process.argv.slice(2).map(Number)
const LIGHTHOUSE = 'lighthouse@13.5.0'
const CATEGORIES = ['performance', 'accessibility', 'best-practices', 'seo'] as const
const METRICS = ['first-contentful-paint', 'largest-contentful-paint', 'total-blocking-time', 'speed-index'] as const
const REPORT = 'node_modules/.cache/bench'

const Score = v.object({ score: v.nullable(v.number()) })
const Report = v.object({
  environment: v.object({ benchmarkIndex: v.number() }),
  categories: v.record(v.string(), Score),
  audits: v.record(v.string(), v.object({ numericValue: v.optional(v.number()) })),
})
type Report = v.InferOutput<typeof Report>

const print = (line: string) => process.stdout.write(`${line}\n`)
const folder = mkdtempSync(`${tmpdir()}/latchkey-lighthouse-`)
const chromium = await benchBrowser()
const [known] = makeInvestors(1)

function audit(url: string): Report {
  const output = `${folder}/report.json`
  const flags = ['--headless', '--no-sandbox', `--user-data-dir=${folder}/profile`].join(' ')
  const { status } = spawnSync(
    'bun',
    [
      ...['x', '--bun', LIGHTHOUSE, url, '--quiet', '--output=json', `--output-path=${output}`],
      ...[`--chrome-flags=${flags}`, `--only-categories=${CATEGORIES.join(',')}`],
    ],
    { stdio: 'inherit', env: { ...process.env, ...(chromium && { CHROME_PATH: chromium }) } },
  )
  rmSync(`${folder}/profile`, { recursive: true, force: true })
  if (status !== 0) throw new Error(`Lighthouse ended with ${status} on ${url}.`)
  return v.parse(Report, JSON.parse(readFileSync(output, 'utf8')))
}

buildApp(`${folder}/web`)
const server = await startServer(COUNT, `${folder}/web`, `${folder}/data`, 'none')
try {
  print(`${COUNT} investors, medians of ${RUNS}; scores, then milliseconds\n`)
  print(
    `${'page'.padEnd(22)}${[...CATEGORIES, ...METRICS].map((name) => name.padStart(26)).join('')}${'benchmark index'.padStart(17)}`,
  )
  const rows = []
  for (const path of ['/', '/vcs', `/vc/${known?.id}`, '/scout']) {
    const reports = Array.from({ length: RUNS }, () => audit(server.url + path))
    const of = (read: (report: Report) => number | null | undefined) =>
      median(reports.map((report) => read(report) ?? Number.NaN))
    const scores = CATEGORIES.map((name) => Math.round(100 * of(({ categories }) => categories[name]?.score)))
    const times = METRICS.map((name) => Math.round(of(({ audits }) => audits[name]?.numericValue)))
    const index = Math.round(of(({ environment }) => environment.benchmarkIndex))
    rows.push({ path, scores, times, index })
    print(
      `${path.padEnd(22)}${[...scores, ...times].map((value) => String(value).padStart(26)).join('')}${String(index).padStart(17)}`,
    )
  }
  mkdirSync(REPORT, { recursive: true })
  writeFileSync(
    `${REPORT}/lighthouse.json`,
    JSON.stringify({ investors: COUNT, runs: RUNS, columns: [...CATEGORIES, ...METRICS], rows }, null, 2),
  )
} finally {
  await server.stop()
  rmSync(folder, { recursive: true, force: true })
}
