import { authTokens } from '#drizzle/schema/index.ts'
import type { AppContext } from '#server/app-context.ts'
import type { TransferOwnership } from '#server/database/transfer-ownership.ts'
import { transferRows } from '#server/database/transfer-rows.ts'
import type { FeatureModule } from '#server/feature-module.ts'
import { cancelCallsOf } from '#server/features/bookings/calls/cancel-calls-of.ts'
import { holdPayouts, readEarningsLeft } from '#server/features/earnings/left.ts'
import { claimVerified } from '#server/features/guest-claims/service.ts'
import { accountAdminRoutes } from './admin/routes.ts'
import { teamRoutes } from './admin/team-routes.ts'
import { MAIL_RESET, mailResetJob } from './credentials/recovery.ts'
import { recoveryRoutes } from './credentials/recovery-routes.ts'
import { twoFactorRoutes } from './credentials/two-factor-routes.ts'
import type { AccountDeps } from './deps.ts'
import { FORGET_ADDRESSES, forgetAddressesJob } from './erasure/erase-account.ts'
import { FORGET_LEFT, forgetLeftJob } from './erasure/forget-left.ts'
import { leaveRoutes } from './erasure/routes.ts'
import { FINISH_MERGE, settleMerge } from './guest-merge/merge-guest.ts'
import { accountMutators } from './mutators.ts'
import { selfRoutes } from './profile-routes.ts'
import { accountRoutes } from './routes.ts'
import { pruneAccounts, pruneGuests } from './service.ts'
import { accountNavigation } from './sessions/navigation-routes.ts'
import { accountSource } from './sync-source.ts'

const HOUR_SECONDS = 60 * 60

export type AccountContext = AppContext & AccountDeps

/** @param owners  the transfers of all features: what a guest leaves to the account in which it signs in */
export const createAccountContext = (context: AppContext, owners: TransferOwnership[]): AccountContext => ({
  ...context,
  owners,
  claimVerified,
  cancelCalls: cancelCallsOf(context),
  readEarningsLeft: readEarningsLeft(context),
  holdPayouts,
})

export function accountsModule(deps: AccountContext) {
  const { db, owners } = deps
  return {
    routes: [
      accountRoutes(deps),
      accountNavigation(deps),
      recoveryRoutes(deps),
      selfRoutes(deps),
      twoFactorRoutes(deps),
      leaveRoutes(deps),
      accountAdminRoutes(deps),
      teamRoutes(deps),
    ],
    jobs: {
      'accounts.prune': () => pruneAccounts(deps),
      'guests.prune': () => pruneGuests(deps),
      [FINISH_MERGE]: settleMerge(db, owners),
      [FORGET_LEFT]: forgetLeftJob(db),
      [MAIL_RESET]: mailResetJob(deps),
      [FORGET_ADDRESSES]: forgetAddressesJob(deps),
    },
    schedules: [
      { kind: 'accounts.prune', everySeconds: HOUR_SECONDS },
      { kind: 'guests.prune', everySeconds: HOUR_SECONDS },
    ],
    privateCollections: { account: { source: accountSource(deps.adminEmails), tables: ['principals', 'users'] } },
    mutators: accountMutators(deps.limitOn),
  } satisfies FeatureModule
}

export const accountTransfers: TransferOwnership[] = [transferRows(authTokens)]
