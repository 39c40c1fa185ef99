import { spawnSync } from 'node:child_process'
import { existsSync } from 'node:fs'
import { chromium } from 'playwright'

const PACKAGES = ['chromium', 'chromium-headless-shell']

const USUAL_PLACES = [
  '/usr/bin/chromium',
  '/usr/bin/chromium-browser',
  '/usr/bin/google-chrome',
  '/Applications/Google Chrome.app/Contents/MacOS/Google Chrome',
  '/Applications/Chromium.app/Contents/MacOS/Chromium',
]

/** A Chromium to test with: the named one, an installed one, or one that can be installed here; else undefined. */
export async function findChromium(): Promise<string | undefined> {
  const named = process.env.CHROMIUM_PATH
  if (named && existsSync(named)) return named
  const found = [...USUAL_PLACES, playwrightsOwn()].find((path) => path && existsSync(path))
  if (found) return found
  return installed()
}

const SHELLS = ['/usr/bin/chromium-headless-shell', '/usr/lib/chromium/chromium-headless-shell']

/** The same Chromium without windows, if it is installed: its pages take about half the processor's time. */
export function findHeadlessShell(): string | undefined {
  const named = process.env.HEADLESS_SHELL_PATH
  return [named, ...SHELLS].find((path) => path && existsSync(path))
}

/** The path of Playwright's own download; it throws when there is no build for the platform. */
function playwrightsOwn(): string | undefined {
  try {
    return chromium.executablePath()
  } catch {
    return undefined // No build for this platform: the other paths may still exist.
  }
}

function installed(): string | undefined {
  const run = (binary: string, ...args: string[]) => spawnSync(binary, args, { stdio: 'inherit', timeout: 600_000 }).status === 0
  if (run('bun', 'x', 'playwright', 'install', 'chromium')) {
    const own = playwrightsOwn()
    if (own && existsSync(own)) return own
  }
  const mayInstall = process.getuid?.() === 0 && existsSync('/usr/bin/apt-get')
  if (mayInstall && run('apt-get', 'update') && run('apt-get', 'install', '-y', '--no-install-recommends', ...PACKAGES)) {
    return USUAL_PLACES.find((path) => existsSync(path))
  }
  return undefined
}
