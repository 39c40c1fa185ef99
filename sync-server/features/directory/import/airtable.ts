import { z } from 'zod'
import { type RetryPolicy, throttledFetch } from './throttled-fetch.ts'

/** A page of records, and the offset of the next; the normaliser validates the records one by one. */
const Page = z.object({ records: z.array(z.unknown()), offset: z.string().min(1).max(1000).optional() })

/** 100 records a page: more than any real listing has. */
const MAX_PAGES = 2000

export type AirtableSource = {
  /** Includes the version path: `https://api.airtable.com/v0`. */
  apiUrl: string
  apiKey: string
  baseId: string
  table: string
}

/**
 * Every record of the table, page by page.
 *
 * All or nothing: with a page missing, every record on it would be unlisted.
 *
 * @throws Error when any page fails; it contains the page number and never the key
 * @see https://airtable.com/developers/web/api/list-records
 */
export async function fetchListing({
  apiUrl,
  apiKey,
  baseId,
  table,
  ...retryPolicy
}: AirtableSource & RetryPolicy): Promise<unknown[]> {
  const request = throttledFetch(retryPolicy)
  const address = `${apiUrl.replace(/\/+$/, '')}/${encodeURIComponent(baseId)}/${encodeURIComponent(table)}?pageSize=100`
  const records: unknown[] = []
  const seen = new Set<string>()
  let offset: string | undefined

  for (let page = 1; page <= MAX_PAGES; page += 1) {
    const url = offset === undefined ? address : `${address}&offset=${encodeURIComponent(offset)}`
    const body = await request(url, { authorization: `Bearer ${apiKey}` }).catch((cause) => {
      throw new Error(`Page ${page} of the external listing could not be read`, { cause })
    })
    const parsed = Page.safeParse(body)
    if (!parsed.success) throw new Error(`Page ${page} of the external listing is not a page of records`)
    records.push(...parsed.data.records)
    offset = parsed.data.offset
    if (offset === undefined) return records
    // A source that returns an earlier offset would cause an endless loop.
    if (seen.has(offset)) throw new Error(`Page ${page} of the external listing leads back to an earlier one`)
    seen.add(offset)
  }
  throw new Error(`The external listing has more than ${MAX_PAGES} pages`)
}
