import type { Database } from '#server/database/client.ts'
import { newId } from '#server/database/new-id.ts'
import { briefOf, type Log } from '#server/log.ts'
import { inSpan } from '#server/observe/traces/spans.ts'
import { createLanePlan, type Lane } from './lanes.ts'
import { keepLease, LEASE_SECONDS } from './lease.ts'
import { type ClaimedJob, claimJob, enqueueJobs, finishJob, type JobHandlers, listClaimedKinds, postponeJob } from './queue.ts'
import { type JobRun, LeaseLost } from './run.ts'

const IDLE_MS = 1000
/** The key of a job that recurs. */
export const SCHEDULE = 'schedule'
const MAX_BACKOFF_SECONDS = 600
/** A continued job lets other due jobs run first. */
const CONTINUE_SECONDS = 1

/**
 * Recurring work: its kind and interval. A new one runs at once. With `runsAtStart` it also runs when a node starts, for what
 * happened while no node ran.
 */
export type Schedule = { kind: string; everySeconds: number; runsAtStart?: boolean }

export type WorkerDeps = {
  db: Database
  log: Log
  handlers: JobHandlers
  schedules: Schedule[]
  /** Groups of kinds with a separate lane each: they run independent of the amount of other work. */
  reserved?: string[][] | undefined
  /** How long a lane that found no job waits before it looks again. */
  idleMs?: number | undefined
  leaseSeconds?: number | undefined
  /** Otherwise recurring work first runs after its interval. */
  runsNewSchedulesAtOnce?: boolean | undefined
  /** Called after each run. */
  onRun?: ((kind: string, result: 'done' | 'failed', seconds: number) => void) | undefined
}

/**
 * Runs jobs from the job table until it is stopped. Any number of nodes may run it.
 *
 * ```
 * waiting ─claim─► leased ─ok──────────► done, or waiting for its next run
 *    ▲                ├─'continue'────► waiting, with its progress
 *    │                ├─fault─────────► waiting, with growing pauses
 *    └─lease is over──┘ (a renewed lease does not end; a run that lost it writes nothing more)
 * ```
 *
 * A failed job is retried and never dropped; a scheduled one recurs whether it failed or not.
 */
export function startWorker({
  db,
  log,
  handlers,
  schedules,
  reserved = [],
  idleMs = IDLE_MS,
  leaseSeconds = LEASE_SECONDS,
  runsNewSchedulesAtOnce = true,
  onRun = () => undefined,
}: WorkerDeps) {
  const stopping = Promise.withResolvers<void>()
  let isStopping = false
  const every = new Map(schedules.map(({ kind, everySeconds }) => [kind, everySeconds]))
  const running = new Map<string, number>()
  const count = (kind: string, by: number) => running.set(kind, (running.get(kind) ?? 0) + by)
  const lanes = createLanePlan(Object.keys(handlers), new Set(every.keys()), reserved, running)

  // The kinds of the last claim that found nothing. For a short time no other lane needs to look for jobs of these.
  let absent: ReadonlySet<string> = new Set()
  let absentUntil = 0
  const isAbsent = (kinds: string[]) => performance.now() < absentUntil && kinds.every((kind) => absent.has(kind))

  // One claim at a time in a node, so that two lanes cannot both use the same capacity.
  let claiming: Promise<unknown> = Promise.resolve()
  const claim = (lane: Lane): Promise<ClaimedJob | undefined> => {
    const next = claiming.then(async () => {
      const kinds = lane.kinds()
      if (isAbsent(kinds)) return undefined
      const job = await claimJob(db, kinds, leaseSeconds)
      if (job && lane.isGeneral) count(job.kind, 1)
      if (!job) {
        absent = new Set(kinds)
        absentUntil = performance.now() + idleMs
      }
      return job
    })
    claiming = next.catch(() => undefined)
    return next
  }

  const runOne = async (lane: Lane): Promise<boolean> => {
    const job = await claim(lane)
    if (!job) return false
    const lease = keepLease({ db, log }, job, leaseSeconds)
    try {
      await runJob(job, lease.run)
    } finally {
      lease.end()
      if (lane.isGeneral) count(job.kind, -1)
      // The job may have added others.
      absentUntil = 0
    }
    return true
  }

  const runJob = async (job: ClaimedJob, run: JobRun) => {
    const interval = job.key === SCHEDULE ? every.get(job.kind) : undefined
    const beganAt = performance.now()
    const report = (result: 'done' | 'failed') => onRun(job.kind, result, (performance.now() - beganAt) / 1000)
    try {
      const about = { 'latchkey.job.kind': job.kind, 'latchkey.job.attempts': job.attempts }
      const result = await inSpan(`job ${job.kind}`, 'internal', about, async () => handlers[job.kind]?.(job.payload, run))
      report('done')
      if (result === 'continue')
        await postponeJob(db, job, { delaySeconds: CONTINUE_SECONDS, lastError: '', keepsProgress: true })
      else if (interval === undefined) await finishJob(db, job)
      else await postponeJob(db, job, { delaySeconds: interval, lastError: '' })
    } catch (error) {
      if (error instanceof LeaseLost) return log.warn({ job: job.kind }, 'job taken over by another node')
      report('failed')
      log.error({ err: error, job: job.kind, attempts: job.attempts }, 'job failed')
      const backoff = Math.min(2 ** Math.min(job.attempts, 10), MAX_BACKOFF_SECONDS)
      await postponeJob(db, job, { delaySeconds: interval ?? backoff, lastError: briefOf(error), keepsProgress: true })
    }
  }

  const runLane = async (lane: Lane) => {
    while (!isStopping) {
      const found = await runOne(lane).catch((error) => {
        log.error({ err: error }, 'job table not readable')
        return false
      })
      if (!found && !isStopping) await Promise.race([Bun.sleep(idleMs), stopping.promise])
    }
  }

  const begin = async () => {
    const firstRun = (seconds: number) => (runsNewSchedulesAtOnce ? {} : { runAt: new Date(Date.now() + seconds * 1000) })
    const added = await enqueueJobs(
      db,
      schedules.map(({ kind, everySeconds }) => ({ kind, key: SCHEDULE, ...firstRun(everySeconds) })),
    )
    // A killed node may have left its scheduled job claimed. The job of the start runs without waiting for the end of that lease.
    const claimed = await listClaimedKinds(db, SCHEDULE)
    const atStart = schedules.filter(({ kind, runsAtStart }) => !added.includes(kind) && (runsAtStart || claimed.includes(kind)))
    await enqueueJobs(
      db,
      atStart.map(({ kind }) => ({ kind, key: `start:${newId('node')}` })),
    )
  }
  const begun = begin().catch((error) => log.error({ err: error }, 'schedules not writable'))
  const finished = begun.then(() => Promise.all(lanes.map(runLane)))

  return {
    /** Resolves once the recurring jobs are in the job table. */
    begun,
    /** Resolves once the running jobs have ended. */
    stop: async () => {
      isStopping = true
      stopping.resolve()
      await finished
    },
  }
}
