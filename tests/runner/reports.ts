import { readFileSync } from 'node:fs'
import { stripVTControlCharacters } from 'node:util'
import { tierOf } from '#tests/support/runner/tiers.ts'

const MESSAGE_LINES = 12

export type Count = { passed: number; failed: number; skipped: number }

/** A test that failed at least once. `isFlaky`: it passed on a retry. */
export type Failure = { file: string; title: string; message: string; isFlaky: boolean }

/** The result of one runner: the number of tests, the failures, and the time of each of its files, in milliseconds. */
export type Report = Count & { files: { file: string; tier: string; ms: number }[]; failures: Failure[] }

/** The end of a command. `output`: its last characters. */
export type Outcome = { name: string; isOk: boolean; output: string }

const failureOf = ({ name, output }: Outcome): Failure => ({
  file: name,
  title: 'the command itself',
  message: output.trimEnd().split('\n').slice(-MESSAGE_LINES).join('\n'),
  isFlaky: false,
})

/** The report of commands that count as one test each, for example a type check. */
export function counted(outcomes: Outcome[]): Report {
  const failures = outcomes.filter(({ isOk }) => !isOk).map(failureOf)
  return { passed: outcomes.length - failures.length, failed: failures.length, skipped: 0, files: [], failures }
}

/** The report of a test runner. A runner that exits with an error and reports no failure counts as one failure. */
export function reported(outcome: Outcome, read: () => Report): Report {
  try {
    const report = read()
    if (outcome.isOk || report.failed > 0) return report
    return { ...report, failed: 1, failures: [...report.failures, failureOf(outcome)] }
  } catch (error) {
    return counted([{ ...outcome, isOk: false, output: `${outcome.output}\n${error}` }])
  }
}

type VitestReport = {
  numPassedTests: number
  numFailedTests: number
  numPendingTests: number
  testResults: {
    name: string
    startTime: number
    endTime: number
    status: 'passed' | 'failed'
    /** An error outside of the tests, for example in an import. */
    message: string
    /** A test that passed on a retry keeps the messages of its first attempt. */
    assertionResults: { fullName: string; status: string; failureMessages: string[] }[]
  }[]
}

type PlaywrightResult = { duration: number; errors: { message?: string }[] }
type PlaywrightSuite = {
  specs: { title: string; file: string; tests: { status: string; results: PlaywrightResult[] }[] }[]
  suites?: PlaywrightSuite[]
}
type PlaywrightReport = {
  suites: PlaywrightSuite[]
  stats: { expected: number; flaky: number; unexpected: number; skipped: number }
}

/** @param path  the file that vitest's JSON reporter wrote */
export function readVitest(path: string): Report {
  const report: VitestReport = JSON.parse(readFileSync(path, 'utf8'))
  const results = report.testResults.map((result) => ({ ...result, file: result.name.replace(`${process.cwd()}/`, '') }))
  const files = results.map(({ file, startTime, endTime }) => ({ file, tier: tierOf(file), ms: endTime - startTime }))
  const failures = results.flatMap(({ file, status, message, assertionResults }) => {
    const tests = assertionResults
      .filter(({ status, failureMessages }) => status === 'failed' || failureMessages.length > 0)
      .map(({ fullName, status, failureMessages }) => ({
        file,
        title: fullName,
        message: failureMessages[0] ?? '',
        isFlaky: status === 'passed',
      }))
    const isOfNoTest = status === 'failed' && tests.every(({ isFlaky }) => isFlaky)
    return isOfNoTest ? [...tests, { file, title: 'the file itself', message, isFlaky: false }] : tests
  })
  return { passed: report.numPassedTests, failed: report.numFailedTests, skipped: report.numPendingTests, files, failures }
}

/** @param path  the file that Playwright's JSON reporter wrote */
export function readPlaywright(path: string): Report {
  const { suites, stats }: PlaywrightReport = JSON.parse(readFileSync(path, 'utf8'))
  const spent = new Map<string, number>()
  const failures: Failure[] = []
  const visit = ({ specs, suites = [] }: PlaywrightSuite) => {
    for (const { file, title, tests } of specs)
      for (const { status, results } of tests) {
        for (const { duration } of results) spent.set(file, (spent.get(file) ?? 0) + duration)
        if (status !== 'unexpected' && status !== 'flaky') continue
        const message = results.flatMap(({ errors }) => errors)[0]?.message ?? ''
        failures.push({ file: `tests/e2e/${file}`, title, message, isFlaky: status === 'flaky' })
      }
    suites.forEach(visit)
  }
  suites.forEach(visit)
  const files = [...spent].map(([file, ms]) => ({ file: `tests/e2e/${file}`, tier: 'e2e', ms }))
  return { passed: stats.expected + stats.flaky, failed: stats.unexpected, skipped: stats.skipped, files, failures }
}

const SLOWEST = 10

const seconds = (ms: number) => `${(ms / 1000).toFixed(1)} s`.padStart(9)

/** The slowest files and the time per tier, as lines to print. Times of files are summed; files of a tier run in parallel. */
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

/**
 * The failed tests, each with the first lines of its message: a CI log keeps the end of the output. Empty when no test failed.
 */
export function failuresOf(failures: Failure[]): string {
  return failures
    .flatMap(({ file, title, message, isFlaky }) => [
      `${isFlaky ? 'Failed, and passed at a second try' : 'Failed'}: ${file} › ${title}`,
      ...stripVTControlCharacters(message)
        .split('\n')
        .slice(0, MESSAGE_LINES)
        .map((line) => `    ${line}`),
    ])
    .join('\n')
}
