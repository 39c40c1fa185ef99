import fc from 'fast-check'
import { Backend } from '#tests/sync/simulator/environment/backend.ts'
import { makeBase } from './base.ts'
import { SimHistory } from './history.ts'
import { shrink, withSteps } from './shrink.ts'
import { add, type Stats } from './stats.ts'
import { type Script, script } from './steps.ts'

export type Failure = { seed: number; script: Script; error: unknown }

type Options = {
  /** Empty, migrated databases; one history runs in each at a time. */
  addresses: { socketPath: string; database: string }[]
  seed: number
  runs: number
  /** Positions in the script: a failure with its fewest steps. */
  steps?: number[] | undefined
  /** Stops after this many failures; no further history is begun. */
  maxFailures?: number
  onProgress?: (done: number, failed: number) => void
  onFailure?: (failure: Failure) => void
  /** The statistics of each history are added to it. */
  stats?: Stats
}

/** One failure as text: the seed reproduces it. */
export const formatFailure = ({ seed, error }: Failure) =>
  `bun run simulate --seed ${seed} --runs 1\n${error instanceof Error ? (error.stack ?? error.message) : error}`

/** The history of one seed. */
export const scriptOf = (seed: number): Script => fc.sample(script, { seed, numRuns: 1 })[0] as Script

/** Real time. A history takes seconds, and minutes on a machine that is busy with other work. */
const DEADLINE_MS = 20 * 60_000

/** @throws Error when the work does not end: then its database cannot be used for another history */
async function inTime<Result>(seed: number, work: Promise<Result>): Promise<Result> {
  const { promise, reject } = Promise.withResolvers<never>()
  const late = setTimeout(() => reject(new Error(`The history of seed ${seed} did not end.`)), DEADLINE_MS)
  return Promise.race([work, promise]).finally(() => clearTimeout(late))
}

/** Runs the histories of `runs` seeds from `seed` on, some concurrently. @returns those that violated a guarantee @throws Error when one does not end */
export async function runHistories({
  addresses,
  seed,
  runs,
  steps,
  maxFailures = Number.POSITIVE_INFINITY,
  onProgress,
  onFailure,
  stats,
}: Options): Promise<Failure[]> {
  const failures: Failure[] = []
  let next = 0
  let done = 0
  const work = async (address: (typeof addresses)[number]) => {
    const backend = await Backend.start(address)
    const base = await makeBase(backend)
    while (next < runs && failures.length < maxFailures) {
      const own = seed + next++
      const whole = scriptOf(own)
      const script = steps ? withSteps(whole, steps) : whole
      const history = new SimHistory(backend, base, script)
      const running = history.run().then(
        () => undefined,
        (error: unknown) => ({ error }),
      )
      const failed = await inTime(own, running)
      if (failed) {
        const { error } = failed
        const failure = { seed: own, script, error }
        failures.push(failure)
        onFailure?.(failure)
      }
      if (stats) add(stats, history.stats)
      onProgress?.(++done, failures.length)
    }
    await backend.stop()
  }
  await Promise.all(addresses.map(work))
  return failures
}

/** The fewest steps with which a seed still fails, by their positions. */
export async function shrinkSeed(address: Options['addresses'][number], seed: number): Promise<number[]> {
  const backend = await Backend.start(address)
  const base = await makeBase(backend)
  const breaks = (script: Script) =>
    new SimHistory(backend, base, script).run().then(
      () => false,
      () => true,
    )
  const left = await shrink(scriptOf(seed), breaks)
  await backend.stop()
  return left
}
