import fc from 'fast-check'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { testDatabase } from '#tests/support/database/postgres.ts'
import { findViolations } from '#tests/support/histories/oracle.ts'
import { runHistory } from '#tests/support/histories/run-history.ts'
import { openSetup, type Setup } from '#tests/support/histories/setup.ts'
import { type History, history } from '#tests/support/histories/steps.ts'
import { rotatingSeed } from '#tests/support/runner/rotating-seed.ts'
import { receiptNumbers } from '#tests/support/state/orders.ts'

/** Each commit has different histories; `MONEY_SEED` and `MONEY_RUNS` select others, and more of them. */
const SEED = rotatingSeed(process.env.MONEY_SEED)
const RUNS = Number(process.env.MONEY_RUNS ?? 150)
const STAGES = Number(process.env.MONEY_STAGES ?? 4)

let stages: Setup[]
beforeAll(async () => {
  stages = await Promise.all(Array.from({ length: STAGES }, async () => openSetup(await testDatabase())))
})
afterAll(() => Promise.all(stages.map((stage) => stage.stop())))

async function findFaults(stage: Setup, candidate: History): Promise<string[]> {
  const found = await findViolations(await runHistory(stage, candidate))
  // The provider of the next history has no data of this one.
  await stage.database.sql`truncate sandbox_objects, sandbox_requests, sandbox_deliveries, stripe_events`
  if (found.length > 0) {
    await stage.database.sql`delete from jobs`
    await stage.database.sql`update orders set status = 'cancelled' where status in ('pending', 'processing', 'failed')`
  }
  return found
}

const MAX_RETRIES = 60

// Never retried, with a timeout for ten times as many histories.
const once = { retry: 0, timeout: 900_000 }

/** The same history without every round that is not needed for the failure. */
async function shrink(stage: Setup, candidate: History, found: string[]) {
  let [least, why, left] = [candidate, found, MAX_RETRIES]
  for (let index = 0; index < least.rounds.length && left > 0; ) {
    const shorter = { ...least, rounds: least.rounds.filter((_, at) => at !== index) }
    left -= 1
    const still = await findFaults(stage, shorter)
    if (still.length > 0) [least, why] = [shorter, still]
    else index += 1
  }
  return { least, why }
}

test(
  `P7, P8, P11, P12, P14, P15, P20: after any sequence of actions of buyers, cards, events and servers, money and grants agree with the provider (${RUNS} histories of seed ${SEED})`,
  once,
  async () => {
    const left = fc.sample(history, { seed: SEED, numRuns: RUNS }).entries()
    const failed: string[] = []
    await Promise.all(
      stages.map(async (stage) => {
        for (const [index, candidate] of left) {
          const found = await findFaults(stage, candidate)
          if (found.length === 0) continue
          const { least, why } = failed.length === 0 ? await shrink(stage, candidate, found) : { least: undefined, why: found }
          failed.push(`history ${index}: ${why.join('\n    ')}${least ? `\n    ${JSON.stringify(least)}` : ''}`)
        }
      }),
    )
    if (failed.length > 0)
      throw new Error(`MONEY_SEED=${SEED} MONEY_RUNS=${RUNS}: ${failed.length} histories end badly\n  ${failed.join('\n  ')}`)

    for (const { database } of stages) {
      const numbers = await receiptNumbers(database.db)
      expect(numbers.at(-1)).toBe(numbers.length)
    }
  },
)
