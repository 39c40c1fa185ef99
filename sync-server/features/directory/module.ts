import type { AppContext } from '#server/app-context.ts'
import type { FeatureModule } from '#server/feature-module.ts'
import { listContacts } from '#server/features/unlocks/contact.ts'
import { EXTENT_EVERY_SECONDS, REFRESH_EXTENT, refreshExtent } from './extent/refresh-extent.ts'
import { listingSource, REFRESH_EVERY_SECONDS, REFRESH_LISTING, refreshListing } from './import/refresh-listing.ts'
import { listingRoutes } from './listed-investors-routes.ts'
import { platformRoutes } from './platform-investors-routes.ts'
import { searchRoutes } from './search/routes.ts'
import { REFRESH_STATS, refreshStats, STATS_EVERY_SECONDS } from './stats/refresh-stats.ts'
import { statsRoutes } from './stats/routes.ts'
import { extentSource, investorSource, statsSource } from './sync-source.ts'

export function directoryModule(context: AppContext) {
  const { db, env } = context
  const source = listingSource(env)
  return {
    routes: [
      listingRoutes({ ...context, listContacts: (principalId) => listContacts(context, principalId) }),
      platformRoutes({ db }),
      statsRoutes({ db }),
      searchRoutes(context),
    ],
    jobs: {
      [REFRESH_STATS]: () => refreshStats(context),
      [REFRESH_EXTENT]: () => refreshExtent({ db, deviceLimit: env.DIRECTORY_LIMIT }),
      ...(source && { [REFRESH_LISTING]: () => refreshListing({ db, source }).then(() => undefined) }),
    },
    schedules: [
      { kind: REFRESH_STATS, everySeconds: STATS_EVERY_SECONDS },
      { kind: REFRESH_EXTENT, everySeconds: EXTENT_EVERY_SECONDS },
      ...(source ? [{ kind: REFRESH_LISTING, everySeconds: REFRESH_EVERY_SECONDS }] : []),
    ],
    publicSources: { investors: investorSource, stats: statsSource, extents: extentSource },
  } satisfies FeatureModule
}
