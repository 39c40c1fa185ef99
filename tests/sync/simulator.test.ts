import { afterAll, expect, inject, test } from 'vitest'
import { createDatabase } from '#tests/support/template-database.ts'
import { runHistories, tell } from './simulator/run.ts'

/**
 * The promise of the whole sync (DESIGN 7.1): whatever three to eight devices, a network in a basement, dying tabs and a
 * dying server do to one another, nobody sees what is not theirs, nothing that was called saved is lost or happens twice,
 * and once the network is back every device holds what a fresh query for its principal gives.
 *
 * The same histories for everybody who runs the tests; `bun run simulate` looks for new ones, and replays one by its seed.
 */
const RUNS = Number(process.env.SIMULATOR_RUNS ?? 500)
const SEED = Number(process.env.SIMULATOR_SEED ?? 20261122)

/** The database works while the others' devices do. */
const SIDE_BY_SIDE = 2

// Never tried again: what fails in one history of many is exactly what this looks for.
const once = { retry: 0, timeout: 900_000 }

test(`${RUNS} histories of three to eight devices keep every promise`, once, async () => {
  const socketPath = inject('postgresSocket')
  const made = await Promise.all(Array.from({ length: SIDE_BY_SIDE }, () => createDatabase(socketPath)))
  afterAll(() => Promise.all(made.map(({ drop }) => drop())))
  const addresses = made.map(({ database }) => ({ socketPath, database }))
  const failures = await runHistories({ addresses, seed: SEED, runs: RUNS })
  expect(failures.map(tell)).toEqual([])
})
