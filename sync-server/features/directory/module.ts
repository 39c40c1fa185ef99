import type { AppContext } from '#server/app-context.ts'
import type { FeatureModule } from '#server/feature-module.ts'
import { listContacts } from '#server/features/unlocks/contact.ts'
import { listingSource, REFRESH_EVERY_SECONDS, REFRESH_LISTING, refreshListing } from './import/refresh-listing.ts'
import { listingRoutes } from './listed-investors-routes.ts'
import { platformRoutes } from './platform-investors-routes.ts'
import { REFRESH_STATS, refreshStats, STATS_EVERY_SECONDS } from './stats/refresh-stats.ts'
import { statsRoutes } from './stats/routes.ts'
import { investorSource, statsSource } from './sync-source.ts'

export function directoryModule(context: AppContext) {
  const { db, env } = context
  const source = listingSource(env)
  return {
    routes: [
      listingRoutes({ ...context, listContacts: (principalId) => listContacts(context, principalId) }),
      platformRoutes({ db }),
      statsRoutes({ db }),
    ],
    jobs: {
      [REFRESH_STATS]: () => refreshStats(context),
      ...(source && { [REFRESH_LISTING]: () => refreshListing({ db, source }).then(() => undefined) }),
    },
    schedules: [
      { kind: REFRESH_STATS, everySeconds: STATS_EVERY_SECONDS },
      ...(source ? [{ kind: REFRESH_LISTING, everySeconds: REFRESH_EVERY_SECONDS }] : []),
    ],
    publicSources: { investors: investorSource, stats: statsSource },
  } satisfies FeatureModule
}
