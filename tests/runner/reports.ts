import { readFileSync } from 'node:fs'
import { tierOf } from '#tests/support/tiers.ts'

export type Count = { passed: number; failed: number; skipped: number }

/** What one runner did: how many tests, and how long each of its files took, in milliseconds. */
export type Report = Count & { files: { file: string; tier: string; ms: number }[] }

type VitestReport = {
  numPassedTests: number
  numFailedTests: number
  numPendingTests: number
  testResults: { name: string; startTime: number; endTime: number }[]
}

type PlaywrightSuite = { specs: { file: string; tests: { results: { duration: number }[] }[] }[]; suites?: PlaywrightSuite[] }
type PlaywrightReport = {
  suites: PlaywrightSuite[]
  stats: { expected: number; flaky: number; unexpected: number; skipped: number }
}

/** @param path of the file that vitest's JSON reporter wrote */
export function readVitest(path: string): Report {
  const report: VitestReport = JSON.parse(readFileSync(path, 'utf8'))
  const files = report.testResults.map(({ name, startTime, endTime }) => {
    const file = name.replace(`${process.cwd()}/`, '')
    return { file, tier: tierOf(file), ms: endTime - startTime }
  })
  return { passed: report.numPassedTests, failed: report.numFailedTests, skipped: report.numPendingTests, files }
}

/** @param path of the file that Playwright's JSON reporter wrote */
export function readPlaywright(path: string): Report {
  const { suites, stats }: PlaywrightReport = JSON.parse(readFileSync(path, 'utf8'))
  const spent = new Map<string, number>()
  const visit = ({ specs, suites = [] }: PlaywrightSuite) => {
    for (const { file, tests } of specs)
      for (const { results } of tests) for (const { duration } of results) spent.set(file, (spent.get(file) ?? 0) + duration)
    suites.forEach(visit)
  }
  suites.forEach(visit)
  const files = [...spent].map(([file, ms]) => ({ file: `tests/e2e/${file}`, tier: 'e2e', ms }))
  return { passed: stats.expected + stats.flaky, failed: stats.unexpected, skipped: stats.skipped, files }
}

const SLOWEST = 10

const seconds = (ms: number) => `${(ms / 1000).toFixed(1)} s`.padStart(9)

/** The slowest files and the time per tier, as lines to print. Times of files are summed; files of a tier run side by side. */
export function summaryOf(files: Report['files'], steps: { name: string; ms: number }[]): string {
  const tiers = Map.groupBy(files, ({ tier }) => tier)
  const slowest = files.toSorted((a, b) => b.ms - a.ms).slice(0, SLOWEST)
  return [
    ...(slowest.length > 0 ? [`The ${slowest.length} slowest files:`] : []),
    ...slowest.map(({ file, ms }) => `${seconds(ms)}  ${file}`),
    ...(tiers.size > 0 ? ['Sum over the files of each tier:'] : []),
    ...[...tiers].map(([tier, own]) => `${seconds(own.reduce((sum, { ms }) => sum + ms, 0))}  ${tier} (${own.length} files)`),
    'Time per step:',
    ...steps.map(({ name, ms }) => `${seconds(ms)}  ${name}`),
    `${seconds(steps.reduce((sum, { ms }) => sum + ms, 0))}  all`,
  ].join('\n')
}
