import type { Contact } from '#shared/contacts/contract.ts'
import { fold } from '#shared/directory/fold.ts'

/** Contacts in which every word typed occurs somewhere, the latest unlocked first. */
export function searchContacts(contacts: readonly Contact[], words: string): Contact[] {
  const wanted = fold(words).split(' ')
  return contacts
    .filter((contact) => {
      const text = fold(searchable(contact))
      return wanted.every((word) => text.includes(word))
    })
    .sort((a, b) => b.unlockedAt.localeCompare(a.unlockedAt))
}

const searchable = ({ name, fund, position, location, email, telegram, stages, sectors }: Contact) =>
  [name, fund, position, location, email, telegram, ...stages, ...sectors].join(' ')
