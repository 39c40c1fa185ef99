import type { ContactNote } from '#shared/contacts/contract.ts'
import { conversationLabels } from '#shared/contacts/conversation.ts'
import type { ContactEntry } from '#shared/contacts/entry.ts'
import { type FollowUp, MAX_RATING } from '#shared/contacts/follow-up.ts'
import { followUpLabels } from '#shared/contacts/follow-up-labels.ts'
import type { ContactCard } from '#shared/people/contract.ts'
import type { StageLabels } from '#shared/raise/labels.ts'
import { contentLines, escapeText as escaped } from './content-lines.ts'
import { entriesInWords, inWords, withVersions } from './entries-in-words.ts'

/**
 * What the user has written about the contacts, by contact. A card that is given to others has none of it.
 */
type OwnOfContacts = {
  notes?: ReadonlyMap<string, ContactNote> | undefined
  /** Without the deleted ones. */
  entries?: ReadonlyMap<string, readonly ContactEntry[]> | undefined
  followUps?: ReadonlyMap<string, Partial<FollowUp>> | undefined
  stages?: StageLabels
}
type Own = {
  note?: ContactNote | undefined
  entries?: readonly ContactEntry[] | undefined
  followUp?: Partial<FollowUp> | undefined
}

/** Contacts as one vCard file, version 3.0: the newest version that every phone's address book still reads. */
export const toVCards = (contacts: readonly ContactCard[], { notes, entries, followUps, stages }: OwnOfContacts = {}) =>
  contacts
    .map((contact) => {
      const { id } = contact
      return toVCard(contact, { note: notes?.get(id), entries: entries?.get(id), followUp: followUps?.get(id) }, stages)
    })
    .join('')

/** The data that fits a QR code readable at arm's length: contact details without the additional links. */
export const toSmallVCard = (contact: VCardContact) =>
  toVCard({ ...contact, location: null, website: null, linkedinUrl: null, twitterUrl: null })

/** The card of the user has no id. */
type VCardContact = Omit<ContactCard, 'id'> & Partial<Pick<ContactCard, 'id'>>

function toVCard(contact: VCardContact, own: Own = {}, stages?: StageLabels): string {
  const tags = own.followUp?.tags ?? []
  const words = noteOf(contact, own, stages)
  const { name, fund, position, location, email, meetingLink, linkedinUrl, twitterUrl, website, phone, id } = contact
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
    words && `NOTE:${escaped(words)}`,
    tags.length > 0 && `CATEGORIES:${tags.map(escaped).join(',')}`,
    ...[meetingLink, linkedinUrl, twitterUrl, website].map((url) => url && `URL:${escaped(url)}`),
    'END:VCARD',
  ])
}

/**
 * What has no property that every address book keeps, as one text: some drop an unknown property and all notes but one. The handle
 * is its first paragraph, where `read-vcards.ts` finds it.
 */
function noteOf({ telegram }: VCardContact, { note, entries = [], followUp }: Own, stages = conversationLabels): string {
  const { stage, rating, metAt, dueAt } = followUp ?? {}
  const facts = [
    stage && `${followUpLabels.stage}: ${stages[stage]}`,
    rating && `${followUpLabels.rating}: ${rating} of ${MAX_RATING}`,
    metAt && `${followUpLabels.metAt}: ${metAt}`,
    dueAt && `${followUpLabels.dueAt}: ${inWords(dueAt)}`,
  ]
  const parts = [
    telegram && `Telegram ${telegram}`,
    note && withVersions(note),
    facts.filter(Boolean).join('\n'),
    entriesInWords(entries),
  ]
  return parts.filter(Boolean).join('\n\n')
}
