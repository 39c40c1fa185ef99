import type { Database } from '#server/database/client.ts'
import type { Env } from '#server/env.ts'
import { type AirtableSource, fetchListing } from './airtable.ts'
import { type ImportOutcome, importListing } from './import-listing.ts'
import type { RetryPolicy } from './throttled-fetch.ts'

/** The job that calls `refreshListing`, and its interval. */
export const REFRESH_LISTING = 'directory.refresh'
export const REFRESH_EVERY_SECONDS = 300

/** The source of the external listing, `undefined` when none is configured. */
export function listingSource(env: Env): AirtableSource | undefined {
  const { AIRTABLE_API_KEY: apiKey, AIRTABLE_BASE_ID: baseId, AIRTABLE_TABLE: table, AIRTABLE_API_URL: apiUrl } = env
  return apiKey && baseId && table ? { apiUrl, apiKey, baseId, table } : undefined
}

export type RefreshDeps = { db: Database; source: AirtableSource; confirm?: boolean } & RetryPolicy

/**
 * Replaces the directory with the current external listing.
 *
 * @throws Problem `imports.shrunk` until an admin confirms
 * @throws Error when a page could not be read; nothing was changed
 */
export async function refreshListing({ db, source, confirm = false, ...retryPolicy }: RefreshDeps): Promise<ImportOutcome> {
  const records = await fetchListing({ ...source, ...retryPolicy })
  return importListing({ db }, { source: 'airtable', records, confirm })
}
