import { parseArgs } from 'node:util'
import { createDatabase, startTemplate } from '#tests/support/database/template-database.ts'
import { takeAway } from './guards.ts'

/**
 * `bun run simulate [--seed N] [--runs N] [--without GUARD] [--steps N,N,…]`: new histories each time, or those of the seeds
 * from N on. A seed gives the same history every time, so a failure is replayed by `--seed` and `--runs 1`. A few failures are
 * told with the fewest of their steps that still fail. Without a guard, the first history that misses it is enough.
 */
const SIDE_BY_SIDE = 2
const TELL_EVERY = 250
const SHRUNK = 3

const text = { type: 'string' } as const
const { values } = parseArgs({ options: { seed: text, runs: text, without: text, steps: text } })
const seed = Number(values.seed ?? Math.floor(Math.random() * 0x3fffffff))
const runs = Number(values.runs ?? 10_000)
const steps = values.steps?.split(',').map(Number)
const say = (line: string) => process.stdout.write(`${line}\n`)

if (values.without) await takeAway(values.without)
// Loaded only now, without the guard that was taken away.
const { runHistories, scriptOf, shrinkSeed, tell } = await import('./run.ts')
const { emptyTally, tellTally } = await import('./stats.ts')

const { socketPath, stop } = await startTemplate()
const made = await Promise.all(Array.from({ length: Math.min(runs, SIDE_BY_SIDE) }, () => createDatabase(socketPath)))
say(`${runs} histories from seed ${seed} on${values.without ? `, without: ${values.without}` : ''}`)

const beganAt = performance.now()
const spentBefore = process.cpuUsage()
const seconds = () => Math.round((performance.now() - beganAt) / 1000)
const onProgress = (done: number, failed: number) => {
  if (done % TELL_EVERY === 0) say(`${done} done, ${failed} failed, ${seconds()} s`)
}
const tally = emptyTally()
const addresses = made.map(({ database }) => ({ socketPath, database }))
const onFailure = (failure: Parameters<typeof tell>[0]) => say(tell(failure).slice(0, 2000))
const failures = await runHistories({
  addresses,
  seed,
  runs,
  steps,
  onProgress,
  onFailure,
  tally,
  ...(values.without && { most: 1 }),
})
const [first] = failures
if (values.without && first) say(`Without ${values.without}: missed after ${first.seed - seed + 1} histories, ${seconds()} s`)
else {
  say(
    `${runs - failures.length} of ${runs} histories from seed ${seed} on kept every promise, ${failures.length} did not, ${seconds()} s`,
  )
  say(tellTally(tally, runs))
  const { user, system } = process.cpuUsage(spentBefore)
  say(`${Math.round((user + system) / 1000 / runs)} ms of processor time each, without that of Postgres`)
}

for (const { seed } of steps || values.without ? [] : failures.slice(0, SHRUNK)) {
  const { database, drop } = await createDatabase(socketPath)
  const left = await shrinkSeed({ socketPath, database }, seed)
  say(`bun run simulate --seed ${seed} --runs 1 --steps ${left.join(',')}`)
  for (const place of left) say(`  ${place}: ${JSON.stringify(scriptOf(seed).steps[place])}`)
  await drop()
}

for (const { drop } of made) await drop()
await stop()
process.exit(failures.length > 0 ? 1 : 0)
