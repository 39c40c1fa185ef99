import { createECDH } from 'node:crypto'
import { type Env, misspeltLines, parseEnv } from '#server/env.ts'
import { hasWebApp } from '#server/start/preconditions.ts'
import { type Finding, ok, problem, warning } from './finding.ts'

type Source = Record<string, string | undefined>

const TABLE = 'The variables are listed in sync-server/OPERATIONS.md, "Configuration".'

/** Parses the environment as the server does. Without an `env` no other check can run. */
export function readConfiguration(source: Source): { env?: Env; findings: Finding[] } {
  const misspelt = misspeltLines(source)
  try {
    const env = parseEnv(source)
    return { env, findings: misspelt.map((line) => warning(line, TABLE)) }
  } catch (error) {
    const [, ...faults] = error instanceof Error ? error.message.split('\n') : []
    return { findings: faults.map((line) => problem(line.trim(), TABLE)) }
  }
}

/** What a configuration that can be used lacks for a deployment. */
export function checkConfiguration(env: Env, webFolder: string): Finding[] {
  const findings: Finding[] = []
  const isProduction = env.NODE_ENV === 'production'
  if (env.isLiveMode && !isProduction) {
    findings.push(
      warning(
        'Live keys of Stripe without NODE_ENV=production.',
        'Set NODE_ENV to production: it requires what a deployment needs.',
      ),
    )
  }
  if (env.isSandboxPublic) {
    findings.push(
      warning(
        'Other machines reach the payment sandbox: test cards buy contacts.',
        'For real payments set the three STRIPE_ keys.',
      ),
    )
  }
  if (env.ADMIN_EMAILS.length === 0) {
    findings.push(warning('No account is an admin.', 'Set ADMIN_EMAILS to the addresses of the team.'))
  }
  if (!hasWebApp(webFolder)) {
    const report = isProduction || env.WEB_DIR ? problem : warning
    findings.push(report('The web app is not built.', 'Build it with "bun --bun vite build", or set WEB_DIR to a build.'))
  }
  if (env.VAPID_PUBLIC_KEY && env.VAPID_PRIVATE_KEY && env.VAPID_PUBLIC_KEY !== publicKeyOf(env.VAPID_PRIVATE_KEY)) {
    findings.push(problem('VAPID_PUBLIC_KEY is not the public key of VAPID_PRIVATE_KEY.', 'Set both to the keys of one pair.'))
  }
  return findings.length > 0 ? findings : [ok('The environment can be used.')]
}

function publicKeyOf(privateKey: string): string {
  const pair = createECDH('prime256v1')
  pair.setPrivateKey(Buffer.from(privateKey, 'base64url'))
  return pair.getPublicKey().toString('base64url')
}
