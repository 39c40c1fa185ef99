import { readCards } from './vcard-text.ts'

/** Content that other apps have shared and that has no place yet: a text, and the contact cards as received. */
export type Shared = { words: string; cards: string }

/** Limit for text shared from another app. Longer than any field accepts, so that nothing is cut silently. */
const MAX_LENGTH = 20_000

/** A phone reads and shows a larger file too slowly; a whole address book is smaller. */
export const MAX_CARDS_BYTES = 10_000_000

/** Joins the parts of a share into one text. The text often repeats the page's address, so duplicates are dropped. */
export function joinShare(parts: { title?: string | null; text?: string | null; url?: string | null }): string {
  const result: string[] = []
  for (const part of [parts.title, parts.text, parts.url]) {
    const words = part?.trim()
    if (words && !result.some((earlier) => earlier.includes(words))) result.push(words)
  }
  return result.join('\n').slice(0, MAX_LENGTH)
}

/** Appends a second share to the first; neither replaces the other. */
export const joinWords = (waiting: string, shared: string) =>
  waiting.includes(shared) ? waiting : [waiting, shared].filter(Boolean).join('\n\n')

const linesOf = (cards: string) =>
  readCards(cards)
    .map(({ words }) => words)
    .join('\n\n')

/**
 * Adds arrived content to what waits. One card is shown as text as well, because it may become a note. Several cards become people:
 * the lines of the first one are removed from the text, unless the user has changed them.
 *
 * @param files  a file without a card is kept as text
 */
export function addShared(waiting: Shared, words: string, files: readonly string[]): Shared {
  const isCard = (file: string) => readCards(file).length > 0
  const texts = files.filter((file) => !isCard(file)).map((file) => file.trim().slice(0, 2000))
  const arrived = files.filter((file) => isCard(file) && !waiting.cards.includes(file.trim())).map((file) => file.trim())
  const cards = [waiting.cards, ...arrived].filter(Boolean).join('\n')
  const joined = [words, ...texts].filter(Boolean).reduce(joinWords, waiting.words)
  if (arrived.length === 0) return { words: joined, cards }
  if (readCards(cards).length === 1) return { words: joinWords(joined, linesOf(cards)), cards }
  const earlier = readCards(waiting.cards).length === 1 ? linesOf(waiting.cards) : ''
  return { words: earlier ? joined.replace(earlier, '').trim() : joined, cards }
}
