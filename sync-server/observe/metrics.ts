import { Counter, Gauge, Histogram, Registry } from 'prom-client'
import { type MutationName, mutationArgs } from '#shared/sync/mutations.ts'
import type { MutationResult } from '#shared/sync/push.ts'

/** Seconds. A pull without changes takes a few milliseconds, the first one of a large account a second. */
const REQUEST_BUCKETS = [0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 10]
const STATEMENT_BUCKETS = [0.001, 0.005, 0.025, 0.1, 0.5, 2.5, 10]
const JOB_BUCKETS = [0.01, 0.1, 1, 10, 60, 600]

export type Metrics = ReturnType<typeof createMetrics>

/** What one node counts since its start. Labels are routes, names and codes of the product: no id, name or address of a user. */
export function createMetrics() {
  const registry = new Registry()
  const registers = [registry]
  const requests = new Histogram({
    name: 'latchkey_request_seconds',
    help: 'Duration of the calls of the API, by method, route pattern and status.',
    labelNames: ['method', 'route', 'status'] as const,
    buckets: REQUEST_BUCKETS,
    registers,
  })
  const mutations = new Counter({
    name: 'latchkey_mutations_total',
    help: 'Mutations that devices have pushed, by name and result.',
    labelNames: ['name', 'status'] as const,
    registers,
  })
  const pulls = new Counter({
    name: 'latchkey_private_pulls_total',
    help: 'Pulls of the private lane, by whether the device had everything.',
    labelNames: ['result'] as const,
    registers,
  })
  const pokes = new Counter({
    name: 'latchkey_pokes_total',
    help: 'Pokes of this node, by lane. One poke reaches every device that is connected and concerned.',
    labelNames: ['lane'] as const,
    registers,
  })
  const liveConnections = new Gauge({ name: 'latchkey_live_connections', help: 'Open live connections of this node.', registers })
  const jobs = new Histogram({
    name: 'latchkey_job_seconds',
    help: 'Duration of the runs of jobs, by kind and result.',
    labelNames: ['kind', 'result'] as const,
    buckets: JOB_BUCKETS,
    registers,
  })
  const statements = new Histogram({
    name: 'latchkey_statement_seconds',
    help: 'Duration of the statements of this node, with the wait for a connection.',
    buckets: STATEMENT_BUCKETS,
    registers,
  })
  const slowStatements = new Counter({
    name: 'latchkey_slow_statements_total',
    help: 'Statements that took longer than SLOW_QUERY_MS. Each is in the log.',
    registers,
  })
  const openStatements = new Gauge({
    name: 'latchkey_open_statements',
    help: 'Statements that run, or wait for a connection of this node.',
    registers,
  })
  const clientErrors = new Counter({
    name: 'latchkey_client_errors_total',
    help: 'Errors of the app that devices have reported to this node, by kind.',
    labelNames: ['kind'] as const,
    registers,
  })
  const proofs = new Counter({
    name: 'latchkey_proofs_total',
    help: 'Proofs of work at rate limits that are full: challenges given, and proofs that were right (solved) or not (failed).',
    labelNames: ['result'] as const,
    registers,
  })
  return {
    registry,
    clientErrors,
    proofs,
    requests,
    statements,
    slowStatements,
    openStatements,
    pulls,
    pokes,
    liveConnections,
    jobs,

    /** A name that this build does not know is counted as `unknown`: a client could send any number of names. */
    countMutations(sent: readonly { id: string; name: string }[], results: readonly MutationResult[]) {
      const names = new Map(sent.map(({ id, name }) => [id, isKnown(name) ? name : 'unknown']))
      for (const { id, status } of results) mutations.inc({ name: names.get(id) ?? 'unknown', status })
    },
  }
}

const isKnown = (name: string): name is MutationName => Object.hasOwn(mutationArgs, name)
