import type { OutboxEntry } from '#web/db/outbox-entry.ts'

type Row = Record<string, unknown>

/**
 * What the screen shows while a change of a call, of hours, of notices or of tags is pending. A document that the device does not have is
 * not shown.
 */
export function pendingFacts(
  name: OutboxEntry['name'],
  args: unknown,
  rows: (store: string) => Row[],
): [what: string, isShown: () => boolean][] {
  const { bookingId, vcId, change, ids, contactId, add } = args as {
    bookingId?: string
    vcId?: string
    change?: Row
    ids?: string[]
    contactId?: string
    add?: string[]
  }
  const all = (store: string, id: string | undefined, isShown: (row: Row) => boolean) =>
    rows(store).every((row) => row.id !== id || isShown(row))
  if (name === 'call.rate') return [[`rating of ${bookingId}`, () => all('bookings', bookingId, ({ rating }) => rating !== null)]]
  if (name === 'notice.read')
    return (ids ?? []).map((id) => [`reading of ${id}`, () => all('notices', id, ({ isRead }) => isRead === true)])
  if (name === 'contact.tag')
    return (add ?? []).map((tag) => [
      `tag ${tag}`,
      () => rows('followUps').some(({ id, tags }) => id === contactId && (tags as string[] | undefined)?.includes(tag)),
    ])
  if (name !== 'listing.hours') return []
  const hasHours = ({ callHours }: Row) =>
    Object.entries(change ?? {}).every(
      ([field, value]) => JSON.stringify((callHours as Row | null)?.[field]) === JSON.stringify(value),
    )
  return [[`hours of ${vcId}`, () => all('ownListings', vcId, hasHours)]]
}
