import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { guards } from './guards.ts'

/**
 * `bun tests/sync/simulator/check-guards.ts [GUARD …]`: removes one guard after the other, runs the test that covers it, and
 * requires that it fails. Each file first runs with every guard in place. Exits with 1 when no test fails without a guard.
 */
type Report = { testResults: { assertionResults: { title: string; status: string }[] }[] }

const print = (line: string) => process.stdout.write(`${line}\n`)
const selected = process.argv.slice(2)
const folder = mkdtempSync(`${tmpdir()}/latchkey-guards-`)

/** @returns how many tests of that title passed and failed */
async function run(file: string, test: string, without = ''): Promise<{ passed: number; failed: number }> {
  const report = `${folder}/report.json`
  const pattern = test.replaceAll(/[^\w\s,]/g, '.')
  const command = [process.execPath, '--bun', 'vitest', 'run', file, '-t', pattern, '--maxWorkers', '1', '--retry', '0']
  const child = Bun.spawn([...command, '--reporter', 'json', '--outputFile', report], {
    env: { ...process.env, WITHOUT_GUARD: without },
    stdout: 'ignore',
    stderr: 'ignore',
  })
  await child.exited
  const { testResults }: Report = await Bun.file(report).json()
  rmSync(report)
  const statuses = testResults.flatMap(({ assertionResults }) => assertionResults.map(({ status }) => status))
  const count = (status: string) => statuses.filter((each) => each === status).length
  return { passed: count('passed'), failed: count('failed') }
}

let uncovered = 0
for (const [name, { heldBy }] of Object.entries(guards)) {
  if (selected.length > 0 && !selected.includes(name)) continue
  const whole = await run(heldBy.file, heldBy.test)
  const without = await run(heldBy.file, heldBy.test, name)
  const isHeld = whole.passed > 0 && whole.failed === 0 && without.failed > 0
  if (!isHeld) uncovered++
  print(`${isHeld ? 'held    ' : 'NOT HELD'}  ${name}: ${without.failed} of ${whole.passed} fail without it (${heldBy.file})`)
}
rmSync(folder, { recursive: true, force: true })
process.exit(uncovered > 0 ? 1 : 0)
