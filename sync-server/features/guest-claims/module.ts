import type { FeatureModule } from '#server/feature-module.ts'
import type { AccountContext } from '#server/features/accounts/module.ts'
import { claimRoutes } from './routes.ts'

export const guestClaimsModule = (context: AccountContext) => ({ routes: [claimRoutes(context)] }) satisfies FeatureModule
