import { and, eq, gt, isNotNull, isNull, lt, sql } from 'drizzle-orm'
import type { PgUpdateSetSource } from 'drizzle-orm/pg-core'
import { jobs } from '#drizzle/schema/index.ts'
import type { Queryable } from '#server/database/client.ts'
import { deleteInBatches } from '#server/database/delete-in-batches.ts'
import { newId } from '#server/database/new-id.ts'
import type { JobRun } from './run.ts'

/**
 * @returns `continue` when there is more to do from the stored progress on: the job runs again immediately, behind others that are
 * due
 */
export type JobHandler = (payload: unknown, run?: JobRun) => Promise<unknown>

/** All kinds of background work, by name; the composition root registers them. */
export type JobHandlers = Record<string, JobHandler>

type Enqueue = { kind: string; key: string; payload?: unknown; runAt?: Date }

/** Adds a job, unless the same job is already waiting. In a transaction it appears with the commit. */
export async function enqueueJob(db: Queryable, { kind, key, payload = {}, runAt }: Enqueue) {
  await db
    .insert(jobs)
    .values({ id: newId('job'), kind, key, payload, ...(runAt && { runAt }) })
    .onConflictDoNothing()
}

/**
 * The same for any number of jobs, in one statement.
 *
 * @returns the kinds of those that were added
 */
export async function enqueueJobs(db: Queryable, added: Enqueue[]): Promise<string[]> {
  if (added.length === 0) return []
  const rows = added.map(({ kind, key, payload = {}, runAt }) => ({ id: newId('job'), kind, key, payload, run_at: runAt }))
  const inserted = await db.execute<{ kind: string }>(sql`
    insert into jobs (id, kind, key, payload, run_at)
    select id, kind, key, payload, coalesce(run_at, now())
    from jsonb_to_recordset(${JSON.stringify(rows)}::jsonb)
      as job (id text, kind text, key text, payload jsonb, run_at timestamptz)
    on conflict do nothing
    returning kind`)
  return inserted.map(({ kind }) => kind)
}

/** The kinds whose job of this key is claimed. */
export async function listClaimedKinds(db: Queryable, key: string): Promise<string[]> {
  const isClaimed = and(eq(jobs.key, key), isNull(jobs.doneAt), gt(jobs.lockedUntil, sql`now()`))
  const rows = await db.select({ kind: jobs.kind }).from(jobs).where(isClaimed)
  return rows.map(({ kind }) => kind)
}

/** The payloads of all jobs of a kind that have not ended. */
export async function listPendingPayloads(db: Queryable, kind: string): Promise<unknown[]> {
  const rows = await db
    .select({ payload: jobs.payload })
    .from(jobs)
    .where(and(eq(jobs.kind, kind), isNull(jobs.doneAt)))
  return rows.map(({ payload }) => payload)
}

/** Makes a job that waits for its next attempt due now. A running job is not affected. */
export async function runJobSoon(db: Queryable, { kind, key }: Pick<Enqueue, 'kind' | 'key'>) {
  const isWaiting = and(eq(jobs.kind, kind), eq(jobs.key, key), isNull(jobs.doneAt), isNull(jobs.lockedUntil))
  await db.update(jobs).set({ runAt: sql`now()` }).where(isWaiting)
}

export type ClaimedJob = { id: string; kind: string; key: string; payload: unknown; progress: unknown; attempts: number }

/**
 * Claims the oldest due job of the given kinds; other nodes skip it.
 *
 * Stored instants are rounded to milliseconds, so now is rounded as well: a job of the current millisecond is due.
 *
 * @param leaseSeconds  after this time the job can be claimed again if its node died
 */
export async function claimJob(db: Queryable, kinds: string[], leaseSeconds: number): Promise<ClaimedJob | undefined> {
  if (kinds.length === 0) return undefined
  const due = sql`
    update jobs set locked_until = now() + make_interval(secs => ${leaseSeconds}), attempts = attempts + 1
    where id = (
      select id from jobs
      where done_at is null and run_at <= now()::timestamptz(3) and (locked_until is null or locked_until < now())
        and kind in (select jsonb_array_elements_text(${JSON.stringify(kinds)}::jsonb))
      order by run_at limit 1 for update skip locked
    )
    returning id, kind, key, payload, cursor as progress, attempts`
  const [job] = await db.execute<ClaimedJob>(due)
  return job
}

/** A claim is a job's id with its number of attempts: a node that takes the job over increments it. */
export type Claim = Pick<ClaimedJob, 'id' | 'attempts'>

const isOurs = ({ id, attempts }: Claim) =>
  and(eq(jobs.id, id), eq(jobs.attempts, attempts), isNull(jobs.doneAt), isNotNull(jobs.lockedUntil))

const change = async (db: Queryable, claim: Claim, set: PgUpdateSetSource<typeof jobs>) =>
  (await db.update(jobs).set(set).where(isOurs(claim)).returning({ id: jobs.id })).length > 0

/** @returns false when another node has taken the job over */
export const renewLease = (db: Queryable, claim: Claim, leaseSeconds: number): Promise<boolean> =>
  change(db, claim, { lockedUntil: sql`now() + make_interval(secs => ${leaseSeconds})` })

/** @returns false when another node has taken the job over */
export const saveProgress = (db: Queryable, claim: Claim, progress: unknown): Promise<boolean> => change(db, claim, { progress })

/** @returns false when another node has taken the job over and must finish it */
export const finishJob = (db: Queryable, claim: Claim): Promise<boolean> =>
  change(db, claim, { doneAt: sql`now()`, lockedUntil: null, progress: null })

type Postponement = { delaySeconds: number; lastError: string; keepsProgress?: boolean }

/**
 * Releases a job, to run again at an instant of the database's clock. A scheduled job that completed starts from the beginning.
 */
export const postponeJob = (db: Queryable, claim: Claim, { delaySeconds, lastError, keepsProgress = false }: Postponement) =>
  change(db, claim, {
    runAt: sql`now() + make_interval(secs => ${delaySeconds})`,
    lockedUntil: null,
    lastError,
    ...(!keepsProgress && { progress: null }),
  })

/** Deletes jobs that finished more than a week ago; until then they help to investigate. */
export const pruneJobs = (db: Queryable) => deleteInBatches(db, jobs, lt(jobs.doneAt, sql`now() - interval '7 days'`))
