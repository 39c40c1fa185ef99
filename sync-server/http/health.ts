import { Elysia, status } from 'elysia'
import * as v from 'valibot'
import { VERSION } from '#server/version.ts'

export type Readiness = {
  /** Set once the process was asked to end: load balancers stop sending. */
  isDraining: boolean
  checkDatabase: () => Promise<unknown>
  checkSync: () => Promise<unknown>
  /** What does not hold of the books. It stops nobody from being served: a person must look. */
  countViolations: () => Promise<number>
}

const Health = v.object({
  status: v.picklist(['ok', 'draining', 'failing']),
  version: v.string(),
  database: v.picklist(['ok', 'failing']),
  sync: v.picklist(['ok', 'failing']),
  /** Null while the database does not say. */
  violations: v.nullable(v.number()),
})

const CHECK_DEADLINE_MS = 2000

/** 200 while this node can serve, 503 while it cannot or no longer should. */
export const health = (readiness: Readiness) =>
  new Elysia({ name: 'health' }).get(
    '/api/health',
    async () => {
      let violations: number | null = null
      const count = async () => {
        violations = await readiness.countViolations()
      }
      const [database, sync] = await Promise.all([answers(readiness.checkDatabase), answers(readiness.checkSync), answers(count)])
      const isOk = database === 'ok' && sync === 'ok'
      const state = readiness.isDraining ? 'draining' : isOk ? 'ok' : 'failing'
      return status(state === 'ok' ? 200 : 503, { status: state, version: VERSION, database, sync, violations } as const)
    },
    { response: { 200: Health, 503: Health } },
  )

/** A check that hangs has failed: whoever asks must get an answer. */
function answers(check: () => Promise<unknown>): Promise<'ok' | 'failing'> {
  const late = Bun.sleep(CHECK_DEADLINE_MS).then(() => 'failing' as const)
  const outcome = check().then(
    () => 'ok' as const,
    () => 'failing' as const,
  )
  return Promise.race([outcome, late])
}
