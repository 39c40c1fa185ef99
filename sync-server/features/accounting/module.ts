import type { FeatureModule } from '#server/feature-module.ts'
import type { AccountContext } from '#server/features/accounts/module.ts'
import { accountingRoutes } from './routes.ts'

export const accountingModule = (context: AccountContext) => ({ routes: [accountingRoutes(context)] }) satisfies FeatureModule
