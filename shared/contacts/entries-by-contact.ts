import type { VcId } from '#shared/ids.ts'
import type { ContactEntry } from './entry.ts'

export type EntriesByContact = ReadonlyMap<VcId, readonly ContactEntry[]>

/**
 * Entries by contact, the latest first, without the deleted ones.
 *
 * @param before  the result for an earlier state. A list that has not changed stays the same object, so that its folded text is
 * still known to a search.
 */
export function entriesByContact(entries: readonly ContactEntry[], before?: EntriesByContact): EntriesByContact {
  const lists = new Map<VcId, ContactEntry[]>()
  for (const entry of entries) {
    if (entry.deletedAt !== null) continue
    const list = lists.get(entry.contactId)
    if (list) list.push(entry)
    else lists.set(entry.contactId, [entry])
  }
  const index = new Map<VcId, readonly ContactEntry[]>()
  for (const [contactId, list] of lists) {
    const [sorted, known] = [list.sort(byLatest), before?.get(contactId)]
    index.set(contactId, known && areSame(sorted, known) ? known : sorted)
  }
  return index
}

/** The latest first; of the same instant, the one that was added last. */
export const byLatest = (a: ContactEntry, b: ContactEntry) => compare(b.writtenOn, a.writtenOn) || compare(b.id, a.id)

/** ISO instants and ids are in the order of their characters, and 20,000 of them are compared faster than by a locale. */
const compare = (a: string, b: string) => (a < b ? -1 : Number(a > b))

const areSame = (list: readonly ContactEntry[], known: readonly ContactEntry[]) =>
  list.length === known.length &&
  list.every(({ id, text, writtenOn, clashes }, at) => {
    const other = known[at]
    const isSame = id === other?.id && text === other.text && writtenOn === other.writtenOn
    return isSame && clashes.length === other.clashes.length && clashes.every((one, nth) => one.text === other.clashes[nth]?.text)
  })
