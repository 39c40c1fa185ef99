import { Elysia } from 'elysia'
import * as v from 'valibot'
import type { Database } from '#server/database/client.ts'
import { AskStats, TopVc, VcStats } from '#shared/directory/api-contract.ts'
import { createTop, readStats } from './read-stats.ts'
import { STATS_EVERY_SECONDS } from './refresh-stats.ts'

/** The numbers are recounted at this interval; a reply stays valid until then. */
const UNTIL_COUNTED = `public, max-age=${STATS_EVERY_SECONDS}`

/** Demand of the last 30 days, a public endpoint. */
export const statsRoutes = ({ db }: { db: Database }) => {
  const top = createTop(db)
  return new Elysia({ name: 'stats', prefix: '/api' })
    .onAfterHandle({ as: 'local' }, ({ set }) => {
      set.headers['cache-control'] = UNTIL_COUNTED
    })
    .get('/vc-stats', ({ query }) => readStats(db, query.vcId), { query: AskStats, response: VcStats })
    .get('/vc-stats/:vcId/:vcType', ({ params }) => readStats(db, params.vcId), {
      params: v.required(AskStats),
      response: VcStats,
    })
    .get('/top-vcs', async ({ request }) => (await top()).reply(request, UNTIL_COUNTED), { response: v.array(TopVc) })
}
