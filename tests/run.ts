import { spawn } from 'node:child_process'
import { mkdirSync, readFileSync, rmSync } from 'node:fs'
import { findChromium, findHeadlessShell } from './support/chromium.ts'

/**
 * Every test of the product, one runner after another on the machine's few cores:
 * types and lint, unit and server tests, then the browser's. Ends with one plain
 * line over all of them: `N passed, N failed`.
 */
const REPORTS = 'node_modules/.cache/reports'
const VITEST_REPORT = `${REPORTS}/vitest.json`
const PLAYWRIGHT_REPORT = `${REPORTS}/playwright.json`

type Count = { passed: number; failed: number; skipped: number }

function run(command: string[], env: Record<string, string> = {}): Promise<boolean> {
  const [binary = '', ...args] = command
  const child = spawn(binary, args, { stdio: 'inherit', env: { ...process.env, ...env } })
  return new Promise((done) => {
    child.once('error', () => done(false))
    child.once('exit', (code) => done(code === 0))
  })
}

/** What a runner reported; one that died before it could report has failed once. */
function count(isOk: boolean, read: () => Count): Count {
  try {
    const counted = read()
    return isOk || counted.failed > 0 ? counted : { ...counted, failed: 1 }
  } catch (error) {
    process.stderr.write(`${error}\n`)
    return { passed: 0, failed: 1, skipped: 0 }
  }
}

function readVitest(): Count {
  const report = JSON.parse(readFileSync(VITEST_REPORT, 'utf8'))
  return { passed: report.numPassedTests, failed: report.numFailedTests, skipped: report.numPendingTests }
}

function readPlaywright(): Count {
  const { stats } = JSON.parse(readFileSync(PLAYWRIGHT_REPORT, 'utf8'))
  return { passed: stats.expected + stats.flaky, failed: stats.unexpected, skipped: stats.skipped }
}

async function runCheck(): Promise<Count> {
  const steps = [
    ['bun', 'x', 'tsc', '-b'],
    ['bun', 'x', 'biome', 'check', '.'],
  ]
  const outcomes = []
  for (const step of steps) outcomes.push(await run(step))
  return { passed: outcomes.filter(Boolean).length, failed: outcomes.filter((isOk) => !isOk).length, skipped: 0 }
}

async function runVitest(): Promise<Count> {
  const reporters = ['--reporter=default', '--reporter=json', `--outputFile.json=${VITEST_REPORT}`]
  const isOk = await run(['bun', '--bun', 'vitest', 'run', ...reporters])
  return count(isOk, readVitest)
}

async function runPlaywright(): Promise<Count> {
  const chromium = await findChromium()
  if (!chromium) {
    process.stderr.write('No Chromium found: install it (Debian: apt-get install chromium) or set CHROMIUM_PATH.\n')
    return { passed: 0, failed: 1, skipped: 0 }
  }
  const shell = findHeadlessShell()
  if (!(await run(['bun', '--bun', 'vite', 'build', '--logLevel', 'warn']))) return { passed: 0, failed: 1, skipped: 0 }
  const isOk = await run(['bun', '--bun', 'playwright', 'test', '--config', 'tests/e2e/playwright.config.ts'], {
    CHROMIUM_PATH: chromium,
    ...(shell && { HEADLESS_SHELL_PATH: shell }),
    PLAYWRIGHT_JSON_OUTPUT_NAME: `${process.cwd()}/${PLAYWRIGHT_REPORT}`,
  })
  return count(isOk, readPlaywright)
}

rmSync(REPORTS, { recursive: true, force: true })
mkdirSync(REPORTS, { recursive: true })
const counts = [await runCheck(), await runVitest(), await runPlaywright()]
const sum = (key: keyof Count) => counts.reduce((total, each) => total + each[key], 0)
const skipped = sum('skipped')
process.stdout.write(`${sum('passed')} passed, ${sum('failed')} failed${skipped ? `, ${skipped} skipped` : ''}\n`)
process.exit(sum('failed') > 0 ? 1 : 0)
