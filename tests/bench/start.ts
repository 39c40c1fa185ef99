import { spawn, spawnSync } from 'node:child_process'
import { cpSync } from 'node:fs'
import { type Browser, type BrowserContext, chromium, type Page } from 'playwright'
import { CHROMIUM_ARGS } from '#tests/e2e/support/launch.ts'
import { findChromium, findHeadlessShell } from '#tests/support/runner/chromium.ts'

/**
 * How often a page is asked what it has recorded. By default Playwright asks at each frame, and so makes a page render that would
 * rest.
 */
export const POLLING_MS = 100

/**
 * The product with generated investors in a separate process.
 *
 * @param pictures  `none`: the hosts of the generated pictures do not exist, which a browser reports as an error
 * @see server.ts
 */
export async function startServer(investors: number, webFolder: string, dataDir: string, pictures: 'all' | 'none' = 'all') {
  const server = spawn('bun', [`${import.meta.dirname}/server.ts`, String(investors), webFolder, dataDir, pictures], {
    stdio: ['ignore', 'pipe', 'inherit'],
  })
  const url = await new Promise<string>((done) => server.stdout.once('data', (line) => done(String(line).trim())))
  const stop = async () => {
    const ended = new Promise((done) => server.once('exit', done))
    server.kill('SIGTERM')
    await ended
  }
  return { url, pid: server.pid ?? Number.NaN, stop }
}

/**
 * Builds the app, and copies it to a folder, where pages beside it may be added.
 *
 * @param isReadable  functions keep their names
 */
export function buildApp(folder: string, isReadable = false) {
  const names = isReadable ? ['--minify', 'false'] : []
  const { status } = spawnSync('bun', ['--bun', 'vite', 'build', '--logLevel', 'error', ...names], { stdio: 'inherit' })
  if (status !== 0) throw new Error('The app could not be built.')
  cpSync('web/dist', folder, { recursive: true })
}

/**
 * The shell without windows, where it is: for each window a whole Chromium loads pages of its own (the address bar), which take
 * seconds of the same cores beside the measured page.
 */
export const benchBrowser = async () => findHeadlessShell() ?? (await findChromium())

/** A browser whose optimising compilers are on: browser tests switch them off. */
export async function launchBrowser(): Promise<Browser> {
  const executablePath = await benchBrowser()
  const args = CHROMIUM_ARGS.filter((arg) => !arg.startsWith('--js-flags'))
  return chromium.launch({ ...(executablePath && { executablePath }), args })
}

/**
 * A page whose renderer is warm: it has already shown a small page of the same origin. A cold renderer adds 250 to 300 ms to
 * every first visit, of the limit as well, which flatters every ratio.
 */
export async function openWarmPage(context: BrowserContext): Promise<Page> {
  const page = await context.newPage()
  await page.goto('/robots.txt')
  return page
}
