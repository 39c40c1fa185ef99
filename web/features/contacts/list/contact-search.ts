import type { Contact } from '#shared/contacts/contract.ts'
import { isDue } from '#shared/contacts/follow-up.ts'
import { fold } from '#shared/search/normalise-text.ts'
import type { OwnWords } from '#web/features/contacts/queries.ts'
import type { ContactSearch } from './search-params.ts'

/** Contacts that contain every search term, including the user's own notes on them; the latest unlocked first. */
export function searchContacts(
  contacts: readonly Contact[],
  own: OwnWords,
  query: string,
  { stage, due, sort }: ContactSearch,
  now: number,
): Contact[] {
  const terms = fold(query).split(' ')
  const matches = contacts.filter((contact) => {
    const followUp = own.followUps.get(contact.id)
    if (stage && followUp?.stage !== stage) return false
    if (due && !(followUp && isDue(followUp, now))) return false
    const text = fold(searchable(contact, own))
    return terms.every((term) => text.includes(term))
  })
  return matches.sort(orders[sort ?? 'unlocked'](own))
}

type Order = (own: OwnWords) => (a: Contact, b: Contact) => number

const latest = (a: Contact, b: Contact) => b.unlockedAt.localeCompare(a.unlockedAt)
/** Contacts without a date come last. */
const NEVER = '9999'

const orders: Record<'unlocked' | 'follow-up' | 'rating' | 'name', Order> = {
  unlocked: () => latest,
  'follow-up': ({ followUps }) => {
    const due = ({ id }: Contact) => followUps.get(id)?.dueAt ?? NEVER
    return (a, b) => due(a).localeCompare(due(b)) || latest(a, b)
  },
  rating: ({ followUps }) => {
    const rating = ({ id }: Contact) => followUps.get(id)?.rating ?? 0
    return (a, b) => rating(b) - rating(a) || latest(a, b)
  },
  name: () => (a, b) => fold(a.name).localeCompare(fold(b.name)),
}

function searchable({ id, name, fund, position, location, email, telegram, stages, sectors }: Contact, own: OwnWords) {
  const notes = [own.notes.get(id)?.text, own.followUps.get(id)?.metAt]
  return [name, fund, position, location, email, telegram, ...stages, ...sectors, ...notes].join(' ')
}
