import { existsSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { remedyOf } from '#server/database/await-database.ts'
import { connect, type OpenDatabase } from '#server/database/client.ts'
import { openDatabase } from '#server/database/open.ts'
import type { Env } from '#server/env.ts'
import { codeOf } from '#server/error-code.ts'
import { openStorage } from '#server/storage/storage.ts'
import { checkDatabaseClock } from './clock.ts'
import { checkConfiguration, readConfiguration } from './configuration.ts'
import * as database from './database.ts'
import { type Check, type Finding, ok, problem, type Result, runCheck } from './finding.ts'
import { checkMail } from './mail.ts'
import { checkMailDomain } from './mail-domain.ts'
import { checkAddress, checkReachable } from './public-url.ts'
import { checkSpace, checkStorage } from './storage.ts'
import * as stripe from './stripe.ts'
import { checkTraces } from './traces.ts'

/** The embedded database may have to recover after a crash. */
const OPEN_MS = 60_000
const CONNECT_MS = 10_000

const BUILT_HERE = fileURLToPath(new URL('../../../web/dist', import.meta.url))

type Options = { /** In the place of Stripe. */ stripeUrl?: string }

/**
 * Examines the configuration and everything that it names. The server need not run.
 *
 * @param source  the environment
 */
export async function examine(source: Record<string, string | undefined>, { stripeUrl }: Options = {}): Promise<Result[]> {
  const { env, findings } = readConfiguration(source)
  const configuration = findings.map((finding) => ({ check: 'configuration', ...finding }))
  // Nothing else can be examined without a configuration.
  if (!env) return configuration
  const results = await Promise.all([examineDatabase(env), ...otherChecks(env, stripeUrl).map(runCheck)])
  return [...configuration, ...results.flat()]
}

function otherChecks(env: Env, stripeUrl: string | undefined): Check[] {
  const immediate = (name: string, check: () => Finding[]): Check => ({ name, run: async () => check() })
  const read = stripe.readStripe(env.stripe.secretKey, stripeUrl)
  const ofStripe: Check[] = env.isPaymentSandbox
    ? [immediate('Stripe', () => [ok('The payment sandbox takes the place of Stripe.')])]
    : [
        { name: 'Stripe', run: () => stripe.checkStripeKey(read, env) },
        { name: 'Stripe', run: () => stripe.checkStripeAccount(read, env) },
        { name: 'tax', run: () => stripe.checkStripeTax(read, env) },
        { name: 'webhooks', run: () => stripe.checkWebhooks(read, env) },
        { name: 'webhooks', run: () => stripe.checkDeliveries(read, Date.now()) },
        { name: 'clock', run: () => stripe.checkStripeClock(read) },
      ]
  return [
    immediate('configuration', () => checkConfiguration(env, env.WEB_DIR ?? BUILT_HERE)),
    immediate('address', () => checkAddress(env)),
    { name: 'address', run: () => checkReachable(env), timeoutMs: 20_000 },
    { name: 'mail', run: () => checkMail(env) },
    { name: 'mail', run: () => checkMailDomain(env) },
    { name: 'uploads', run: () => checkStorage(openStorage(env), env.S3_BUCKET !== undefined) },
    { name: 'space', run: () => checkSpace(env.DATA_DIR) },
    { name: 'traces', run: () => checkTraces(env) },
    ...ofStripe,
  ]
}

async function examineDatabase(env: Env): Promise<Result[]> {
  if (env.isDatabaseEmbedded && !existsSync(`${env.DATA_DIR}/postgres/PG_VERSION`)) {
    return [{ check: 'database', ...ok('There is no database yet: the first start creates it in DATA_DIR.') }]
  }
  let opened: OpenDatabase | undefined
  const connection = await runCheck({
    name: 'database',
    timeoutMs: env.isDatabaseEmbedded ? OPEN_MS : CONNECT_MS,
    run: async () => {
      opened = await open(env)
      return reach(opened, env)
    },
  })
  try {
    if (!opened || connection.length > 0) return connection
    return (await Promise.all(databaseChecks(opened, env).map(runCheck))).flat()
  } finally {
    await opened?.close()
  }
}

const open = async (env: Env): Promise<OpenDatabase> =>
  env.DATABASE_URL
    ? connect(env.DATABASE_URL, { max: 2, direct: env.DATABASE_LISTEN_URL })
    : openDatabase(env, { migrates: false })

async function reach({ sql }: OpenDatabase, env: Env): Promise<Finding[]> {
  try {
    await sql`select 1`
    return []
  } catch (error) {
    const code = codeOf(error)
    const name = env.isDatabaseEmbedded ? 'The embedded database' : 'The database of DATABASE_URL'
    return [problem(`${name} refuses the connection (${code || 'error'}).`, remedyOf(code))]
  }
}

function databaseChecks(opened: OpenDatabase, env: Env): Check[] {
  const { sql } = opened
  const of = (run: () => Promise<Finding[]>): Check => ({ name: 'database', run })
  return [
    of(() => database.checkVersion(sql)),
    of(() => database.checkEncoding(sql)),
    of(() => database.checkWritable(sql)),
    of(() => database.checkRights(sql)),
    of(() => database.checkDurability(sql)),
    of(() => database.checkIsolation(sql)),
    of(() => database.checkConnections(sql)),
    of(() => database.checkTimeouts(sql, env)),
    of(() => database.checkMigrations(sql)),
    of(() => database.checkNotifications(opened)),
    of(() => database.checkEpoch(sql)),
    of(() => database.checkTrigrams(sql)),
    of(() => database.checkMode(sql, env)),
    { name: 'company', run: () => database.checkCompany(sql) },
    { name: 'clock', run: () => checkDatabaseClock(sql) },
  ]
}
