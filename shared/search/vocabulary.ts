import { BEYOND_ASCII } from './normalise-text.ts'
import { tokenizeText } from './tokenize.ts'

/**
 * A word that occurs in a record; `found` contains slots times four plus the best place of the word in the record, and
 * `lastReading` lets a reader of a record visit each word once. `stored` contains pairs: the number of opened `StoredWords`, and
 * the position of the word in them.
 */
export type Word = { text: string; number: number; hash: number; found: number[]; lastReading: number; stored: number[] }

const FIRST_HASH = 5381

const isWordCode = (code: number) => (code >= 97 && code <= 122) || (code >= 48 && code <= 57)
const hashOn = (hash: number, code: number) => (Math.imul(hash, 33) ^ code) | 0

/**
 * Every distinct word, with a number.
 *
 * A million words of prose are processed when the directory is indexed. So the table is queried with a position in the text, and
 * a string is created only for a new word.
 */
export class Vocabulary {
  readonly words: Word[] = []
  /** Open addressing: the number of a word plus one, at its hash or at the next free position. */
  #table = new Int32Array(1 << 13)

  find(text: string): Word | undefined {
    return this.words[(this.#table[this.#placeOf(text, 0, text.length, hashOf(text))] ?? 0) - 1]
  }

  /** The word, which is added when it is new. */
  learn(text: string): Word {
    return this.#learn(text, 0, text.length, hashOf(text))
  }

  /** Adds the words of a text processed by `foldLetters`, and passes them to `visit` in order. */
  scan(letters: string, visit: (word: Word) => void): void {
    if (BEYOND_ASCII.test(letters)) {
      for (const text of tokenizeText(letters)) visit(this.learn(text))
      return
    }
    eachWord(letters, (start, end, hash) => visit(this.#learn(letters, start, end, hash)))
  }

  #learn(text: string, start: number, end: number, hash: number): Word {
    const place = this.#placeOf(text, start, end, hash)
    const existing = this.words[(this.#table[place] ?? 0) - 1]
    if (existing !== undefined) return existing
    const word = { text: text.slice(start, end), number: this.words.length, hash, found: [], lastReading: 0, stored: [] }
    this.words.push(word)
    this.#table[place] = word.number + 1
    if (this.words.length * 2 > this.#table.length) this.#grow()
    return word
  }

  #placeOf(text: string, start: number, end: number, hash: number): number {
    const mask = this.#table.length - 1
    let place = (hash ^ (hash >>> 15)) & mask
    for (let entry = this.#table[place] ?? 0; entry > 0; entry = this.#table[place] ?? 0) {
      const word = this.words[entry - 1]
      if (word?.hash === hash && word.text.length === end - start && text.startsWith(word.text, start)) return place
      place = (place + 1) & mask
    }
    return place
  }

  #grow(): void {
    this.#table = new Int32Array(this.#table.length * 2)
    for (const { text, hash, number } of this.words) this.#table[this.#placeOf(text, 0, text.length, hash)] = number + 1
  }
}

/**
 * Visits the words of a text that `normaliseText` has processed, without characters beyond ASCII: where each begins and ends, and
 * its hash.
 */
export function eachWord(letters: string, visit: (start: number, end: number, hash: number) => void): void {
  let start = 0
  let hash = FIRST_HASH
  for (let at = 0; at <= letters.length; at += 1) {
    const code = at < letters.length ? letters.charCodeAt(at) : 0
    if (isWordCode(code)) {
      hash = hashOn(hash, code)
    } else {
      if (at > start) visit(start, at, hash)
      start = at + 1
      hash = FIRST_HASH
    }
  }
}

export function hashOf(text: string): number {
  let hash = FIRST_HASH
  for (let at = 0; at < text.length; at += 1) hash = hashOn(hash, text.charCodeAt(at))
  return hash
}
