import type { Keyring } from '#server/crypto/keyring.ts'
import type { Database } from '#server/database/client.ts'
import type { Account } from '#server/http/session.ts'
import type { Log } from '#server/log.ts'

export type ReviewDeps = {
  db: Database
  log: Log
  now: () => Date
  keyring: Keyring
  /** How long a decision mail waits for an undo. */
  mailDelaySeconds: number
}

/** The deciding admin, and the origin of links in the mails. */
export type Decider = { admin: Account; base: string }
