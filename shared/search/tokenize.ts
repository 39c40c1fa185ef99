import { fold, normaliseText } from './normalise-text.ts'

/** Scripts written without spaces, and Hangul, where a given name follows the family name without one. */
const UNSPACED_LETTER = ['Han', 'Hira', 'Kana', 'Hang', 'Thai', 'Laoo', 'Khmr', 'Mymr'].map((name) => `\\p{scx=${name}}`).join('')
const UNSPACED = new RegExp(`[${UNSPACED_LETTER}]`, 'u')
const RUNS = new RegExp(`[${UNSPACED_LETTER}]+|[^${UNSPACED_LETTER} ]+`, 'gu')
const BEYOND_ASCII = /[^ -~]/

const JOINED = /[^\s][^\s\p{L}\p{N}\p{M}][^\s]/u

/** Three characters identify a place in a text almost uniquely, and keep the vocabulary small. */
const GRAM = 3

/** Whether this word comes from an unspaced script, where one character can be a whole word. */
export const isUnspaced = (word: string) => BEYOND_ASCII.test(word) && UNSPACED.test(word)

/**
 * The words that a text is found by; they are looked up by prefix.
 *
 * A run of an unspaced script yields up to three characters from each of its positions, so that any part of it is the prefix of
 * some word.
 */
export function tokenizeText(text: string): string[] {
  return runs(fold(text)).flatMap((run) => (isUnspaced(run) ? grams(run, true) : run))
}

/** The same, plus compounds joined by hyphens, slashes and apostrophes as one word: `preseed`, `obrien`, `aiml`. */
export function tokenizeName(text: string): string[] {
  const letters = normaliseText(text)
  if (!JOINED.test(letters)) return tokenizeText(letters)
  const joined = letters
    .split(/\s+/)
    .map((chunk) => fold(chunk))
    .filter((chunk) => chunk.includes(' ') && !isUnspaced(chunk))
  return [...tokenizeText(letters), ...joined.map((chunk) => chunk.replaceAll(' ', ''))]
}

/** The words of a query, without duplicates. Each is the prefix of a word to find. */
export function tokenizeQuery(text: string): string[] {
  return [...new Set(runs(fold(text)).flatMap((run) => (isUnspaced(run) ? grams(run, false) : run)))]
}

function runs(folded: string): string[] {
  if (folded === '') return []
  return BEYOND_ASCII.test(folded) ? (folded.match(RUNS) ?? []) : folded.split(' ')
}

function grams(run: string, includesEnds: boolean): string[] {
  const letters = Array.from(run)
  const last = includesEnds ? letters.length - 1 : Math.max(0, letters.length - GRAM)
  return letters.slice(0, last + 1).map((_, at) => letters.slice(at, at + GRAM).join(''))
}
