import { spawn, spawnSync } from 'node:child_process'
import { once } from 'node:events'
import { chmodSync, chownSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname } from 'node:path'
import { afterEach, expect, test } from 'vitest'
import { connect } from './client.ts'
import { startEmbeddedPostgres } from './embedded.ts'

const folders: string[] = []

function aFolder() {
  const folder = mkdtempSync(`${tmpdir()}/latchkey-embedded-`)
  folders.push(folder)
  return `${folder}/postgres`
}

afterEach(async () => {
  for (const folder of folders.splice(0)) {
    const postgres = await startEmbeddedPostgres(`${folder}/postgres`)
    await postgres.stop()
    rmSync(folder, { recursive: true, force: true })
  }
})

async function ask<Row>(socketPath: string, query: string): Promise<Row | undefined> {
  const opened = connect({ socketPath, database: 'postgres' }, { max: 1 })
  try {
    const [row] = await opened.sql.unsafe(query)
    return row as Row | undefined
  } finally {
    await opened.close()
  }
}
const pidOf = (folder: string) => Number.parseInt(readFileSync(`${folder}/postmaster.pid`, 'utf8'), 10)

test('two first starts on one folder share one database', async () => {
  const folder = aFolder()
  const [one, other] = await Promise.all([startEmbeddedPostgres(folder), startEmbeddedPostgres(folder)])
  await ask(one.socketPath, 'create table written as select 7 as number')
  expect(await ask(other.socketPath, 'select number from written')).toEqual({ number: 7 })
  const beside = readdirSync(dirname(folder))
  expect(beside).toEqual(['postgres'])
})

test('a clean stop removes the lock file, and the next start finds the rows', async () => {
  const folder = aFolder()
  const first = await startEmbeddedPostgres(folder)
  await ask(first.socketPath, 'create table kept as select 1 as number')
  await first.stop()
  expect(() => pidOf(folder)).toThrow('ENOENT')
  const second = await startEmbeddedPostgres(folder)
  expect(await ask(second.socketPath, 'select number from kept')).toEqual({ number: 1 })
})

/** Starts the database in a separate process, as the app does, and prints `started`. */
const START = `const { startEmbeddedPostgres } = await import('./sync-server/database/embedded.ts')
await startEmbeddedPostgres(process.argv.at(-1)); process.stdout.write('started')`

test('the database of a killed app keeps running as an orphan, and the next start joins it', async () => {
  const folder = aFolder()
  const app = spawn('bun', ['-e', `${START}; setInterval(() => undefined, 1000)`, folder], {
    stdio: ['ignore', 'pipe', 'inherit'],
  })
  await once(app.stdout, 'data')
  const pid = pidOf(folder)
  app.kill('SIGKILL')
  await once(app, 'exit')
  const next = await startEmbeddedPostgres(folder)
  expect(pidOf(folder)).toBe(pid)
  expect(await ask(next.socketPath, 'select 1 as number')).toEqual({ number: 1 })
})

test('a process that started a database can exit while the database keeps running for others', async () => {
  const folder = aFolder()
  const app = spawn('bun', ['-e', START, folder], { stdio: 'ignore' })
  expect((await once(app, 'exit'))[0]).toBe(0)
  const pid = pidOf(folder)
  await startEmbeddedPostgres(folder)
  expect(pidOf(folder)).toBe(pid)
})

test('a lock file left by a power cut, whose pid now belongs to another program, does not prevent a start', async () => {
  const folder = aFolder()
  const first = await startEmbeddedPostgres(folder)
  await ask(first.socketPath, 'create table kept as select 1 as number')
  const lock = readFileSync(`${folder}/postmaster.pid`, 'utf8')
  await first.stop()
  const bystander = spawn('sleep', ['60'])
  try {
    writeFileSync(`${folder}/postmaster.pid`, lock.replace(/^\d+/, String(bystander.pid)))
    const second = await startEmbeddedPostgres(folder)
    expect(await ask(second.socketPath, 'select number from kept')).toEqual({ number: 1 })
  } finally {
    bystander.kill()
  }
})

const AS_NOBODY = ['--reuid=65534', '--regid=65534', '--clear-groups', 'bun', '-e']
/** Requires root. A clone or a Bun installation below /root is not readable for the user `nobody` (65534). */
const canBecomeNobody =
  process.getuid?.() === 0 &&
  spawnSync('setpriv', [...AS_NOBODY, "await import('./sync-server/database/embedded.ts')"]).status === 0

test.runIf(canBecomeNobody)('it starts for a user that is not root', async () => {
  const folder = aFolder()
  chmodSync(dirname(folder), 0o700)
  chownSync(dirname(folder), 65534, 65534)
  const app = spawn('setpriv', [...AS_NOBODY, START, folder], { stdio: ['ignore', 'pipe', 'pipe'] })
  let output = ''
  for (const stream of [app.stdout, app.stderr]) stream.on('data', (chunk) => (output += chunk))
  await once(app, 'exit')
  expect(output).toBe('started')
  const { socketPath } = await startEmbeddedPostgres(folder)
  expect(await ask(socketPath, "select current_setting('data_directory') as folder")).toEqual({ folder })
})
