import type { Database } from '#server/database/client.ts'
import { deleteIdleGuests } from '#server/features/accounts/queries.ts'
import { GUEST_TTL_SECONDS } from '#server/http/session.ts'

/** A device that became a guest sends its first mutations within a minute. */
const NEVER_BACK_DAYS = 30
const DAY_MS = 24 * 60 * 60 * 1000

/** Every request without a cookie may create a guest: guests that own nothing are not kept indefinitely. */
export const pruneGuests = ({ db, now }: { db: Database; now: () => Date }) =>
  deleteIdleGuests(db, {
    madeBefore: new Date(now().getTime() - NEVER_BACK_DAYS * DAY_MS),
    seenBefore: new Date(now().getTime() - GUEST_TTL_SECONDS * 1000),
  })
