import type { Database } from '#server/database/client.ts'
import type { Log } from '#server/log.ts'
import { type ClaimedJob, renewLease, saveProgress } from './queue.ts'
import { type JobRun, LeaseLost } from './run.ts'

/**
 * How long a job stays leased to a node that does not renew. A run may take longer, because its lease is renewed; after its node
 * is killed, the job can be claimed again after this time.
 */
export const LEASE_SECONDS = 60

export type Lease = { run: JobRun; end: () => void }

/**
 * Renews the lease of one run until it ends.
 *
 * A suspended process does not renew, so each run also tracks by its own clock until when it owns the job.
 */
export function keepLease({ db, log }: { db: Database; log: Log }, job: ClaimedJob, leaseSeconds = LEASE_SECONDS): Lease {
  const leaseMs = leaseSeconds * 1000
  let isLost = false
  let ownUntil = performance.now() + leaseMs
  const renew = async () => {
    const requestedAt = performance.now()
    try {
      if (await renewLease(db, job, leaseSeconds)) ownUntil = requestedAt + leaseMs
      else isLost = true
    } catch (error) {
      log.warn({ err: error, job: job.kind }, 'lease renewal failed')
    }
  }
  const timer = setInterval(() => void renew(), leaseMs / 3)
  const requireLease = () => {
    if (isLost || performance.now() > ownUntil) throw new LeaseLost(job.kind)
  }
  return {
    run: {
      progress: job.progress ?? undefined,
      saveProgress: async (progress) => {
        requireLease()
        if (!(await saveProgress(db, job, progress))) throw new LeaseLost(job.kind)
      },
      requireLease,
    },
    end: () => clearInterval(timer),
  }
}
