import { type ContactCard, isPersonId } from '#shared/people/contract.ts'
import { DuplicateIndex, findSame } from '#shared/people/find-duplicates.ts'
import { fold } from '#shared/search/normalise-text.ts'

/** The contacts with which one can be joined: at least one of the two is an own person. */
export const joinable = (cards: readonly ContactCard[], contact: ContactCard): ContactCard[] =>
  cards.filter(({ id }) => id !== contact.id && (isPersonId(id) || isPersonId(contact.id)))

/** The contact that is certainly the same person: by an address, a handle, a profile, or a name at one organisation. */
export function looksLike(cards: readonly ContactCard[], contact: ContactCard): ContactCard | undefined {
  const { same, isCertain } = findSame(new DuplicateIndex(joinable(cards, contact)), contact)
  return isCertain ? same : undefined
}

const MOST = 8

/** The first contacts that contain every search term in their name, organisation or address, by name. */
export function searchJoinable(cards: readonly ContactCard[], query: string): ContactCard[] {
  const terms = fold(query).split(' ').filter(Boolean)
  const textOf = ({ name, fund, email }: ContactCard) => fold([name, fund, email].filter(Boolean).join(' '))
  return cards
    .filter((card) => terms.every((term) => textOf(card).includes(term)))
    .sort((a, b) => a.name.localeCompare(b.name))
    .slice(0, MOST)
}
