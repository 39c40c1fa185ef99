import type { AdminImports } from '#shared/admin/imports.ts'
import type { ReviewDeps } from './deps.ts'
import { listQuarantine } from './import-queries.ts'
import { listImportRuns } from './import-runs.ts'
import { listDoubtfulPrices } from './prices.ts'

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
