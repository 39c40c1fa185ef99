import type { AppContext } from '#server/app-context.ts'
import type { FeatureModule } from '#server/feature-module.ts'
import { historyRoutes } from './routes.ts'

export const historyModule = (context: AppContext) => ({ routes: [historyRoutes(context)] }) satisfies FeatureModule
