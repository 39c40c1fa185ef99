import type { ContactEntry } from '#shared/contacts/entry.ts'
import { isDue } from '#shared/contacts/follow-up.ts'
import { isSameTag } from '#shared/contacts/tags.ts'
import { type ContactCard, heldSince } from '#shared/people/contract.ts'
import { fold } from '#shared/search/normalise-text.ts'
import type { OwnWords } from '#web/features/contacts/own-words.ts'
import type { ContactSearch } from './search-params.ts'

/** Contacts that contain every search term, including the user's own notes on them; the latest first. */
export const searchContacts = (
  contacts: readonly ContactCard[],
  own: OwnWords,
  query: string,
  search: ContactSearch,
  now: number,
): ContactCard[] => matchContacts(listContacts(contacts, own, search, now), own, query)

/** The contacts that the filters leave, in the order of the search. */
export function listContacts(
  contacts: readonly ContactCard[],
  own: OwnWords,
  { stage, tag, due, sort }: ContactSearch,
  now: number,
): ContactCard[] {
  const listed = contacts.filter((contact) => {
    const followUp = own.followUps.get(contact.id)
    if (stage && followUp?.stage !== stage) return false
    if (tag && !followUp?.tags?.some((own) => isSameTag(own, tag))) return false
    return !due || (followUp !== undefined && isDue(followUp, now))
  })
  return listed.sort(orders[sort ?? 'unlocked'](own))
}

type Match = { own: OwnWords; terms: string[]; found: ContactCard[] }
/** What was found last in a list. Most keys add a letter: they search only what the letters before them have found. */
const lastMatches = new WeakMap<readonly ContactCard[], Match>()

/** Those that contain every search term, in the same order: a key sorts nothing. */
export function matchContacts(listed: readonly ContactCard[], own: OwnWords, query: string): ContactCard[] {
  const terms = fold(query).split(' ').filter(Boolean)
  if (terms.length === 0) return [...listed]
  const last = lastMatches.get(listed)
  const isNarrower = last?.own === own && last.terms.every((before) => terms.some((term) => term.includes(before)))
  const found = (isNarrower ? last.found : listed).filter((contact) => {
    const [text, entries] = [ownText(contact, own), entriesText(own.entries?.get(contact.id))]
    return terms.every((term) => text.includes(term) || entries.includes(term))
  })
  lastMatches.set(listed, { own, terms, found })
  return [...found]
}

type Order = (own: OwnWords) => (a: ContactCard, b: ContactCard) => number

/** Instants are in the order of their characters, and are compared faster than by a locale. */
const compare = (a: string, b: string) => (a < b ? -1 : Number(a > b))
const latest = (a: ContactCard, b: ContactCard) => compare(heldSince(b), heldSince(a))
/** Contacts without a date come last. */
const NEVER = '9999'

const orders: Record<'unlocked' | 'follow-up' | 'rating' | 'name', Order> = {
  unlocked: () => latest,
  'follow-up': ({ followUps }) => {
    const due = ({ id }: ContactCard) => followUps.get(id)?.dueAt ?? NEVER
    return (a, b) => compare(due(a), due(b)) || latest(a, b)
  },
  rating: ({ followUps }) => {
    const rating = ({ id }: ContactCard) => followUps.get(id)?.rating ?? 0
    return (a, b) => rating(b) - rating(a) || latest(a, b)
  },
  name: () => (a, b) => foldedName(a).localeCompare(foldedName(b)),
}

const names = new WeakMap<ContactCard, string>()

/** The name of a contact as it is searched and sorted. */
export function foldedName(contact: ContactCard): string {
  const known = names.get(contact) ?? fold(contact.name)
  names.set(contact, known)
  return known
}

type FoldedText = { of: OwnWords; words: string; text: string }
/** Folding thousands of contacts with their notes takes longer than a keystroke may. */
const texts = new WeakMap<ContactCard, FoldedText>()
/** A list of entries that has not changed stays the same object. */
const entryTexts = new WeakMap<readonly ContactEntry[], string>()

/** Everything that is searched of a contact, folded: its public data, its channels, and the user's own notes. */
export function contactText(contact: ContactCard, own: OwnWords): string {
  return [ownText(contact, own), entriesText(own.entries?.get(contact.id))].filter(Boolean).join(' ')
}

/** A text and the versions of other devices between which the user has not chosen yet. */
const versionsOf = ({ text, clashes = [] }: { text: string; clashes?: readonly { text: string }[] | undefined }) => [
  text,
  ...clashes.map((other) => other.text),
]

function ownText(contact: ContactCard, own: OwnWords): string {
  const known = texts.get(contact)
  // Between two keystrokes nothing else changes.
  if (known?.of === own) return known.text
  const { metAt, tags } = own.followUps.get(contact.id) ?? {}
  const note = own.notes.get(contact.id)
  const words = [...(note ? versionsOf(note) : []), metAt, tags?.join(' ')].join(' ')
  const text = known?.words === words ? known.text : foldText(contact, words)
  texts.set(contact, { of: own, words, text })
  return text
}

function entriesText(entries: readonly ContactEntry[] | undefined): string {
  if (!entries) return ''
  const text = entryTexts.get(entries) ?? fold(entries.flatMap(versionsOf).join(' '))
  entryTexts.set(entries, text)
  return text
}

/** How long the page may neither paint nor take a key. */
const SLICE_MS = 8

/**
 * Folds the texts of all contacts in slices, so that no key of a search waits for them.
 *
 * @returns ends it
 */
export function foldAhead(contacts: readonly ContactCard[], own: OwnWords, onFolded?: () => void): () => void {
  let at = 0
  let timer: ReturnType<typeof setTimeout>
  const next = () => {
    const until = performance.now() + SLICE_MS
    for (; at < contacts.length && performance.now() < until; at += 1) {
      const contact = contacts[at]
      if (!contact) continue
      ownText(contact, own)
      entriesText(own.entries?.get(contact.id))
    }
    if (at < contacts.length) timer = setTimeout(next)
    else onFolded?.()
  }
  timer = setTimeout(next)
  return () => clearTimeout(timer)
}

function foldText(contact: ContactCard, words: string): string {
  const { name, fund, position, location, email, telegram, phone, stages, sectors } = contact
  return fold([name, fund, position, location, email, telegram, phone, ...stages, ...sectors, words].join(' '))
}
