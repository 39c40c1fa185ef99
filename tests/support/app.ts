import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { type App, createApp } from '#server/app.ts'
import type { AppInputs } from '#server/app-context.ts'
import { parseEnv } from '#server/env.ts'
import { createLog } from '#server/log.ts'
import { serve } from '#server/server.ts'
import type { Register, User } from '#shared/accounts/contract.ts'
import { atEnd } from '#tests/support/database/at-end.ts'
import { type TestDatabase, testDatabase } from '#tests/support/database/postgres.ts'
import { markProof } from '#tests/support/database/prove-marks.ts'
import { type Client, createClient } from './client.ts'

export type TestApp = {
  url: string
  app: App
  world: AppInputs
  /** A separate database: `db`, `sql`, and `connectAgain` for a second node's pool. */
  database: TestDatabase
  /** A visitor without cookies; each call creates another one with a separate cookie jar. */
  visitor: () => Client
  /** A user who has just registered. */
  member: (about?: Partial<Register>) => Promise<Client & { user: User; password: string }>
  /** A second node on the same database. */
  anotherNode: (env?: Record<string, string>) => Promise<TestApp>
  stop: () => Promise<void>
}

type Overrides = {
  env?: Record<string, string>
  world?: Partial<AppInputs>
  database?: TestDatabase
  /** How long a stopping node still accepts requests. */
  stopGraceMs?: number
  /** As in a real first start, for tests that need a recurring job. All 39 of them take more than a second of processor time. */
  runsNewSchedulesAtOnce?: boolean
}

/** With the worker's usual poll interval of a second, each test that waits for a mail would take that long. */
const IDLE_MS = 100

let members = 0

/** The complete app, listening on a free port, on a new database or a given one; stopped at the end of the file's tests. */
export async function startTestApp(overrides: Overrides = {}): Promise<TestApp> {
  const proof = markProof()
  const world = { proveMarks: proof.prove, codeHash: 'test', ...overrides.world }
  const node = await startNode(overrides.database ?? (await testDatabase()), { ...overrides, world })
  atEnd(async () => {
    await proof.end()
    await node.stop()
    proof.assertNone()
  })
  return node
}

async function startNode(database: TestDatabase, overrides: Overrides, adminEmails?: string[]): Promise<TestApp> {
  const folder = mkdtempSync(`${tmpdir()}/latchkey-app-`)
  const env = parseEnv({
    NODE_ENV: 'test',
    DATA_DIR: folder,
    RATE_LIMIT_SCALE: '1000',
    DECISION_MAIL_DELAY_SECONDS: '0',
    LOG_LEVEL: 'error',
    SEED: 'none',
    ...overrides.env,
  })
  if (adminEmails) env.ADMIN_EMAILS = adminEmails
  const world: AppInputs = {
    ...database,
    env,
    log: createLog(env.LOG_LEVEL),
    now: () => new Date(),
    webFolder: folder,
    ...overrides.world,
  }
  const app = await createApp(world)
  const serving = await serve(app, world, {
    host: '127.0.0.1',
    port: 0,
    idleMs: IDLE_MS,
    stopGraceMs: overrides.stopGraceMs ?? 0,
    runsNewSchedulesAtOnce: overrides.runsNewSchedulesAtOnce ?? false,
  })

  const others: TestApp[] = []
  let stopped: Promise<void> | undefined
  const stop = () => {
    stopped ??= Promise.all([serving.stop(), ...others.map((node) => node.stop())]).then(() =>
      rmSync(folder, { recursive: true, force: true }),
    )
    return stopped
  }

  const visitor = () => createClient(serving.url, env.PUBLIC_URL)
  const member: TestApp['member'] = async (about = {}) => {
    members += 1
    const password = about.password ?? 'a-fine-password'
    const client = visitor()
    const reply = await client.post<User>('/api/auth/register', {
      email: `member-${members}@example.com`,
      password,
      confirmPassword: password,
      firstName: 'Ada',
      lastName: 'Member',
      userType: 'founder',
      ...about,
    })
    if (reply.status !== 200) throw new Error(`No member could be made: ${JSON.stringify(reply.body)}`)
    return { ...client, user: reply.body, password }
  }
  // Created inside a test, where no hook can be registered: it ends with the first node.
  const anotherNode: TestApp['anotherNode'] = async (more) => {
    const changed = { ...overrides, env: { ...overrides.env, ...more } }
    const node = await startNode({ ...database, ...database.connectAgain() }, changed, env.ADMIN_EMAILS)
    others.push(node)
    return node
  }
  return { url: serving.url, app, world, database, visitor, member, anotherNode, stop }
}
