import { codeOf } from '#server/error-code.ts'
import { StartError } from '#server/start/preconditions.ts'
import type { Sql } from './client.ts'

/** A database that is started or replaced beside the server answers within this time. */
const DEADLINE_MS = 30_000
const RETRY_MS = 500

/** Codes of a server that is not there yet. `57P03`: it is starting. Other errors do not go away by themselves. */
const TEMPORARY = new Set([
  'ECONNREFUSED',
  'ECONNRESET',
  'ENOTFOUND',
  'EAI_AGAIN',
  'EHOSTUNREACH',
  'ENETUNREACH',
  'ETIMEDOUT',
  'CONNECT_TIMEOUT',
  'CONNECTION_CLOSED',
  '57P03',
])

const REMEDIES: Record<string, string> = {
  '28P01': 'The password is not correct.',
  '28000': 'The user or this address is not allowed there.',
  '3D000': 'The database does not exist. Create it first.',
}
const DEFAULT_REMEDY = 'Check that Postgres is running there and reachable from this machine.'

/** What an operator does about an error of a connection. */
export const remedyOf = (code: string): string => REMEDIES[code] ?? DEFAULT_REMEDY

export type AwaitOptions = {
  deadlineMs?: number
  /** Called once, when the first attempt has failed. */
  onWaiting?: (reason: string) => void
}

/**
 * Waits until the configured database answers.
 *
 * @throws StartError that names host, port and reason, and no part of the credentials
 */
export async function awaitDatabase(sql: Sql, address: string, { deadlineMs = DEADLINE_MS, onWaiting }: AwaitOptions = {}) {
  const deadline = Date.now() + deadlineMs
  for (let attempt = 1; ; attempt += 1) {
    try {
      await sql`select 1`
      return
    } catch (error) {
      const code = codeOf(error)
      if (TEMPORARY.has(code) && Date.now() < deadline) {
        if (attempt === 1) onWaiting?.(code)
        await Bun.sleep(Math.min(RETRY_MS, deadline - Date.now()))
        continue
      }
      const { host } = new URL(address)
      throw new StartError(`DATABASE_URL: no connection to ${host} (${code || 'error'}). ${remedyOf(code)}`)
    }
  }
}
