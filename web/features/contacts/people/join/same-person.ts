import { type ContactCard, isPersonId } from '#shared/people/contract.ts'
import { DuplicateIndex } from '#shared/people/find-duplicates.ts'
import type { Pair } from './join-contacts.ts'

/** Contacts that may be the same person and can be joined with this one: of two unlocked contacts, neither can be changed. */
export function findSamePerson(cards: readonly ContactCard[], card: ContactCard): ContactCard[] {
  const index = new DuplicateIndex([card])
  return cards.filter((other) => pairOf(card, other) && index.find(other).length > 0)
}

/** Which one becomes part of which: an own person of an unlocked contact, and of two people the other one of the shown one. */
export function pairOf(shown: ContactCard, other: ContactCard): Pair | undefined {
  if (shown.id === other.id) return undefined
  if (isPersonId(other.id)) return { from: other.id, into: shown.id }
  return isPersonId(shown.id) ? { from: shown.id, into: other.id } : undefined
}
