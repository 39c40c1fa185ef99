import { Elysia, status } from 'elysia'
import * as v from 'valibot'
import { clientAddress } from '#server/http/limits/client-address.ts'
import { singleFlight } from '#server/sync/single-flight.ts'
import { hashToken } from './token.ts'
import { VERSION } from './version.ts'

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
  /** Null for whoever is no operator, and while the database does not say. */
  violations: v.nullable(v.number()),
})

const CHECK_DEADLINE_MS = 2000

export type Operator = {
  /** Opens the figures to a monitor elsewhere. */
  token: string | undefined
  trustedProxies: number
}

type Connection = Parameters<typeof clientAddress>[1]

/** Whether the books may be shown: to this machine itself, and to whoever names the token. */
function isOperator(request: Request, connection: Connection, { token, trustedProxies }: Operator): boolean {
  const given = /^Bearer (.+)$/.exec(request.headers.get('authorization') ?? '')?.[1]
  if (token && given && hashToken(given) === hashToken(token)) return true
  // A proxy on this machine that nobody told us of would make everybody a neighbour.
  if (trustedProxies === 0 && request.headers.has('x-forwarded-for')) return false
  return LOOPBACK.test(clientAddress(request, connection, trustedProxies))
}

const LOOPBACK = /^(127\.|0:0:0:0::\/64$)/

/** 200 while this node can serve, 503 while it cannot or no longer should. */
export const health = (readiness: Readiness, operator: Operator) => {
  // Anybody may ask, as often as they like: those who ask at once share one look.
  const looks = {
    database: singleFlight(readiness.checkDatabase),
    sync: singleFlight(readiness.checkSync),
    violations: singleFlight(readiness.countViolations),
  }
  return new Elysia({ name: 'health' }).get(
    '/api/health',
    async ({ request, server }) => {
      let violations: number | null = null
      const count = async () => {
        violations = await looks.violations()
      }
      const [database, sync] = await Promise.all([
        answers(looks.database),
        answers(looks.sync),
        isOperator(request, server, operator) ? answers(count) : undefined,
      ])
      const isOk = database === 'ok' && sync === 'ok'
      const state = readiness.isDraining ? 'draining' : isOk ? 'ok' : 'failing'
      return status(state === 'ok' ? 200 : 503, { status: state, version: VERSION, database, sync, violations } as const)
    },
    { response: { 200: Health, 503: Health } },
  )
}

/** A check that hangs has failed: whoever asks must get an answer. */
function answers(check: () => Promise<unknown>): Promise<'ok' | 'failing'> {
  const late = Bun.sleep(CHECK_DEADLINE_MS).then(() => 'failing' as const)
  const outcome = check().then(
    () => 'ok' as const,
    () => 'failing' as const,
  )
  return Promise.race([outcome, late])
}
