import { Elysia } from 'elysia'
import { Gauge, type Registry } from 'prom-client'
import { isOperator, type Operator } from '#server/http/operator.ts'
import { VERSION } from '#server/http/version.ts'
import { singleFlight } from '#server/sync/single-flight.ts'
import { Problem } from '#shared/problem.ts'

const DEADLINE_MS = 2000

type Deps = {
  registry: Registry
  operator: Operator
  /** Reads the figures of the database; a slow one is not waited for. */
  readDatabase: () => Promise<void>
}

/** The figures of this node in the text format of Prometheus, for operators. Other clients learn nothing. */
export const metricsRoutes = ({ registry, operator, readDatabase }: Deps) => {
  const registers = [registry]
  const memory = new Gauge({ name: 'latchkey_memory_bytes', help: 'Memory of this process.', registers })
  new Gauge({ name: 'latchkey_build', help: 'The running build; always 1.', labelNames: ['version'], registers }).set(
    { version: VERSION },
    1,
  )
  const read = singleFlight(readDatabase)
  return new Elysia({ name: 'metrics' }).get('/api/metrics', async ({ request, server }) => {
    if (!isOperator(request, server, operator)) throw new Problem('not-found')
    await Promise.race([read(), Bun.sleep(DEADLINE_MS)])
    memory.set(process.memoryUsage.rss())
    return new Response(await registry.metrics(), { headers: { 'content-type': registry.contentType } })
  })
}
