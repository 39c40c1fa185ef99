import type { AppContext } from '#server/app-context.ts'
import type { FeatureModule } from '#server/feature-module.ts'
import { pageRoutes } from './routes.ts'

export const pagesModule = (context: AppContext) => ({ routes: [pageRoutes(context)] }) satisfies FeatureModule
