import type { Investor } from '#shared/directory/contract.ts'
import type { DirectoryQuery } from '#shared/directory/directory-index.ts'
import { AskedInvestors, FoundInvestors, MAX_INVESTORS_ASKED } from '#shared/directory/search-contract.ts'
import type { VcId } from '#shared/ids.ts'
import { get } from '#web/net/api.ts'

/** Investors that the server has sent to this page. They are shown again without a request, and kept once they are saved. */
const received = new Map<VcId, Investor>()
const MAX_RECEIVED = 1000

function remember(investors: readonly Investor[]) {
  for (const investor of investors) received.set(investor.id, investor)
  for (const id of received.keys()) {
    if (received.size <= MAX_RECEIVED) return
    received.delete(id)
  }
}

export const receivedInvestor = (id: VcId) => received.get(id)

/** A query of a list in the words of the call. A comma would start another value there. */
function paramsOf({ text, stage, sector, location, kind, minPrice, maxPrice, sort }: DirectoryQuery): URLSearchParams {
  const terms = (list: string | undefined) => list?.replaceAll(',', ';')
  const words = (typed: string | undefined) => typed?.replaceAll(',', ' ').trim().slice(0, 200)
  const params = {
    ...{ text: words(text), stage: terms(stage), sector: terms(sector), location: words(location) },
    kind,
    minPrice,
    maxPrice,
    sort,
  }
  return new URLSearchParams(
    Object.entries(params).flatMap(([name, value]) => (value === undefined || value === '' ? [] : [[name, String(value)]])),
  )
}

/** One page of the matches that are not on devices. */
export async function searchElsewhere(
  query: DirectoryQuery,
  after: string | undefined,
  signal: AbortSignal,
): Promise<FoundInvestors> {
  const params = paramsOf(query)
  if (after !== undefined) params.set('after', after)
  const page = await get(`/api/directory/search?${params}`, FoundInvestors, { signal })
  remember(page.items)
  return page
}

/** Those of these investors that are listed, wherever they are. */
export async function fetchInvestors(ids: readonly VcId[]): Promise<Investor[]> {
  const found: Investor[] = []
  for (let at = 0; at < ids.length; at += MAX_INVESTORS_ASKED) {
    const named = ids.slice(at, at + MAX_INVESTORS_ASKED).join(';')
    found.push(...(await get(`/api/directory/investors?ids=${named}`, AskedInvestors)).investors)
  }
  remember(found)
  return found
}
