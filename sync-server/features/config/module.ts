import type { AppContext } from '#server/app-context.ts'
import type { FeatureModule } from '#server/feature-module.ts'
import { configRoutes } from './routes.ts'

export const configModule = ({ env, db, log }: AppContext) =>
  ({ routes: [configRoutes({ env, db, log })] }) satisfies FeatureModule
