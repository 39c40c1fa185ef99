import { fold } from '#shared/search/normalise-text.ts'
import { telegramUrl } from '#shared/url.ts'
import type { ContactCard } from './contract.ts'

export type Compared = Pick<ContactCard, 'name' | 'fund' | 'email' | 'telegram' | 'linkedinUrl'> & {
  phone?: string | null
  twitterUrl?: string | null
}

/** The keys by which two records are the same person: an address, a handle, a number, or a name at one organisation. */
function keysOf({ name, fund, email, telegram, linkedinUrl, phone, twitterUrl }: Compared): string[] {
  const digits = phone?.replace(/\D/g, '') ?? ''
  const profile = linkedinUrl?.toLowerCase().match(/linkedin\.com\/in\/([^/?#]+)/)?.[1]
  const handle = twitterUrl?.toLowerCase().match(/(?:twitter|x)\.com\/@?(\w+)/)?.[1]
  const place = fund ? fold(fund) : ''
  return [
    email && `mail:${email.trim().toLowerCase()}`,
    telegram && `telegram:${(telegramUrl(telegram) ?? telegram).toLowerCase()}`,
    profile && `linkedin:${profile}`,
    handle && `x:${handle}`,
    // National and international forms of one number end with the same digits.
    digits.length >= 7 && `phone:${digits.slice(-9)}`,
    place !== '' && fold(name) !== '' && `name:${fold(name)}:${place}`,
  ].filter((key) => typeof key === 'string' && key !== '') as string[]
}

/** Finds the contacts that may be one person, in a list that can grow. */
export class DuplicateIndex<Card extends Compared> {
  private readonly byKey = new Map<string, Set<Card>>()

  constructor(cards: readonly Card[] = []) {
    for (const card of cards) this.add(card)
  }

  add(card: Card) {
    for (const key of keysOf(card)) {
      const known = this.byKey.get(key)
      if (known) known.add(card)
      else this.byKey.set(key, new Set([card]))
    }
  }

  find(one: Compared): Card[] {
    return [...new Set(keysOf(one).flatMap((key) => [...(this.byKey.get(key) ?? [])]))]
  }
}

/** Whether one of two names has all words of the other one: `Ida`, `Ida Sol`. */
export function isSameName(one: string, other: string): boolean {
  const [words, others] = [fold(one).split(' '), fold(other).split(' ')]
  return words.every((word) => others.includes(word)) || others.every((word) => words.includes(word))
}

/** The contact that may be the same person. One number alone is not certain: colleagues share the number of their office. */
export function findSame<Card extends Compared>(index: DuplicateIndex<Card>, card: Compared) {
  const [certain] = index.find({ ...card, phone: null })
  const named = index.find(card).find(({ name }) => isSameName(name, card.name))
  return { same: certain ?? named ?? index.find(card)[0], isCertain: (certain ?? named) !== undefined }
}
