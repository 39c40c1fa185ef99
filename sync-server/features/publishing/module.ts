import type { AppContext } from '#server/app-context.ts'
import type { FeatureModule } from '#server/feature-module.ts'
import type { OrderDeps } from '#server/features/orders/deps.ts'
import { publishingRoutes } from './routes.ts'

export const publishingModule = (context: AppContext, orders: OrderDeps) =>
  ({ routes: [publishingRoutes({ ...context, orders })] }) satisfies FeatureModule
