import { availableParallelism } from 'node:os'
import { defineConfig } from 'vitest/config'
import { LongestFirst } from '#tests/support/runner/longest-first.ts'
import { TIERS } from '#tests/support/runner/tiers.ts'
import { withoutGuard } from '#tests/support/runner/without-guard.ts'
import { DEADLINE_MS } from '#tests/support/until.ts'

/**
 * Bun loads the modules itself: it runs its own TypeScript and its own imports a tenth faster than modules that Vite transforms.
 * Tests of these tiers cannot replace modules (`tests/architecture.test.ts`). To remove a guard, Vite has to transform its file.
 */
const byBun = process.env.WITHOUT_GUARD ? {} : { experimental: { viteModuleRunner: false, nodeLoader: false } }

/** One project per tier: `bun --bun vitest run --project unit --project unit-dom` starts no Postgres. */
const withPostgres = {
  ...byBun,
  environment: 'node',
  // Files of one thread share their modules. Importing the server again for each file took a fifth of the time.
  isolate: false,
  setupFiles: ['tests/support/runner/cheap-hashing.ts'],
  // Both projects share one Postgres.
  globalSetup: ['tests/support/runner/global-setup.ts'],
}

/**
 * Apart from the build's configuration: tests need none of its plugins. Under Bun only the `threads` pool works.
 */
export default defineConfig({
  plugins: withoutGuard(process.env.WITHOUT_GUARD),
  test: {
    pool: 'threads',
    // Not more than there are cores: with a third worker two cores need a sixth more processor time, and more time.
    maxWorkers: Math.min(3, Math.max(2, availableParallelism())),
    // In CI, a test that fails once and then passes is named in the report and does not fail the run.
    retry: process.env.CI ? 1 : 0,
    // A test of a slow machine is late, and is not wrong.
    testTimeout: 180_000,
    hookTimeout: 240_000,
    expect: { poll: { timeout: DEADLINE_MS } },
    sequence: { sequencer: LongestFirst },
    projects: [
      { extends: true, test: { name: 'unit', ...TIERS.unit, ...byBun, environment: 'node', isolate: false } },
      {
        extends: true,
        test: {
          name: 'unit-dom',
          ...TIERS['unit-dom'],
          environment: 'happy-dom',
          isolate: false,
          setupFiles: ['tests/support/runner/dom-setup.ts'],
        },
      },
      { extends: true, test: { name: 'server', ...TIERS.server, ...withPostgres } },
      { extends: true, test: { name: 'sync', ...TIERS.sync, ...withPostgres } },
    ],
  },
})
