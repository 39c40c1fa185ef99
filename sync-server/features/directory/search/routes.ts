import { Elysia } from 'elysia'
import { limitConcurrency } from '#server/concurrency-limit.ts'
import { clientAddress } from '#server/http/limits/client-address.ts'
import { countLocally } from '#server/http/limits/local-limit.ts'
import type { RateLimit } from '#server/http/limits/rate-limit.ts'
import { jsonReply } from '#server/http/replies/compression.ts'
import { AskedInvestors, AskInvestors, FoundInvestors, SearchDirectory } from '#shared/directory/search-contract.ts'
import { createSearch, listByIds, type SearchDeps } from './search-investors.ts'

/** The same for all callers. A person who was removed is shown by a cache for this long at most. */
const SHORTLY = 'public, max-age=30'

/** Searches per minute and address that are counted in memory only: a database row for each would cost more than it protects. */
const FREE = 60

/** A search may read for a second; the rest of the pool serves everything else. */
const SEARCHES = { most: 4, mostPer: [2], mostWaiting: 100, mostWaitingPer: [20] }

type RoutesDeps = SearchDeps & { limit: RateLimit; trustedProxies: number }

/** The part of the directory that devices do not hold; public calls. */
export const searchRoutes = ({ limit, trustedProxies, ...deps }: RoutesDeps) => {
  const search = createSearch(deps)
  const inTurn = limitConcurrency(SEARCHES)
  const count = countLocally((address, amount) => limit('directory-search-address', address, amount), FREE)
  return new Elysia({ name: 'directory-search', prefix: '/api/directory' })
    .get(
      '/search',
      async ({ query, request, server }) => {
        const address = clientAddress(request, server, trustedProxies)
        await count(address)
        return jsonReply(await inTurn(() => search(query), address), request, SHORTLY)
      },
      { query: SearchDirectory, response: FoundInvestors },
    )
    .get(
      '/investors',
      async ({ query, request, server }) => {
        await count(clientAddress(request, server, trustedProxies))
        return jsonReply({ investors: await listByIds(deps.db, query.ids) }, request, SHORTLY)
      },
      { query: AskInvestors, response: AskedInvestors },
    )
}
