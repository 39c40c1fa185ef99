import type { ContactEntry } from '#shared/contacts/entry.ts'
import type { ContactCard } from '#shared/people/contract.ts'
import { contentLines, escapeText as escaped } from './content-lines.ts'
import { entriesInWords } from './entries-in-words.ts'

/** Contacts as one vCard file, version 3.0: the newest version that every phone's address book still reads. */
export const toVCards = (contacts: readonly ContactCard[], entries?: EntriesOf, followUps?: TagsOf) =>
  contacts.map((contact) => toVCard(contact, entries?.get(contact.id), followUps?.get(contact.id)?.tags)).join('')

/** The user's dated entries by contact, without the deleted ones. A card that is given to others has none. */
type EntriesOf = ReadonlyMap<string, readonly ContactEntry[]>
/** The user's tags by contact. A card that is given to others has none. */
type TagsOf = ReadonlyMap<string, { tags?: readonly string[] }>

/** The data that fits a QR code readable at arm's length: contact details without the additional links. */
export const toSmallVCard = (contact: VCardContact) =>
  toVCard({ ...contact, location: null, website: null, linkedinUrl: null, twitterUrl: null })

/** The card of the user has no id. */
type VCardContact = Omit<ContactCard, 'id'> & Partial<Pick<ContactCard, 'id'>>

function toVCard(contact: VCardContact, entries: readonly ContactEntry[] = [], tags: readonly string[] = []): string {
  const { name, fund, position, location, email, telegram, meetingLink, linkedinUrl, twitterUrl, website, phone, id } = contact
  const parts = name.trim().split(/\s+/)
  const family = parts.length > 1 ? (parts.at(-1) ?? '') : ''
  const given = parts.length > 1 ? parts.slice(0, -1).join(' ') : name
  return contentLines([
    'BEGIN:VCARD',
    'VERSION:3.0',
    id && `UID:${escaped(id)}`,
    `FN:${escaped(name)}`,
    `N:${escaped(family)};${escaped(given)};;;`,
    fund && `ORG:${escaped(fund)}`,
    position && `TITLE:${escaped(position)}`,
    email && `EMAIL;TYPE=INTERNET:${escaped(email)}`,
    phone && `TEL;TYPE=CELL:${escaped(phone)}`,
    location && `ADR;TYPE=WORK:;;;${escaped(location)};;;`,
    // Some address books drop an unknown X- property; all of them show a note.
    telegram && `NOTE:${escaped(`Telegram ${telegram}`)}`,
    tags.length > 0 && `CATEGORIES:${tags.map(escaped).join(',')}`,
    entries.length > 0 && `NOTE:${escaped(entriesInWords(entries))}`,
    ...[meetingLink, linkedinUrl, twitterUrl, website].map((url) => url && `URL:${escaped(url)}`),
    'END:VCARD',
  ])
}
