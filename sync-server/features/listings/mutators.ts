import type { LimitOn } from '#server/http/limits/rate-limit.ts'
import type { Mutators } from '#server/sync/push/mutator.ts'
import { Problem } from '#shared/problem.ts'
import { editListing } from './edit.ts'
import { setHours } from './hours.ts'
import { pauseListing } from './pause.ts'
import { setReplyDays } from './reply-days.ts'

export const listingMutators = (limitOn: LimitOn) =>
  ({
    'listing.edit': async ({ tx, account, clientId, addWork, now }, { vcId, change }, base) => {
      if (!account) throw new Problem('not-found')
      await editListing({ tx, account, now, limitOn }, vcId, change, { clientId, base, addWork })
    },
    'listing.pause': async ({ tx, account, now }, pause) => {
      if (!account) throw new Problem('not-found')
      await pauseListing({ tx, account, now, limitOn }, pause)
    },
    'listing.hours': async ({ tx, account, now }, hours) => {
      if (!account) throw new Problem('not-found')
      await setHours({ tx, account, now, limitOn }, hours)
    },
    'listing.replyDays': async ({ tx, account, now }, days) => {
      if (!account) throw new Problem('not-found')
      await setReplyDays({ tx, account, now, limitOn }, days)
    },
  }) satisfies Partial<Mutators>
