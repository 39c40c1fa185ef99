import fc from 'fast-check'
import { beforeAll, test } from 'vitest'
import { startTestApp } from '#tests/support/app.ts'
import { History, type Step } from './support/history.ts'
import { FATES } from './support/rough-network.ts'
import { World } from './support/world.ts'

/**
 * The promise of the whole sync (DESIGN 7.1): after any history, with a network
 * that loses, doubles and delays and tabs that die, every device equals a fresh
 * query for its principal, every acknowledged write has exactly one effect, and
 * no word is gone that its writer did not give up.
 */
const world = new World(await startTestApp())
beforeAll(() => world.countEffects())

const device = fc.nat(2)
const vc = fc.nat(3)
const account = fc.nat(1)
const fate = fc.constantFrom(...FATES)

const step: fc.Arbitrary<Step> = fc.oneof(
  { weight: 5, arbitrary: fc.record({ do: fc.constant('note' as const), device, vc }) },
  { weight: 4, arbitrary: fc.record({ do: fc.constant('save' as const), device, vc, isSaved: fc.boolean() }) },
  { weight: 1, arbitrary: fc.record({ do: fc.constant('intro' as const), device, vc }) },
  { weight: 6, arbitrary: fc.record({ do: fc.constant('sync' as const), device, fates: fc.array(fate, { maxLength: 4 }) }) },
  { weight: 2, arbitrary: fc.record({ do: fc.constant('sync and die' as const), device, ticks: fc.nat(60) }) },
  { weight: 2, arbitrary: fc.record({ do: fc.constant('network' as const), device, isOnline: fc.boolean() }) },
  { weight: 3, arbitrary: fc.record({ do: fc.constantFrom('list' as const, 'unlist' as const, 'delist' as const), vc }) },
  { weight: 3, arbitrary: fc.record({ do: fc.constantFrom('grant' as const, 'revoke' as const), account, vc }) },
  { weight: 2, arbitrary: fc.record({ do: fc.constant('sign in' as const), device, account, fate }) },
  { weight: 2, arbitrary: fc.record({ do: fc.constant('sign out' as const), device }) },
  { weight: 2, arbitrary: fc.record({ do: fc.constant('echoes' as const), device }) },
)

const RUNS = Number(process.env.ORACLE_RUNS ?? 200)

/** The same histories for everybody who runs the tests; a search for new ones gives `ORACLE_SEED=random` and many runs. */
const { ORACLE_SEED = '20261121' } = process.env
const seed = ORACLE_SEED === 'random' ? {} : { seed: Number(ORACLE_SEED) }

// Never tried again: what fails in one history of many is exactly what this looks for.
const once = { retry: 0, timeout: 300_000 }

test(`${RUNS} random histories leave every device with the server's truth and nobody's words lost`, once, async () => {
  const histories = fc.array(step, { minLength: 4, maxLength: 12, size: 'max' })
  await fc.assert(
    fc.asyncProperty(histories, (steps) => new History(world).run(steps)),
    { numRuns: RUNS, ...seed },
  )
})
