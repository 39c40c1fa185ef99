import { isSameTag } from '#shared/contacts/tags.ts'
import { chosenDealFields } from '#shared/raise/contract.ts'
import type { OutboxEntry } from '#web/db/outbox-entry.ts'

type Row = Record<string, unknown>
type Pending = [what: string, isShown: () => boolean]

/** Values of which the later one counts, by mutation. */
const VALUES: Partial<Record<OutboxEntry['name'], { of: string; fields: readonly string[] }>> = {
  'contact.follow-up': { of: 'followUps', fields: ['stage', 'rating', 'dueAt', 'remindByMail'] },
  'deal.write': { of: 'deals', fields: chosenDealFields },
}

/**
 * What the screen shows while a change of a call, of hours, of notices, of tags or of a value is pending. A document that the device does not have is
 * not shown.
 */
export function pendingFacts(name: OutboxEntry['name'], args: unknown, rows: (store: string) => Row[]): Pending[] {
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
  if (name === 'contact.tag') {
    const { remove } = args as { remove?: string[] }
    // A later change of one tag replaces what an earlier one shows: keys are equal in every spelling.
    const isShown = (tag: string) =>
      rows('followUps').some(
        ({ id, tags }) => id === contactId && (tags as string[] | undefined)?.some((one) => isSameTag(one, tag)),
      )
    const keyOf = (tag: string) => `tag ${tag.toLowerCase()} of ${contactId}`
    return [
      ...(remove ?? []).map((tag): Pending => [keyOf(tag), () => !isShown(tag)]),
      ...(add ?? []).map((tag): Pending => [keyOf(tag), () => isShown(tag)]),
    ]
  }
  const store = VALUES[name]
  if (store) {
    const values: Row = { id: contactId, ...(args as Row) }
    return store.fields
      .filter((field) => field in values)
      .map((field) => [
        `${field} of ${values.id}`,
        () => rows(store.of).some((row) => row.id === values.id && row[field] === values[field]),
      ])
  }
  if (name !== 'listing.hours') return []
  const hasHours = ({ callHours }: Row) =>
    Object.entries(change ?? {}).every(
      ([field, value]) => JSON.stringify((callHours as Row | null)?.[field]) === JSON.stringify(value),
    )
  return [[`hours of ${vcId}`, () => all('ownListings', vcId, hasHours)]]
}
