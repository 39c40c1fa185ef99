import { afterAll, expect, inject, test } from 'vitest'
import { createDatabase } from '#tests/support/database/template-database.ts'
import { rotatingSeed } from '#tests/support/runner/rotating-seed.ts'
import { formatFailure, runHistories } from './run.ts'

const RUNS = Number(process.env.SIMULATOR_RUNS ?? 150)
const SEED = rotatingSeed(process.env.SIMULATOR_SEED)

/** Each part is one test file, so that two cores share the histories. */
const PARTS = 2

/** Databases per part: the database works while the devices of the other part do. */
const CONCURRENCY = 1

// No retry: this test looks for failures that occur in one history of many.
const once = { retry: 0, timeout: 900_000 }

/**
 * The guarantees of the whole sync (DESIGN 7.1), for three to eight devices on a faulty network, with tabs and a server that die:
 * no device sees data of another principal, nothing that was shown as saved is lost or applied twice, and once the network is
 * back every device stores what a fresh query for its principal returns.
 *
 * Each commit runs different histories. `bun run simulate` runs more of them, and replays one by its seed.
 *
 * @param part  0 or 1: the first or the second half of the histories
 */
export function testHistories(part: number) {
  const first = SEED + Math.ceil((RUNS * part) / PARTS)
  const runs = SEED + Math.ceil((RUNS * (part + 1)) / PARTS) - first

  test(`${runs} histories of three to eight devices, from seed ${first} on, keep every promise`, once, async () => {
    const socketPath = inject('postgresSocket')
    const made = await Promise.all(Array.from({ length: CONCURRENCY }, () => createDatabase(socketPath)))
    afterAll(() => Promise.all(made.map(({ drop }) => drop())))
    const addresses = made.map(({ database }) => ({ socketPath, database }))
    const failures = await runHistories({ addresses, seed: first, runs })
    expect(failures.map(formatFailure)).toEqual([])
  })
}
