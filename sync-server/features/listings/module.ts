import type { AppContext } from '#server/app-context.ts'
import type { FeatureModule } from '#server/feature-module.ts'
import { listingMutators } from './mutators.ts'
import { ownerRoutes } from './routes.ts'
import { callsBookedSource, figuresSource, figuresValidUntil, listingsSource, requestsReceivedSource } from './sync-source.ts'

/** Which account owns what is sold under an id: `sold-listings.ts`. */
const OWNERS = ['vcs', 'directory_investors', 'principals']
/** The name of a founder, and the project that the founder has published. */
const FOUNDERS = ['principals', 'users', 'projects']

export const listingsModule = (context: AppContext) =>
  ({
    routes: [ownerRoutes(context)],
    privateCollections: {
      ownListings: { source: listingsSource, tables: ['vcs', 'principals'] },
      requestsReceived: { source: requestsReceivedSource, tables: [...OWNERS, ...FOUNDERS, 'vc_requests', 'orders'] },
      callsBooked: { source: callsBookedSource, tables: [...OWNERS, ...FOUNDERS, 'meeting_bookings', 'orders'] },
      listingFigures: {
        source: figuresSource,
        tables: [...OWNERS, 'visit_counts', 'vc_requests', 'vc_unlocks', 'meeting_bookings', 'ledger_entries', 'orders'],
        until: figuresValidUntil,
      },
    },
    mutators: listingMutators(context.limitOn),
  }) satisfies FeatureModule
