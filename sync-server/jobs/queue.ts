import { and, eq, isNull, lt, sql } from 'drizzle-orm'
import { jobs } from '#drizzle/schema/index.ts'
import type { Queryable } from '#server/db.ts'
import { newId } from '#server/new-id.ts'

export type JobHandler = (payload: unknown) => Promise<void>

/** Every kind of background work, by name; the composition root fills it. */
export type JobHandlers = Record<string, JobHandler>

type Enqueue = { kind: string; key: string; payload?: unknown; runAt?: Date }

/** Adds work, unless the same is waiting already. In a transaction it appears with the commit. */
export async function enqueueJob(db: Queryable, { kind, key, payload = {}, runAt }: Enqueue) {
  await db
    .insert(jobs)
    .values({ id: newId('job'), kind, key, payload, ...(runAt && { runAt }) })
    .onConflictDoNothing()
}

/**
 * Takes the oldest due job of the given kinds for a while; another node skips it.
 *
 * @param leaseSeconds  when its node dies, the job is free again after that long
 */
export async function claimJob(db: Queryable, kinds: string[], leaseSeconds: number) {
  const due = sql`
    update jobs set locked_until = now() + make_interval(secs => ${leaseSeconds}), attempts = attempts + 1
    where id = (
      select id from jobs
      where done_at is null and run_at <= now() and (locked_until is null or locked_until < now())
        and kind in (select jsonb_array_elements_text(${JSON.stringify(kinds)}::jsonb))
      order by run_at limit 1 for update skip locked
    )
    returning id, kind, key, payload, attempts`
  const [job] = await db.execute<{ id: string; kind: string; key: string; payload: unknown; attempts: number }>(due)
  return job
}

export async function finishJob(db: Queryable, id: string) {
  await db.update(jobs).set({ doneAt: sql`now()`, lockedUntil: null }).where(eq(jobs.id, id))
}

/** Gives a job back, to run again at an instant of the database's clock. */
export async function postponeJob(db: Queryable, id: string, delaySeconds: number, lastError: string) {
  await db
    .update(jobs)
    .set({ runAt: sql`now() + make_interval(secs => ${delaySeconds})`, lockedUntil: null, lastError })
    .where(and(eq(jobs.id, id), isNull(jobs.doneAt)))
}

/** Forgets what was done more than a week ago; until then it helps to see what happened. */
export async function pruneJobs(db: Queryable) {
  await db.delete(jobs).where(lt(jobs.doneAt, sql`now() - interval '7 days'`))
}
