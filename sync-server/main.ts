import { existsSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { seedDemo } from '#server/cli/seed.ts'
import { demoPassword, isDemoPassword } from '#server/seed/password.ts'
import { createDataFolder, requireWebApp } from '#server/start/preconditions.ts'
import { createApp } from './app.ts'
import type { AppInputs } from './app-context.ts'
import type { OpenDatabase } from './database/client.ts'
import { openDatabase } from './database/open.ts'
import { type Env, findMisspelt, parseEnv } from './env.ts'
import { createLog, messageOf } from './log.ts'
import { type Serving, serve } from './server.ts'

const BUILT_HERE = fileURLToPath(new URL('../web/dist', import.meta.url))

/** Starts the components in dependency order, and stops them in the opposite order. */
async function main(env: Env) {
  const log = createLog(env.LOG_LEVEL)
  for (const { name, meant } of findMisspelt(process.env)) log.warn({ name, meant }, 'unknown variable, possibly misspelt')
  const webFolder = env.WEB_DIR ?? BUILT_HERE
  // In development the bundler serves the web app, and the folder of the build may be missing.
  if (env.WEB_DIR || env.NODE_ENV === 'production') requireWebApp(webFolder)
  createDataFolder(env.DATA_DIR)
  const opened = await openDatabase(env, {
    onWaiting: (code) => log.warn({ code }, 'database not reachable, retrying for 30 s'),
    onMigrated: (count) => log.info({ count }, 'migrations applied'),
  })
  let serving: Serving
  try {
    serving = await startOn(opened, { env, log, webFolder })
  } catch (error) {
    await opened.close()
    throw error
  }

  let isEnding = false
  const end = (signal: NodeJS.Signals) => {
    // A second signal exits immediately.
    if (isEnding) process.exit(1)
    isEnding = true
    log.info({ signal }, 'shutting down')
    serving
      .stop()
      .then(opened.close)
      .then(
        () => process.exit(0),
        (error) => {
          log.fatal({ err: error }, 'shutdown failed')
          process.exit(1)
        },
      )
  }
  for (const signal of ['SIGTERM', 'SIGINT'] as const) process.on(signal, end)
}

async function startOn(opened: OpenDatabase, { env, log, webFolder }: Pick<AppInputs, 'env' | 'log' | 'webFolder'>) {
  const context: AppInputs = { ...opened, env, log, now: () => new Date(), webFolder }
  // Runs before seeding: it rejects a database whose payment mode differs, which must not get sample data.
  const app = await createApp(context)
  const password = env.seed === 'demo' ? await demoPassword(env) : undefined
  if (password) {
    await seedDemo({ db: opened.db, demoPassword: password, withListing: !env.AIRTABLE_API_KEY })
    log.info('sample data is present')
  }
  const isValid = password !== undefined && (await isDemoPassword(opened.db, password))
  // The last slow step: the caller handles signals from here on.
  const serving = await serve(app, context, { host: env.HOST, port: env.PORT })
  process.stdout.write(greeting(context, serving.url, password === undefined ? undefined : { password, isValid }))
  return serving
}

type DemoAccounts = { password: string; isValid: boolean }

function greeting({ env, webFolder }: Pick<AppInputs, 'env' | 'webFolder'>, url: string, demo: DemoAccounts | undefined): string {
  const lines = [`Latchkey is ready at ${env.PUBLIC_URL ?? url}`]
  if (env.isDatabaseEmbedded) lines.push(`Data is kept in ${env.DATA_DIR}`)
  if (!existsSync(`${webFolder}/index.html`)) lines.push('The web app is not built: "bun --bun vite build" builds it')
  if (env.isPaymentSandbox) lines.push('Payments are a sandbox: card 4242 4242 4242 4242 pays, 4000 0000 0000 0002 is declined')
  if (demo?.isValid) lines.push(`Sign in as founder@, investor@ or admin@latchkey.example with the password ${demo.password}`)
  else if (demo) lines.push('The sample accounts have the password of an earlier start, not the present one')
  return `\n${lines.map((line) => `  ${line}\n`).join('')}\n`
}

try {
  await main(parseEnv(process.env))
} catch (error) {
  process.stderr.write(`${error instanceof Error ? messageOf(error) : error}\n`)
  process.exit(1)
}
