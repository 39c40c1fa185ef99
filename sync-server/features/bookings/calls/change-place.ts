import type { Transaction } from '#server/database/client.ts'
import { queueEvent } from '#server/features/bookings/calendars/write-events.ts'
import { callLinkOf } from '#shared/bookings/call-link.ts'
import type { OwnListing } from '#shared/listings/contract.ts'
import { updateCallLinks } from './queries.ts'

/**
 * Sets the place of all coming calls of a listing, after its owner changed the link. Both sides see it at the next pull, and in the
 * reminders. No mail is sent: until a day before a call nothing depends on the place, and an owner may correct a link several
 * times.
 *
 * A call that is less than a day away has no reminder of the day before any more, but one 15 minutes before it begins.
 *
 * @param listing  as it is after the change
 */
export async function changePlaceOfCalls(
  tx: Transaction,
  listing: Pick<OwnListing, 'id' | 'callLink' | 'meetingLink'>,
  now: Date,
): Promise<void> {
  const changed = await updateCallLinks(tx, { vcId: listing.id, link: callLinkOf(listing), now })
  for (const call of changed) await queueEvent(tx, call)
}
