import type { Database } from '#server/db.ts'
import type { Log } from '#server/log.ts'
import { newId } from '#server/new-id.ts'
import { claimJob, enqueueJob, finishJob, type JobHandlers, postponeJob } from './queue.ts'

/**
 * How long one run may take before another node may take it over. Longer than the
 * slowest (a listing read page by page, waiting out refusals), because a job that is
 * taken over while it still runs does its work twice.
 */
const LEASE_SECONDS = 300
const IDLE_MS = 1000
const SCHEDULE = 'schedule'
const LONGEST_BACKOFF_SECONDS = 600

/** Jobs at once, so that a slow one does not hold up a payment. */
const LANES = 3

/** Work that comes round by itself: its kind and how often. Each also runs once at start. */
export type Schedule = { kind: string; everySeconds: number }

export type WorkerDeps = {
  db: Database
  log: Log
  handlers: JobHandlers
  schedules: Schedule[]
  /** How long a lane that found nothing waits until it looks again. */
  idleMs?: number | undefined
}

/**
 * Works through the job table until it is stopped. Any number of nodes may.
 *
 * A failed job comes again with growing pauses and is never dropped; a
 * scheduled one comes round whether it failed or not.
 */
export function startWorker({ db, log, handlers, schedules, idleMs = IDLE_MS }: WorkerDeps) {
  const stopping = Promise.withResolvers<void>()
  let isStopping = false
  const every = new Map(schedules.map(({ kind, everySeconds }) => [kind, everySeconds]))

  const runOne = async (): Promise<boolean> => {
    const job = await claimJob(db, Object.keys(handlers), LEASE_SECONDS)
    if (!job) return false
    const interval = job.key === SCHEDULE ? every.get(job.kind) : undefined
    try {
      await handlers[job.kind]?.(job.payload)
      if (interval === undefined) await finishJob(db, job.id)
      else await postponeJob(db, job.id, interval, '')
    } catch (error) {
      log.error({ err: error, job: job.kind, attempts: job.attempts }, 'a job failed')
      const backoff = Math.min(2 ** Math.min(job.attempts, 10), LONGEST_BACKOFF_SECONDS)
      await postponeJob(db, job.id, interval ?? backoff, String(error))
    }
    return true
  }

  const runLane = async () => {
    while (!isStopping) {
      const found = await runOne().catch((error) => {
        log.error({ err: error }, 'the job table cannot be read')
        return false
      })
      if (!found && !isStopping) await Promise.race([Bun.sleep(idleMs), stopping.promise])
    }
  }

  const begin = async () => {
    for (const { kind } of schedules) {
      await enqueueJob(db, { kind, key: SCHEDULE })
      // A node that was killed left its round leased; what it was about to do must not wait for that.
      await enqueueJob(db, { kind, key: `start:${newId('node')}` })
    }
  }
  const finished = begin()
    .catch((error) => log.error({ err: error }, 'the schedules cannot be written'))
    .then(() => Promise.all(Array.from({ length: LANES }, runLane)))

  return {
    /** Ends after the jobs at hand. */
    stop: async () => {
      isStopping = true
      stopping.resolve()
      await finished
    },
  }
}
