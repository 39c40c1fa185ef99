import { sql } from 'drizzle-orm'
import Stripe from 'stripe'
import { SANDBOX_WEBHOOK_SECRET } from '#server/env.ts'
import { settleMerge } from '#server/features/accounts/guest-merge/merge-guest.ts'
import { describe, nodeAt, type Run } from './run.ts'
import type { Node, Setup } from './setup.ts'

/** Delivers events in any order, some of them repeatedly. */
export async function deliver({ setup }: Pick<Run, 'setup'>, picks: number[], node: Node) {
  const known = await setup.database.sql<{ body: { id: string } }[]>`
    select body from sandbox_objects join sandbox_deliveries on event_id = id order by is_delivered, event_id`
  await Promise.all(picks.map((pick) => known.length > 0 && deliverOne(setup, node, known[pick % known.length]?.body)))
}

async function deliverOne({ database }: Setup, node: Node, event: { id: string } | undefined) {
  if (!event) return
  const payload = JSON.stringify(event)
  const signature = await Stripe.webhooks.generateTestHeaderStringAsync({ payload, secret: SANDBOX_WEBHOOK_SECRET })
  const headers = { 'content-type': 'application/json', 'stripe-signature': signature }
  const request = new Request('http://127.0.0.1/api/stripe/webhook', { method: 'POST', headers, body: payload })
  const reply = await node.money.routes.handle(request)
  // P10: an event that was answered with 2xx must not be needed again.
  if (reply.ok) await database.sql`update sandbox_deliveries set is_delivered = true where event_id = ${event.id}`
}

type Job = { id: string; kind: string; payload: unknown; fault: string | null }

/** A transfer waits for cover, which may never come: it causes no further round by itself. */
export const UNCOVERED = 'does not cover the payout'

/** The concurrency of a worker. */
const LANES = 3

/** Runs the pending money jobs, in no particular order. @returns the number of jobs that can finish */
export async function work({ database }: Setup, node: Node, limit: number): Promise<number> {
  const kinds = Object.keys(node.money.jobs)
  const waiting = await database.sql<Job[]>`
    select id, kind, payload, last_error as fault from jobs where done_at is null and kind = any(${kinds}) order by md5(id) limit ${limit}`
  const left = waiting.values()
  const lane = async () => {
    for (const job of left) await workOn(database, node, job)
  }
  await Promise.all(Array.from({ length: LANES }, lane))
  return waiting.filter(({ fault }) => !fault?.includes(UNCOVERED)).length
}

async function workOn({ sql: query }: Setup['database'], node: Node, { id, kind, payload }: Job) {
  try {
    await runJob(node, kind, payload)
    if (!node.lifecycle.isOver) await query`update jobs set done_at = now() where id = ${id}`
  } catch (error) {
    // A failed job is retried.
    await query`update jobs set last_error = ${describe(error)} where id = ${id}`
  }
}

export const runJob = async (node: Node, kind: string, payload: unknown = {}) => node.money.jobs[kind]?.(payload)

/** After a day the provider has dropped its idempotency keys. */
export async function wait(setup: Setup, minutes: number) {
  setup.now = new Date(setup.now.getTime() + minutes * 60_000)
  if (minutes > 24 * 60) await setup.database.sql`delete from sandbox_requests`
}

/** Far more than needed, so that only an endless loop is cut off. */
const MAX_ROUNDS = 12

/**
 * Runs the loops until they find nothing more to do: after that only permanently stuck work is left. Lost webhooks are read from
 * the provider's event list; otherwise the list is not needed.
 */
export async function converge(state: Run, areWebhooksLost: boolean) {
  const { setup, merges } = state
  for (const merge of merges) await settleMerge(setup.database.db, setup.nodes[0].owners)(merge)
  const finishJobs = async () => {
    for (let round = 0; round < MAX_ROUNDS; round += 1) if ((await work(setup, nodeAt(setup, round), 100)) === 0) return
  }
  if (!areWebhooksLost) {
    const undelivered = await setup.database.sql<{ body: { id: string } }[]>`
      select body from sandbox_objects join sandbox_deliveries on event_id = id where not is_delivered order by md5(event_id)`
    for (const { body } of undelivered) await deliverOne(setup, setup.nodes[0], body)
  }
  for (let day = 0; day < 4; day += 1) {
    // A payment that was begun a day ago is no longer expected.
    await wait(setup, 25 * 60)
    if (areWebhooksLost) {
      await runJob(nodeAt(setup, day), 'payments.list-events')
      // Events older than the list have moved money, which the balance shows.
      if (day === 0) await runJob(nodeAt(setup, day), 'books.read-balance')
    }
    await runJob(nodeAt(setup, day + 1), 'payments.reconcile')
    await runJob(nodeAt(setup, day), 'bookings.lapse')
    await finishJobs()
    if (await hasConverged(setup)) return
  }
}

async function hasConverged({ database }: Setup): Promise<boolean> {
  const [left] = await database.db.execute<{ count: number }>(sql`
    select (select count(*) from orders where status in ('pending', 'processing', 'failed'))
      + (select count(*) from stripe_events where status = 'pending') as count`)
  return Number(left?.count) === 0
}
