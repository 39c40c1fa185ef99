import { parseArgs } from 'node:util'
import { examine } from '#server/operations/doctor/examine.ts'
import type { Result, Status } from '#server/operations/doctor/finding.ts'

const USAGE = `bun run doctor [--json]   checks the configuration and everything that it names; the server need not run

Exit code: 0 without problems, 1 with problems. Warnings do not count.`

const END_MS = 1000

const flag = { type: 'boolean', default: false } as const
const print = (line: string) => process.stdout.write(`${line}\n`)
const count = (results: Result[], status: Status) => results.filter((result) => result.status === status).length

async function main(): Promise<number> {
  const { values } = parseArgs({ options: { json: flag, help: flag } })
  if (values.help) {
    print(USAGE)
    return 0
  }
  const results = await examine(process.env)
  const [problems, warnings] = [count(results, 'problem'), count(results, 'warning')]
  if (values.json) print(JSON.stringify({ problems, warnings, results }))
  else {
    for (const { check, status, text, remedy } of results) {
      print(`${status.padEnd(8)} ${check.padEnd(14)} ${text}`)
      if (remedy) print(`${' '.repeat(24)}${remedy}`)
    }
    print(`\n${problems} problems, ${warnings} warnings`)
  }
  return problems > 0 ? 1 : 0
}

try {
  process.exitCode = await main()
} catch (error) {
  process.stderr.write(`${error instanceof Error ? error.message : error}\n`)
  process.exitCode = 2
}
// A check that was given up may hold a connection open.
setTimeout(() => process.exit(), END_MS).unref()
