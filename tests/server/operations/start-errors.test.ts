import { spawn } from 'node:child_process'
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { createServer } from 'node:net'
import { tmpdir } from 'node:os'
import { afterAll, beforeAll, expect, onTestFinished, test } from 'vitest'

const folder = mkdtempSync(`${tmpdir()}/latchkey-start-`)
let takenPort = 0
const taken = createServer()
beforeAll(async () => {
  writeFileSync(`${folder}/file`, '')
  mkdirSync(`${folder}/empty`)
  await new Promise<void>((resolve) => taken.listen({ host: '127.0.0.1', port: 0 }, resolve))
  const address = taken.address()
  takenPort = typeof address === 'object' && address ? address.port : 0
})
afterAll(async () => {
  await new Promise((resolve) => taken.close(resolve))
  rmSync(folder, { recursive: true, force: true })
})

/** Starts the server, or another program, as an operator does, with no variables but these, and returns how it exits and what it prints to stderr. */
async function startWith(env: Record<string, string>, program = ['sync-server/main.ts']) {
  const { PATH = '', HOME = '' } = process.env
  const child = spawn('bun', program, {
    env: { PATH, HOME, TMPDIR: tmpdir(), LOG_LEVEL: 'silent', SEED: 'none', DATA_DIR: `${folder}/data`, ...env },
    stdio: ['ignore', 'ignore', 'pipe'],
  })
  onTestFinished(() => void child.kill('SIGKILL'))
  let errors = ''
  child.stderr.on('data', (chunk) => {
    errors += chunk
  })
  const code = await new Promise((resolve) => child.once('exit', resolve))
  return { code, errors }
}

test('a port that another program uses is named, and the server exits', async () => {
  const { code, errors } = await startWith({ PORT: String(takenPort) })
  expect(code).toBe(1)
  expect(errors).toBe(`PORT: ${takenPort} is already in use. Stop the other program, or set PORT to a free port.\n`)
})

test.for<[name: string, env: () => Record<string, string>, line: RegExp]>([
  ['a data folder that is a file', () => ({ DATA_DIR: `${folder}/file` }), /^DATA_DIR: .*file is not a folder\. Set it to /],
  ['a data folder below a file', () => ({ DATA_DIR: `${folder}/file/data` }), /^DATA_DIR: .* is not a folder\. Set it to /],
  [
    'a folder without a built web app',
    () => ({ WEB_DIR: `${folder}/empty` }),
    /^WEB_DIR: .* has no index\.html\. Build the web app with "/,
  ],
  [
    'an address of another machine',
    () => ({ HOST: '192.0.2.1', PAYMENTS: 'sandbox' }),
    /^HOST: .* cannot listen on 192\.0\.2\.1 \(EADDRNOTAVAIL\)\. Set HOST/,
  ],
  [
    'a word as port',
    () => ({ PORT: 'eighty' }),
    /^Configuration cannot be used:\n {2}PORT: must be a whole number from 0 to 65535$/,
  ],
  [
    'a database of another kind',
    () => ({ DATABASE_URL: 'mysql://host/db' }),
    /^Configuration .*\n {2}DATABASE_URL: must be an address such as postgres:\/\/user:password@host:5432\/database$/,
  ],
  [
    'an unknown log level',
    () => ({ LOG_LEVEL: 'loud' }),
    /^Configuration .*\n {2}LOG_LEVEL: must be fatal, error, warn, info, debug or silent$/,
  ],
])('%s is one fault that names the variable and the remedy', async ([, env, line]) => {
  const { code, errors } = await startWith({ PORT: '0', ...env() })
  expect(code).toBe(1)
  expect(errors.trimEnd()).toMatch(line)
  expect(errors).not.toMatch(/\n\s+at |Error:/)
})

test('the seed and the import name a wrong data folder and a misspelt variable in the same way', async () => {
  for (const program of [['sync-server/cli/seed.ts'], ['sync-server/cli/import-listing.ts', '--api']]) {
    const { code, errors } = await startWith({ DATA_DIR: `${folder}/file`, ADMIN_EMAIL: 'a@b.example' }, program)
    expect([program, code]).toEqual([program, 1])
    expect(errors).toMatch(
      /^ADMIN_EMAIL: is unknown\. Did you mean ADMIN_EMAILS\?\nDATA_DIR: .*file is not a folder\. Set it to /,
    )
  }
})
