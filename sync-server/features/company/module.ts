import type { FeatureModule } from '#server/feature-module.ts'
import type { AccountContext } from '#server/features/accounts/module.ts'
import { companyRoutes } from './routes.ts'

export const companyModule = (context: AccountContext) => ({ routes: [companyRoutes(context)] }) satisfies FeatureModule
