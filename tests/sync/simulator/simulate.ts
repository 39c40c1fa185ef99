import { parseArgs } from 'node:util'
import { createDatabase, startTemplate } from '#tests/support/database/template-database.ts'
import { removeGuard } from './guards.ts'

const USAGE = `bun run simulate [--seed N] [--runs N] [--steps N,N,…] [--without GUARD]

Runs random histories of devices, tabs, networks and servers that fail, and prints the failures.
The first failures are shrunk to the fewest steps that still fail.

--seed N          the first seed; a seed always gives the same history (default: random)
--runs N          the number of histories, one for each seed from the first on (default: 10000)
--steps N,N,…     only these steps of each history
--without GUARD   without a guard of the product; ends at the first failing history`

const CONCURRENCY = 2
const REPORT_EVERY = 250
const MAX_SHRUNK = 3

const text = { type: 'string' } as const
const { values } = parseArgs({ options: { seed: text, runs: text, without: text, steps: text, help: { type: 'boolean' } } })
if (values.help) {
  process.stdout.write(`${USAGE}\n`)
  process.exit()
}
const seed = Number(values.seed ?? Math.floor(Math.random() * 0x3fffffff))
const runs = Number(values.runs ?? 10_000)
const steps = values.steps?.split(',').map(Number)
const print = (line: string) => process.stdout.write(`${line}\n`)

if (values.without) await removeGuard(values.without)
// Loaded only now, without the removed guard.
const { runHistories, scriptOf, shrinkSeed, formatFailure } = await import('./run.ts')
const { emptyStats, formatStats } = await import('./stats.ts')

const { socketPath, stop } = await startTemplate()
const made = await Promise.all(Array.from({ length: Math.min(runs, CONCURRENCY) }, () => createDatabase(socketPath)))
print(`${runs} histories from seed ${seed} on${values.without ? `, without: ${values.without}` : ''}`)

const beganAt = performance.now()
const spentBefore = process.cpuUsage()
const seconds = () => Math.round((performance.now() - beganAt) / 1000)
const onProgress = (done: number, failed: number) => {
  if (done % REPORT_EVERY === 0) print(`${done} done, ${failed} failed, ${seconds()} s`)
}
const stats = emptyStats()
const addresses = made.map(({ database }) => ({ socketPath, database }))
const onFailure = (failure: Parameters<typeof formatFailure>[0]) => print(formatFailure(failure).slice(0, 2000))
const failures = await runHistories({
  addresses,
  seed,
  runs,
  steps,
  onProgress,
  onFailure,
  stats,
  ...(values.without && { maxFailures: 1 }),
})
const [first] = failures
if (values.without && first) print(`Without ${values.without}: detected after ${first.seed - seed + 1} histories, ${seconds()} s`)
else {
  print(`${runs - failures.length} of ${runs} histories from seed ${seed} on passed, ${failures.length} failed, ${seconds()} s`)
  print(formatStats(stats, runs))
  const { user, system } = process.cpuUsage(spentBefore)
  print(`${Math.round((user + system) / 1000 / runs)} ms of processor time each, without that of Postgres`)
}

for (const { seed } of steps || values.without ? [] : failures.slice(0, MAX_SHRUNK)) {
  const { database, drop } = await createDatabase(socketPath)
  const left = await shrinkSeed({ socketPath, database }, seed)
  print(`bun run simulate --seed ${seed} --runs 1 --steps ${left.join(',')}`)
  for (const place of left) print(`  ${place}: ${JSON.stringify(scriptOf(seed).steps[place])}`)
  await drop()
}

for (const { drop } of made) await drop()
await stop()
process.exit(failures.length > 0 ? 1 : 0)
