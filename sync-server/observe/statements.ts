import type { StatementObserver } from '#server/database/statement-observer.ts'
import { currentRequestId } from '#server/http/request-id.ts'
import type { Log } from '#server/log.ts'
import type { Metrics } from './metrics.ts'
import { normaliseStatement } from './normalise-statement.ts'

type Deps = {
  log: Pick<Log, 'warn'>
  metrics: Pick<Metrics, 'statements' | 'slowStatements' | 'openStatements'>
  /** 0 logs none. */
  slowMs: number
}

/**
 * Counts each statement, and logs one that was slow or failed after that time. The line has no value of the statement: one can be
 * an address or a secret.
 */
export const followStatements =
  ({ log, metrics: { statements, slowStatements, openStatements }, slowMs }: Deps): StatementObserver =>
  (text) => {
    // The reply arrives outside of the request.
    const id = currentRequestId()
    const beganAt = performance.now()
    openStatements.inc()
    return (rows) => {
      const ms = performance.now() - beganAt
      openStatements.dec()
      statements.observe(ms / 1000)
      if (slowMs === 0 || ms < slowMs) return
      slowStatements.inc()
      log.warn({ id, ms: Math.round(ms), rows, statement: normaliseStatement(text) }, 'slow statement')
    }
  }
