import { mkdirSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { seedDemo } from '#server/cli/seed.ts'
import { demoPassword } from '#server/seed/password.ts'
import { createApp } from './app.ts'
import type { AppInputs } from './app-context.ts'
import { openDatabase } from './database/open.ts'
import { type Env, parseEnv } from './env.ts'
import { createLog } from './log.ts'
import { serve } from './server.ts'

const BUILT_HERE = fileURLToPath(new URL('../web/dist', import.meta.url))

/** Starts the components in dependency order, and stops them in the opposite order. */
async function main(env: Env) {
  const log = createLog(env.LOG_LEVEL)
  mkdirSync(env.DATA_DIR, { recursive: true })
  const opened = await openDatabase(env)
  const context: AppInputs = { ...opened, env, log, now: () => new Date(), webFolder: env.WEB_DIR ?? BUILT_HERE }
  // Runs before seeding: it rejects a database whose payment mode differs, which must not get sample data.
  const app = await createApp(context)
  const password = env.seed === 'demo' ? await demoPassword(env) : undefined
  if (password) await seedDemo({ db: opened.db, demoPassword: password, withListing: !env.AIRTABLE_API_KEY })
  const serving = await serve(app, context, { host: env.HOST, port: env.PORT })
  process.stdout.write(greeting(env, serving.url, password))

  let isEnding = false
  const end = (signal: NodeJS.Signals) => {
    // A second signal exits immediately.
    if (isEnding) process.exit(1)
    isEnding = true
    log.info({ signal }, 'draining')
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

function greeting(env: Env, url: string, password: string | undefined): string {
  const lines = [`Latchkey is ready at ${env.PUBLIC_URL ?? url}`]
  if (env.isDatabaseEmbedded) lines.push(`Data is kept in ${env.DATA_DIR}`)
  if (env.isPaymentSandbox) lines.push('Payments are a sandbox: card 4242 4242 4242 4242 pays, 4000 0000 0000 0002 is declined')
  if (password) lines.push(`Sign in as founder@, investor@ or admin@latchkey.example with the password ${password}`)
  return `\n${lines.map((line) => `  ${line}\n`).join('')}\n`
}

try {
  await main(parseEnv(process.env))
} catch (error) {
  process.stderr.write(`${error instanceof Error ? error.message : error}\n`)
  process.exit(1)
}
