import type { FeatureModule } from '#server/feature-module.ts'
import type { AccountContext } from '#server/features/accounts/module.ts'
import { NOTIFY_EVERY_SECONDS, NOTIFY_LISTED, notifyListed } from './notices.ts'
import { profileRequestRoutes } from './routes.ts'
import { pruneWishes } from './service.ts'

const HOUR_SECONDS = 60 * 60

export function profileRequestsModule(context: AccountContext) {
  // Sample data names no real person, so that no notice is sent.
  const notifies = context.env.seed === 'none'
  return {
    routes: [profileRequestRoutes(context)],
    jobs: {
      ...(notifies && { [NOTIFY_LISTED]: notifyListed(context) }),
      'profile-requests.prune': () => pruneWishes(context),
    },
    schedules: [
      { kind: 'profile-requests.prune', everySeconds: HOUR_SECONDS },
      ...(notifies ? [{ kind: NOTIFY_LISTED, everySeconds: NOTIFY_EVERY_SECONDS }] : []),
    ],
  } satisfies FeatureModule
}
