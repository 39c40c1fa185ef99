import { defineConfig } from 'vitest/config'
import { LongestFirst } from './tests/support/longest-first.ts'

/**
 * Apart from the build's configuration: tests need none of its plugins. Under Bun only the `threads` pool works.
 * Server tests meet a real Postgres; web tests a DOM and an IndexedDB in memory.
 */
export default defineConfig({
  test: {
    pool: 'threads',
    // More than there are cores: server tests wait for their database much of the time.
    maxWorkers: 3,
    // On a machine that decides alone, what fails once and then passes is named in its report and holds nothing up.
    retry: process.env.CI ? 1 : 0,
    testTimeout: 30_000,
    hookTimeout: 60_000,
    globalSetup: ['tests/support/global-setup.ts'],
    sequence: { sequencer: LongestFirst },
    projects: [
      {
        extends: true,
        test: {
          name: 'server',
          environment: 'node',
          // Files of one thread share what they import: reading the server anew for each took a fifth of the time.
          isolate: false,
          include: ['{shared,drizzle,sync-server}/**/*.test.ts', 'tests/*.test.ts', 'tests/{server,sync}/**/*.test.ts'],
          exclude: ['**/*.web.test.ts'],
        },
      },
      {
        extends: true,
        test: {
          name: 'web',
          environment: 'happy-dom',
          setupFiles: ['fake-indexeddb/auto'],
          include: ['web/**/*.test.{ts,tsx}', 'tests/**/*.web.test.{ts,tsx}'],
        },
      },
    ],
  },
})
