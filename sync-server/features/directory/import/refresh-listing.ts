import type { Database } from '#server/database/client.ts'
import type { Env } from '#server/env.ts'
import { type AirtableSource, fetchListing } from './airtable.ts'
import { type ImportOutcome, importListing, Overtaken } from './import-listing.ts'
import { findLastApplied } from './queries.ts'
import type { RetryPolicy } from './throttled-fetch.ts'

/** The job that calls `refreshListing`, and its interval. */
export const REFRESH_LISTING = 'directory.refresh'
export const REFRESH_EVERY_SECONDS = 300

/** The source of the external listing, `undefined` when none is configured. */
export function listingSource(env: Env): AirtableSource | undefined {
  const { AIRTABLE_API_KEY: apiKey, AIRTABLE_BASE_ID: baseId, AIRTABLE_TABLE: table, AIRTABLE_API_URL: apiUrl } = env
  return apiKey && baseId && table ? { apiUrl, apiKey, baseId, table } : undefined
}

const SOURCE = 'airtable'

export type RefreshDeps = { db: Database; source: AirtableSource; confirm?: boolean } & RetryPolicy

/** How often the listing is read while other imports overtake it. */
const MAX_READS = 3

/**
 * Replaces the directory with the current external listing. When another import of it was applied while it was read, it is read
 * again.
 *
 * @throws Problem `imports.shrunk` until an admin confirms
 * @throws Error when a page could not be read; nothing was changed
 * @throws Overtaken when other imports were applied during each of three reads; nothing was changed
 */
export async function refreshListing({ db, source, confirm = false, ...retryPolicy }: RefreshDeps): Promise<ImportOutcome> {
  for (let reads = 1; ; reads += 1) {
    const readAfter = { run: await findLastApplied(db, SOURCE) }
    const records = await fetchListing({ ...source, ...retryPolicy })
    try {
      return await importListing({ db }, { source: SOURCE, records, confirm, readAfter })
    } catch (error) {
      if (!(error instanceof Overtaken) || reads === MAX_READS) throw error
    }
  }
}
