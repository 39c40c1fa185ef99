import type { FeatureModule } from '#server/feature-module.ts'
import type { AccountContext } from '#server/features/accounts/module.ts'
import { billingRoutes } from './routes.ts'

export const billingModule = (context: AccountContext) => ({ routes: [billingRoutes(context)] }) satisfies FeatureModule
