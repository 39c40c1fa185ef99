import { type ChildProcess, spawn } from 'node:child_process'
import { cpSync, existsSync, mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { connect, type OpenDatabase } from '#server/database/client.ts'
import { startEmbeddedPostgres } from '#server/database/embedded.ts'
import { freePort } from '#tests/support/free-port.ts'
import { DEADLINE_MS } from '#tests/support/until.ts'

export const DEMO_PASSWORD = 'a-long-demo-password'

/** The product as an operator starts it: a separate process, database and folder, on a separate port. */
export type ProductServer = {
  url: string
  /** Its `DATA_DIR`; its mails are files in `mail` there. */
  folder: string
  /** Starts it again on the same folder and port. */
  start: () => Promise<void>
  /** Drains and ends it; its database ends with it. */
  stop: () => Promise<void>
  /** Kills the process, as a power cut does. Its database keeps running, as an orphan. */
  kill: () => Promise<void>
  /** The last lines that it logged. */
  said: () => string
  /** A connection to its database, to read rows behind the screens. Close it before `stop`. */
  openDatabase: () => Promise<OpenDatabase>
  /** Ends everything and removes the folder. */
  dispose: () => Promise<void>
}

/** A first start migrates and seeds. */
const FIRST_READY_MS = 3 * DEADLINE_MS

/**
 * Names the folder of a product that was started once and ended: each test's product begins as a copy of it, in a third of the
 * time.
 */
export const FIRST_STARTED = 'LATCHKEY_FIRST_STARTED'

export async function startProduct(env: Record<string, string> = {}): Promise<ProductServer> {
  const folder = mkdtempSync(`${tmpdir()}/latchkey-e2e-`)
  const firstStarted = process.env[FIRST_STARTED]
  const isCopy = firstStarted !== undefined && !env.SEED && !env.DATABASE_URL
  if (isCopy) cpSync(firstStarted, folder, { recursive: true })
  const port = await freePort()
  const url = `http://127.0.0.1:${port}`
  let process_: ChildProcess | undefined
  let output = ''

  const start = async () => {
    const child = spawn('bun', ['sync-server/main.ts'], {
      stdio: ['ignore', 'pipe', 'pipe'],
      env: {
        ...process.env,
        NODE_ENV: 'development',
        PORT: String(port),
        HOST: '127.0.0.1',
        DATA_DIR: folder,
        DEMO_PASSWORD,
        // Tests count what is on screens: the accounts of the sample have done nothing yet.
        SEED: 'records',
        RATE_LIMIT_SCALE: '100',
        DECISION_MAIL_DELAY_SECONDS: '0',
        // A key that lets other tests call Stripe must not make this server take real cards.
        STRIPE_SECRET_KEY: '',
        STRIPE_PUBLISHABLE_KEY: '',
        STRIPE_WEBHOOK_SECRET: '',
        ...env,
      },
    })
    output = ''
    for (const stream of [child.stdout, child.stderr]) {
      stream?.on('data', (chunk) => {
        output = (output + chunk).slice(-200_000)
      })
    }
    process_ = child
    const deadline = Date.now() + (isCopy ? DEADLINE_MS : FIRST_READY_MS)
    while (!(await isReady(url))) {
      if (child.exitCode !== null || Date.now() > deadline)
        throw new Error(`The server does not become ready:\n${output.slice(-20_000)}`)
      await Bun.sleep(100)
    }
  }

  const end = async (signal: NodeJS.Signals) => {
    const child = process_
    process_ = undefined
    if (!child || child.exitCode !== null) return
    const exited = new Promise((done) => child.once('exit', done))
    child.kill(signal)
    await exited
  }

  await start()
  return {
    url,
    folder,
    start,
    stop: () => end('SIGTERM'),
    kill: () => end('SIGKILL'),
    said: () => output,
    openDatabase: async () => {
      const { socketPath } = await startEmbeddedPostgres(`${folder}/postgres`)
      return connect({ socketPath, database: 'postgres' }, { max: 2 })
    },
    dispose: async () => {
      // Nothing of it is read again: it need not drain, and its database need not write a checkpoint.
      await end('SIGKILL')
      await killPostgres(`${folder}/postgres`)
      rmSync(folder, { recursive: true, force: true })
    },
  }
}

/** Ends a Postgres immediately, with all its processes. Its folder is not used again. */
async function killPostgres(folder: string) {
  const pidFile = `${folder}/postmaster.pid`
  if (!existsSync(pidFile)) return
  const pid = Number.parseInt(readFileSync(pidFile, 'utf8'), 10)
  const isAlive = () => {
    try {
      return process.kill(pid, 0)
    } catch {
      return false // No such process.
    }
  }
  if (isAlive()) process.kill(pid, 'SIGQUIT') // Postgres's immediate shutdown.
  const deadline = Date.now() + DEADLINE_MS
  while (isAlive() && existsSync(pidFile) && Date.now() < deadline) await Bun.sleep(10)
}

async function isReady(url: string) {
  try {
    return (await fetch(`${url}/api/health`, { signal: AbortSignal.timeout(2000) })).ok
  } catch {
    return false // Not listening yet.
  }
}
