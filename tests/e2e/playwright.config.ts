import { defineConfig } from '@playwright/test'
import { DEADLINE_MS } from '#tests/support/until.ts'
import { browserPath, CHROMIUM_ARGS } from './support/launch.ts'

/** Files that take longest begin first, so that no core waits for one of them at the end. */
const LONGEST = [
  'jobs',
  'every-address',
  'records',
  'gates',
  'settings',
  'device-erasure',
  'browse',
  'screens',
  'admin',
  'projects',
  'project-setup',
  'money',
].map((name) => `**/${name}.e2e.ts`)

/**
 * Real Chromium against the real server process, as `chrome-headless-shell` where that is available. Each file has
 * its own server and database. With two of them in parallel, two cores are idle for a seventh of the time; with three, hardly.
 */
export default defineConfig({
  testDir: '.',
  // Playwright begins the files of a project in their alphabetical order, and projects in this order.
  projects: [
    { name: 'longest', testMatch: LONGEST },
    { name: 'others', testMatch: '**/*.e2e.ts', testIgnore: LONGEST },
  ],
  outputDir: '../../test-results',
  globalSetup: './support/global-setup.ts',
  workers: 3,
  fullyParallel: false,
  // On a machine that decides alone, a test that fails once and then passes is named in the report and blocks nothing.
  retries: process.env.CI ? 1 : 0,
  // A test of a slow machine is late, and is not wrong.
  timeout: 180_000,
  expect: { timeout: DEADLINE_MS },
  reporter: [['list'], ['json'], ['./support/phase-reporter.ts']],
  use: {
    browserName: 'chromium',
    launchOptions: { executablePath: browserPath(), args: CHROMIUM_ARGS },
    // An animation is drawn sixty times a second by a processor here, and every click waits until it ends.
    contextOptions: { reducedMotion: 'reduce' },
    // A failed test leaves a picture and a trace: actions, console and requests. Recording the page itself as well would
    // cost a quarter of the time; `--trace on` does it for one test.
    trace: { mode: 'retain-on-failure', snapshots: false, screenshots: false, sources: false },
    screenshot: 'only-on-failure',
  },
})
