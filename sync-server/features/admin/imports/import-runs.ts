import type { Queryable } from '#server/database/client.ts'
import { decide, type Reviewable, withVersion } from '#server/features/admin/decision.ts'
import type { Decider, ReviewDeps } from '#server/features/admin/deps.ts'
import { REFRESH_LISTING } from '#server/features/directory/import/refresh-listing.ts'
import { enqueueJob } from '#server/jobs/queue.ts'
import type { AdminImports } from '#shared/admin/imports.ts'
import { type ConfirmRun, type ImportRun, RunReview } from '#shared/admin/imports.ts'
import { Problem } from '#shared/problem.ts'
import { hasLaterRun, listNames, listQuarantine, listRuns, lockRun, type RunRow, writeRunReview } from './import-queries.ts'
import { listDoubtfulPrices } from './prices.ts'

type Doc = Omit<ImportRun, 'version'>

const present = async (db: Queryable, { missing, seenAt, createdAt, ...run }: RunRow): Promise<Doc> => ({
  ...run,
  seenAt: seenAt.toISOString(),
  createdAt: createdAt.toISOString(),
  missing: missing.length > 0 ? await listNames(db, missing) : [],
})

export const runs: Reviewable<Doc, RunReview> = {
  type: 'import-run',
  State: RunReview,
  lock: async (tx, id) => {
    const run = await lockRun(tx, id)
    return run && { id, doc: await present(tx, run), state: { status: run.status } }
  },
  write: async (tx, { id, doc }, after) => {
    if (await hasLaterRun(tx, doc)) throw new Problem('review.superseded')
    await writeRunReview(tx, id, after)
    // The next scheduled refresh is minutes away; the confirming admin expects to see the result.
    if (after.status === 'confirmed' && doc.source === 'airtable') await enqueueJob(tx, { kind: REFRESH_LISTING, key: id })
  },
  // Every refresh repeats the same rejection, so the counters are not part of the version.
  decidedUpon: ({ repeats: _, seenAt: __, ...doc }) => doc,
}

export async function listImportRuns({ db }: ReviewDeps): Promise<ImportRun[]> {
  const docs = await Promise.all((await listRuns(db)).map((run) => present(db, run)))
  return docs.map((doc) => withVersion(runs, doc))
}

/**
 * @throws Problem `review.superseded` when a later run exists or this run was applied, `review.moved-on` when this run has
 *   changed
 */
export const confirmRun = (deps: ReviewDeps, by: Decider, id: string, { status, version }: ConfirmRun) =>
  decide(deps, by, runs, id, {
    version,
    rule: (before) => {
      if (before.status === 'applied') throw new Problem('review.superseded')
      return { status }
    },
    action: () => 'confirmed',
  })

/** Import results that need a manual review. */
export async function listImports(deps: ReviewDeps): Promise<AdminImports> {
  const [runs, quarantine, prices] = await Promise.all([listImportRuns(deps), listQuarantine(deps.db), listDoubtfulPrices(deps)])
  const asText = (record: (typeof quarantine)[number]) => ({
    ...record,
    raw: JSON.stringify(record.raw, null, 2),
    createdAt: record.createdAt.toISOString(),
  })
  return { runs, quarantine: quarantine.map(asText), prices }
}
