import { fileURLToPath } from 'node:url'
import { seedDemo } from '#server/cli/seed.ts'
import { demoPassword, isDemoPassword } from '#server/seed/password.ts'
import { greetingOf } from '#server/start/greeting.ts'
import { createDataFolder, hasWebApp, requireWebApp } from '#server/start/preconditions.ts'
import { createApp } from './app.ts'
import type { AppInputs } from './app-context.ts'
import type { OpenDatabase } from './database/client.ts'
import { openDatabase } from './database/open.ts'
import { type Env, findMisspelt, parseEnv } from './env.ts'
import { createLog, messageOf } from './log.ts'
import { startTracing } from './observe/traces/tracing.ts'
import { seedActivity } from './sample-activity.ts'
import { type Serving, serve } from './server.ts'

const RENDERER = fileURLToPath(new URL('../web/app/first-screen/worker.ts', import.meta.url))
const BUILT_HERE = fileURLToPath(new URL('../web/dist', import.meta.url))

/** Starts the components in dependency order, and stops them in the opposite order. */
async function main(env: Env) {
  const log = createLog(env.LOG_LEVEL)
  for (const { name, meant } of findMisspelt(process.env)) log.warn({ name, meant }, 'unknown variable, possibly misspelt')
  const webFolder = env.WEB_DIR ?? BUILT_HERE
  // In development the bundler serves the web app, and the folder of the build may be missing.
  if (env.WEB_DIR || env.NODE_ENV === 'production') requireWebApp(webFolder)
  createDataFolder(env.DATA_DIR)
  const stopTracing = await startTracing(env, log)
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
      .then(stopTracing)
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
  const context: AppInputs = { ...opened, env, log, now: () => new Date(), webFolder, screenRenderer: RENDERER }
  // Runs before seeding: it rejects a database whose payment mode differs, which must not get sample data.
  const app = await createApp(context)
  const password = env.seed === 'none' ? undefined : await demoPassword(env)
  if (password) {
    await seedDemo({ db: opened.db, demoPassword: password, withListing: !env.AIRTABLE_API_KEY })
    log.info('sample data is present')
  }
  const demo = password === undefined ? undefined : { password, isValid: await isDemoPassword(opened.db, password) }
  // The last slow step: the caller handles signals from here on.
  const serving = await serve(app, context, { host: env.HOST, port: env.PORT, stopGraceMs: env.STOP_GRACE_MS })
  process.stdout.write(greetingOf({ env, url: serving.url, isWebAppBuilt: hasWebApp(webFolder), demo }))
  if (env.seed !== 'demo') return serving
  // Takes seconds: the first visitor does not wait for it.
  const activity = seedActivity(context)
    .then((isNew) => isNew && log.info('activity of the sample accounts is present'))
    .catch((error) => log.error({ err: error }, 'activity of the sample accounts not written'))
  return {
    ...serving,
    stop: async () => {
      await serving.stop()
      await activity
    },
  }
}

try {
  await main(parseEnv(process.env))
} catch (error) {
  process.stderr.write(`${error instanceof Error ? messageOf(error) : error}\n`)
  process.exit(1)
}
