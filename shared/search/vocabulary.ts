import { tokenizeText } from './tokenize.ts'

/**
 * A word some record holds; `found` are slots times four plus the best place the word has there,
 * and `lastReading` is for whoever reads a record and wants each word of it once.
 */
export type Word = { text: string; number: number; hash: number; found: number[]; lastReading: number }

const BEYOND_ASCII = /[^\t\n\r -~]/
const FIRST_HASH = 5381

const isWordCode = (code: number) => (code >= 97 && code <= 122) || (code >= 48 && code <= 57)
const hashOn = (hash: number, code: number) => (Math.imul(hash, 33) ^ code) | 0

/**
 * Every word once, with a number.
 *
 * A million words of prose pass through here when the directory is built. So the
 * table is asked with a place in the text, and a string is made only for a new word.
 */
export class Vocabulary {
  readonly words: Word[] = []
  /** Open addressing: a word's number plus one where its hash leads, or at the next free place. */
  #table = new Int32Array(1 << 13)

  find(text: string): Word | undefined {
    return this.words[(this.#table[this.#placeOf(text, 0, text.length, hashOf(text))] ?? 0) - 1]
  }

  /** The word, which is learnt when it is new. */
  learn(text: string): Word {
    return this.#learn(text, 0, text.length, hashOf(text))
  }

  /** Learns the words of a text that `foldLetters` has read, and tells them in its order. */
  scan(letters: string, tell: (word: Word) => void): void {
    if (BEYOND_ASCII.test(letters)) {
      for (const text of tokenizeText(letters)) tell(this.learn(text))
      return
    }
    let start = 0
    let hash = FIRST_HASH
    for (let at = 0; at <= letters.length; at += 1) {
      const code = at < letters.length ? letters.charCodeAt(at) : 0
      if (isWordCode(code)) {
        hash = hashOn(hash, code)
      } else {
        if (at > start) tell(this.#learn(letters, start, at, hash))
        start = at + 1
        hash = FIRST_HASH
      }
    }
  }

  #learn(text: string, start: number, end: number, hash: number): Word {
    const place = this.#placeOf(text, start, end, hash)
    const standing = this.words[(this.#table[place] ?? 0) - 1]
    if (standing !== undefined) return standing
    const word = { text: text.slice(start, end), number: this.words.length, hash, found: [], lastReading: 0 }
    this.words.push(word)
    this.#table[place] = word.number + 1
    if (this.words.length * 2 > this.#table.length) this.#grow()
    return word
  }

  #placeOf(text: string, start: number, end: number, hash: number): number {
    const mask = this.#table.length - 1
    let place = (hash ^ (hash >>> 15)) & mask
    for (let held = this.#table[place] ?? 0; held > 0; held = this.#table[place] ?? 0) {
      const word = this.words[held - 1]
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

function hashOf(text: string): number {
  let hash = FIRST_HASH
  for (let at = 0; at < text.length; at += 1) hash = hashOn(hash, text.charCodeAt(at))
  return hash
}
