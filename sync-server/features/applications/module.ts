import type { AppContext } from '#server/app-context.ts'
import type { FeatureModule } from '#server/feature-module.ts'
import { applicationRoutes } from './routes.ts'

export const applicationsModule = (context: AppContext) => ({ routes: [applicationRoutes(context)] }) satisfies FeatureModule
