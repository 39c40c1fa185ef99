import type { OpenDatabase } from '#server/database/client.ts'
import type { ProveMarks } from '#server/sync/private/private-marks.ts'
import type { Env } from './env.ts'
import type { Log } from './log.ts'

/** What the outside world gives the app: everything that a test replaces. */
export type AppContext = OpenDatabase & {
  env: Env
  log: Log
  now: () => Date
  /** The folder of the built web app. */
  webFolder: string
  /** Given by tests: proves at each private pull that marks answer for what they say. */
  proveMarks?: ProveMarks
  /** In the place of the hash of the server's code: see `private-rules.ts`. */
  codeHash?: string
}
