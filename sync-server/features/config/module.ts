import type { AppContext } from '#server/app-context.ts'
import type { FeatureModule } from '#server/feature-module.ts'
import { configRoutes } from './routes.ts'

export const configModule = ({ env }: AppContext) => ({ routes: [configRoutes(env)] }) satisfies FeatureModule
