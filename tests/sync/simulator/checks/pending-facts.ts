import type { OutboxEntry } from '#web/db/outbox-entry.ts'

type Row = Record<string, unknown>

/**
 * What the screen shows while a change of a call, of hours or of notices is pending. A document that the device does not have is
 * not shown.
 */
export function pendingFacts(
  name: OutboxEntry['name'],
  args: unknown,
  rows: (store: string) => Row[],
): [what: string, isShown: () => boolean][] {
  const { bookingId, vcId, change, ids } = args as { bookingId?: string; vcId?: string; change?: Row; ids?: string[] }
  const all = (store: string, id: string | undefined, isShown: (row: Row) => boolean) =>
    rows(store).every((row) => row.id !== id || isShown(row))
  if (name === 'call.rate') return [[`rating of ${bookingId}`, () => all('bookings', bookingId, ({ rating }) => rating !== null)]]
  if (name === 'notice.read')
    return (ids ?? []).map((id) => [`reading of ${id}`, () => all('notices', id, ({ isRead }) => isRead === true)])
  if (name !== 'listing.hours') return []
  const hasHours = ({ callHours }: Row) =>
    Object.entries(change ?? {}).every(
      ([field, value]) => JSON.stringify((callHours as Row | null)?.[field]) === JSON.stringify(value),
    )
  return [[`hours of ${vcId}`, () => all('ownListings', vcId, hasHours)]]
}
