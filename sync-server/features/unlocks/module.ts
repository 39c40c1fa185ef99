import type { AppContext } from '#server/app-context.ts'
import type { FeatureModule } from '#server/feature-module.ts'
import type { OrderDeps } from '#server/features/orders/deps.ts'
import { moveUnlocks } from './move-owner.ts'
import { unlockMutators } from './mutators.ts'
import { unlockRoutes } from './routes.ts'
import { contactsSource, requestsSource } from './sync-source.ts'

export const unlocksModule = (context: AppContext, orders: OrderDeps) =>
  ({
    routes: [unlockRoutes({ ...context, orders })],
    privateCollections: {
      contacts: {
        source: contactsSource,
        tables: ['vc_unlocks', 'payments', 'contact_intros', 'vcs', 'directory_investors'],
      },
      requests: { source: requestsSource, tables: ['vc_requests', 'vcs', 'directory_investors'] },
    },
    mutators: unlockMutators(context.limitOn),
    transfers: [moveUnlocks],
  }) satisfies FeatureModule
