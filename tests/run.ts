import { spawn, spawnSync } from 'node:child_process'
import { mkdirSync, rmSync } from 'node:fs'
import { parseArgs } from 'node:util'
import { findChromium, findHeadlessShell } from '#tests/support/runner/chromium.ts'
import { affectedBrowserTests, readSources } from './runner/changed.ts'
import {
  counted,
  failuresOf,
  type Outcome,
  type Report,
  readPlaywright,
  readVitest,
  reported,
  summaryOf,
} from './runner/reports.ts'
import { openScratch } from './runner/scratch.ts'

/**
 * `bun tests/run.ts [TIER…] [--changed REV] [-- FILTER…]`: every tier, or the named ones; with `--changed` only the tests that
 * the changes since REV may affect; with filters only test files whose path contains one of them.
 *
 * Prints the slowest files, the time per tier and the failures, and ends with one line over all runners: `N passed, N failed`.
 */
const TIERS = ['check', 'unit', 'server', 'sync', 'e2e'] as const
type Tier = (typeof TIERS)[number]
const isTier = (name: string): name is Tier => (TIERS as readonly string[]).includes(name)

const REPORTS = 'node_modules/.cache/reports'
const VITEST_REPORT = `${REPORTS}/vitest.json`
const PLAYWRIGHT_REPORT = `${REPORTS}/playwright.json`
const PHASE_REPORT = `${REPORTS}/phases.json`
/** Traces and screenshots of failed browser tests; each failure names its own as well. */
const FAILURES = 'test-results'

/** Characters of a command's output that are kept for the list of failures. A terminal gets its output directly: it keeps none. */
const KEPT_OUTPUT = 4000

const { tiers, filters, since } = parseCommandLine()
const scratch = openScratch()

function parseCommandLine() {
  const [own, filters] = splitAt(process.argv.slice(2), '--')
  const { positionals, values } = parseArgs({ args: own, allowPositionals: true, options: { changed: { type: 'string' } } })
  const unknown = positionals.filter((name) => !isTier(name))
  if (unknown.length > 0) {
    process.stderr.write(`Unknown tier: ${unknown.join(', ')}. Tiers are ${TIERS.join(', ')}.\n`)
    process.exit(2)
  }
  const named = positionals.filter(isTier)
  return { tiers: new Set<Tier>(named.length > 0 ? named : TIERS), filters, since: values.changed }
}

function splitAt(args: string[], separator: string): [string[], string[]] {
  const at = args.indexOf(separator)
  return at < 0 ? [args, []] : [args.slice(0, at), args.slice(at + 1)]
}

function run(command: string[], env: Record<string, string> = {}): Promise<Outcome> {
  const [binary = '', ...args] = command
  const name = command.filter((word) => !word.startsWith('-')).join(' ')
  const stdio = process.stdout.isTTY ? 'inherit' : 'pipe'
  const child = spawn(binary, args, { stdio, env: { ...process.env, TMPDIR: scratch.folder, ...env } })
  let output = ''
  const pass = (to: NodeJS.WriteStream) => (text: string) => {
    to.write(text)
    output = (output + text).slice(-KEPT_OUTPUT)
  }
  child.stdout?.setEncoding('utf8').on('data', pass(process.stdout))
  child.stderr?.setEncoding('utf8').on('data', pass(process.stderr))
  return new Promise((done) => {
    child.once('error', (error) => done({ name, isOk: false, output: String(error) }))
    child.once('close', (code) => done({ name, isOk: code === 0, output }))
  })
}

/** Files that differ from `since`, untracked ones included. */
function changedFiles(revision: string): string[] {
  const lines = (...args: string[]) => {
    const { status, stdout, stderr } = spawnSync('git', args, { encoding: 'utf8' })
    if (status === 0) return stdout.split('\n').filter(Boolean)
    process.stderr.write(stderr)
    process.exit(2)
  }
  return [...lines('diff', '--name-only', revision, '--'), ...lines('ls-files', '--others', '--exclude-standard')]
}

/** Browser tests need one build. It runs in parallel with the type check, which uses one core. */
let built: Outcome | undefined

async function runCheckAndBuild(): Promise<Report> {
  const checks = tiers.has('check')
    ? [
        ['tsc', '-b', '--checkers', '1'],
        ['biome', 'check', '.'],
        ['--bun', 'cspell', 'lint', '--no-progress', '--no-summary', '--show-context'],
      ]
    : []
  const [outcomes] = await Promise.all([
    Promise.all(checks.map((command) => run(['bun', 'x', ...command]))),
    affected.length > 0 && build(),
  ])
  return counted(outcomes)
}

async function build() {
  built = await run(['bun', '--bun', 'vite', 'build', '--logLevel', 'warn'])
}

/** Browser tests to run: all, or those that the changes may affect. */
function affectedByChange(): 'all' | string[] {
  if (!tiers.has('e2e')) return []
  return since ? affectedBrowserTests(changedFiles(since), readSources()) : 'all'
}

async function runVitest(): Promise<Report> {
  const projects = [
    ...(tiers.has('unit') ? ['unit', 'unit-dom'] : []),
    ...(tiers.has('server') ? ['server'] : []),
    ...(tiers.has('sync') ? ['sync'] : []),
  ].map((name) => `--project=${name}`)
  const reporters = ['--reporter=default', '--reporter=json', `--outputFile.json=${VITEST_REPORT}`]
  const selection = [...(since ? [`--changed=${since}`] : []), ...filters, '--passWithNoTests']
  const outcome = await run(['bun', '--bun', 'vitest', 'run', ...projects, ...reporters, ...selection])
  return reported(outcome, () => readVitest(VITEST_REPORT))
}

async function runPlaywright(): Promise<Report> {
  if (affected.length === 0) return counted([])
  if (!built?.isOk) return counted([built ?? { name: 'vite build', isOk: false, output: 'No build was made.' }])
  const chromium = await findChromium()
  if (!chromium) {
    const output = 'No Chromium found: install it (Debian: apt-get install chromium) or set CHROMIUM_PATH.'
    return counted([{ name: 'browsers', isOk: false, output }])
  }
  const shell = findHeadlessShell()
  const selection = [...(affected === 'all' ? [] : affected), ...filters, '--pass-with-no-tests']
  const outcome = await run(['bun', '--bun', 'playwright', 'test', '--config', 'tests/e2e/playwright.config.ts', ...selection], {
    CHROMIUM_PATH: chromium,
    ...(shell && { HEADLESS_SHELL_PATH: shell }),
    PLAYWRIGHT_JSON_OUTPUT_NAME: `${process.cwd()}/${PLAYWRIGHT_REPORT}`,
    PHASE_REPORT: `${process.cwd()}/${PHASE_REPORT}`,
  })
  const report = reported(outcome, () => readPlaywright(PLAYWRIGHT_REPORT))
  if (report.failed > 0) process.stdout.write(`Traces and screenshots of failed tests: ${process.cwd()}/${FAILURES}\n`)
  return report
}

rmSync(REPORTS, { recursive: true, force: true })
mkdirSync(REPORTS, { recursive: true })

const affected = affectedByChange()
const steps: { name: string; isAsked: boolean; run: () => Promise<Report> }[] = [
  { name: 'types, lint, spelling, build', isAsked: tiers.has('check') || affected.length > 0, run: runCheckAndBuild },
  { name: 'unit, server, sync', isAsked: tiers.has('unit') || tiers.has('server') || tiers.has('sync'), run: runVitest },
  { name: 'browsers', isAsked: tiers.has('e2e'), run: runPlaywright },
]
process.once('exit', scratch.remove)
const reports: Report[] = []
const times: { name: string; ms: number }[] = []
for (const step of steps.filter(({ isAsked }) => isAsked)) {
  const beganAt = performance.now()
  reports.push(await step.run())
  times.push({ name: step.name, ms: performance.now() - beganAt })
}

const sum = (key: 'passed' | 'failed' | 'skipped') => reports.reduce((total, each) => total + each[key], 0)
const skipped = sum('skipped')
process.stdout.write(
  `${summaryOf(
    reports.flatMap(({ files }) => files),
    times,
  )}\n`,
)
const failures = failuresOf(reports.flatMap(({ failures }) => failures))
if (failures) process.stdout.write(`${failures}\n`)
process.stdout.write(`${sum('passed')} passed, ${sum('failed')} failed${skipped ? `, ${skipped} skipped` : ''}\n`)
process.exit(sum('failed') > 0 ? 1 : 0)
