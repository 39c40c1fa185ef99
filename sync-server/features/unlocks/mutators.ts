import { lockStaying } from '#server/features/directory/staying-record.ts'
import { countIntro } from '#server/http/limits/guest-rate-limit.ts'
import type { LimitOn } from '#server/http/limits/rate-limit.ts'
import type { Mutators } from '#server/sync/push/mutator.ts'
import { requestInvestor } from './requests.ts'

export const unlockMutators = (limitOn: LimitOn) =>
  ({
    /** Requests an introduction from the team; an offline request arrives when the device is online again. */
    'intro.request': async (context, { vcId, message }) => {
      const { tx, principalId, now } = context
      await countIntro(limitOn(tx), context)
      await requestInvestor(tx, principalId, { vcId: await lockStaying(tx, vcId), requestType: 'intro', message }, now)
    },
  }) satisfies Partial<Mutators>
