import type { OpenDatabase } from './db.ts'
import type { Env } from './env.ts'
import type { Log } from './log.ts'

/** What the outside world gives the app: everything that a test replaces. */
export type World = OpenDatabase & {
  env: Env
  log: Log
  now: () => Date
  /** The folder of the built web app. */
  webFolder: string
}
