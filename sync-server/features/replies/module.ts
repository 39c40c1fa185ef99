import type { AppContext } from '#server/app-context.ts'
import type { FeatureModule } from '#server/feature-module.ts'
import type { Mutators } from '#server/sync/push/mutator.ts'
import { offerGuarantee } from './offer-guarantee.ts'
import { replyRoutes } from './routes.ts'
import { giveReply, pruneLinks } from './service.ts'

const HOUR_SECONDS = 60 * 60

/** Replies of investors to purchases and requests of founders. Their documents belong to `listings` and `unlocks`. */
export const repliesModule = (context: AppContext) =>
  ({
    routes: [replyRoutes(context)],
    jobs: {
      'replies.prune': () => pruneLinks(context),
      'replies.offer-guarantee': () => offerGuarantee(context),
    },
    schedules: [
      { kind: 'replies.prune', everySeconds: HOUR_SECONDS },
      { kind: 'replies.offer-guarantee', everySeconds: HOUR_SECONDS },
    ],
    mutators: {
      'request.reply': async ({ tx, principalId, now }, reply) => {
        await giveReply(tx, { ...reply, principalId, now, base: context.base() })
      },
    } satisfies Partial<Mutators>,
  }) satisfies FeatureModule
