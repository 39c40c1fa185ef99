import { Elysia, status } from 'elysia'
import * as v from 'valibot'
import { singleFlight } from '#server/sync/single-flight.ts'
import { isOperator, type Operator } from './operator.ts'
import { VERSION } from './version.ts'

export type Readiness = {
  /** Set once the process was asked to stop: load balancers stop sending requests. */
  isDraining: boolean
  checkDatabase: () => Promise<unknown>
  checkSync: () => Promise<unknown>
  /** The number of ledger violations. They do not affect readiness: an admin must review them. */
  countViolations: () => Promise<number>
  /** The number of alerts to the operator that could not be mailed. They do not affect readiness. */
  countAlertsUnsent: () => Promise<number>
}

const Health = v.object({
  status: v.picklist(['ok', 'draining', 'failing']),
  version: v.string(),
  database: v.picklist(['ok', 'failing']),
  sync: v.picklist(['ok', 'failing']),
  /** Null for a client that is not an operator, and while the database does not answer. */
  violations: v.nullable(v.number()),
  /** `failing` while alerts to the operator cannot be mailed. Null as `violations` is. */
  mail: v.nullable(v.picklist(['ok', 'failing'])),
})

const CHECK_DEADLINE_MS = 2000

/** 200 while this node can serve, 503 while it cannot or no longer should. */
export const health = (readiness: Readiness, operator: Operator) => {
  // The endpoint is public and not rate limited: concurrent requests share one check.
  const checks = {
    database: singleFlight(readiness.checkDatabase),
    sync: singleFlight(readiness.checkSync),
    violations: singleFlight(readiness.countViolations),
    alertsUnsent: singleFlight(readiness.countAlertsUnsent),
  }
  return new Elysia({ name: 'health' }).get(
    '/api/health',
    async ({ request, server }) => {
      let violations: number | null = null
      let mail: 'ok' | 'failing' | null = null
      const count = async () => {
        violations = await checks.violations()
        mail = (await checks.alertsUnsent()) > 0 ? 'failing' : 'ok'
      }
      const [database, sync] = await Promise.all([
        answers(checks.database),
        answers(checks.sync),
        isOperator(request, server, operator) ? answers(count) : undefined,
      ])
      const isOk = database === 'ok' && sync === 'ok'
      const state = readiness.isDraining ? 'draining' : isOk ? 'ok' : 'failing'
      return status(state === 'ok' ? 200 : 503, { status: state, version: VERSION, database, sync, violations, mail } as const)
    },
    { response: { 200: Health, 503: Health } },
  )
}

/** A check that hangs counts as failed, because the request must be answered. */
function answers(check: () => Promise<unknown>): Promise<'ok' | 'failing'> {
  const late = Bun.sleep(CHECK_DEADLINE_MS).then(() => 'failing' as const)
  const outcome = check().then(
    () => 'ok' as const,
    () => 'failing' as const,
  )
  return Promise.race([outcome, late])
}
