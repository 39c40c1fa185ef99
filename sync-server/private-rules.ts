import { createHash } from 'node:crypto'
import { readdirSync, readFileSync } from 'node:fs'
import { rulesOf } from '#server/sync/private/private-mark.ts'
import type { Env } from './env.ts'

const ROOT = new URL('../', import.meta.url).pathname
/** All code that produces documents: the server runs from these files. */
const FOLDERS = ['sync-server', 'shared', 'drizzle/schema']

let sources: string | undefined

/** A hash of the code, the same on every node of one build. */
function sourceHash(): string {
  const hash = createHash('sha256')
  const files = FOLDERS.flatMap((folder) =>
    readdirSync(`${ROOT}${folder}`, { recursive: true, encoding: 'utf8' }).map((file) => `${folder}/${file}`),
  )
  for (const file of ['bun.lock', ...files.filter((file) => file.endsWith('.ts')).sort()]) {
    hash.update(file).update(readFileSync(ROOT + file))
  }
  return hash.digest('hex')
}

type RulesInput = { env: Pick<Env, 'ADMIN_EMAILS' | 'MAIL_FROM'>; codeHash?: string | undefined }

/**
 * Identifies what private documents depend on, besides rows. A device that received documents from another build, or under
 * another configuration, is compared in full once.
 */
export function privateRules({ env, codeHash }: RulesInput): () => string {
  sources ??= codeHash ?? sourceHash()
  const code = codeHash ?? sources
  let known: { made: string; rules: string } | undefined
  return () => {
    const made = `${env.ADMIN_EMAILS.join(',')} ${env.MAIL_FROM}`
    if (known?.made !== made) known = { made, rules: rulesOf(code, made) }
    return known.rules
  }
}
