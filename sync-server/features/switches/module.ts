import type { FeatureModule } from '#server/feature-module.ts'
import type { AccountContext } from '#server/features/accounts/module.ts'
import { switchRoutes } from './routes.ts'

export const switchesModule = (context: AccountContext) => ({ routes: [switchRoutes(context)] }) satisfies FeatureModule
