import { decisionMakerUnlocks } from '#drizzle/schema/index.ts'
import type { AppContext } from '#server/app-context.ts'
import { transferRows } from '#server/database/transfer-rows.ts'
import type { FeatureModule } from '#server/feature-module.ts'
import type { OrderDeps } from '#server/features/orders/deps.ts'
import { coldImportRoutes } from './import/routes.ts'
import { decisionMakerSource } from './private-source.ts'
import { coldScoutRoutes } from './routes.ts'
import { coldFundSource } from './sync-source.ts'

export const coldScoutModule = (context: AppContext, orders: OrderDeps) =>
  ({
    routes: [coldScoutRoutes({ ...context, orders }), coldImportRoutes(context)],
    publicSources: { coldFunds: coldFundSource },
    privateCollections: {
      decisionMakers: { source: decisionMakerSource, tables: ['decision_maker_unlocks', 'decision_makers', 'cold_investors'] },
    },
    transfers: [transferRows(decisionMakerUnlocks)],
  }) satisfies FeatureModule
