import { BEYOND_ASCII } from './normalise-text.ts'
import { type StoredWords, WORDS_FORMAT } from './stored-words.ts'
import { tokenizeText } from './tokenize.ts'
import { eachWord, hashOf } from './vocabulary.ts'
import { FACT, NAME, PROSE, type SearchDocument } from './word-index.ts'

/** A posting of a larger record does not fit into two bytes. */
const SMALL = 0x10000 / 4

/**
 * Makes the words of some records: what a `WordIndex` would find them by, in the form in which it is stored.
 *
 * A directory has a million words. All but the text of a word is in arrays of numbers, and a string is created only for a new
 * word: this takes four fifths of the time of an index of objects.
 */
export class WordsBuilder {
  readonly #texts: string[] = []
  /** By number of a word: its hash, the last record that has it plus one, and how many records have it. */
  #hashes = new Int32Array(1 << 11)
  #lastIn = new Int32Array(1 << 11)
  #counts = new Int32Array(1 << 11)
  /** Open addressing: the number of a word plus one, at its hash or at the next free position. */
  #table = new Int32Array(1 << 12)
  /** In the order of the records: the number of a word, and the posting. */
  #numbers = new Int32Array(1 << 14)
  #postings = new Int32Array(1 << 14)
  #found = 0
  #size = 0

  /** Adds the next record: each of its words once, at its best place. */
  add({ names, facts, prose }: SearchDocument): void {
    this.#size += 1
    for (const text of names) this.#note(this.#learn(text, 0, text.length, hashOf(text)), NAME)
    for (const text of facts) this.#note(this.#learn(text, 0, text.length, hashOf(text)), FACT)
    if (BEYOND_ASCII.test(prose)) {
      for (const text of tokenizeText(prose)) this.#note(this.#learn(text, 0, text.length, hashOf(text)), PROSE)
    } else eachWord(prose, (start, end, hash) => this.#note(this.#learn(prose, start, end, hash), PROSE))
  }

  build(): StoredWords {
    const order = this.#texts.map((_, number) => number)
    order.sort((one, other) => ((this.#texts[one] ?? '') < (this.#texts[other] ?? '') ? -1 : 1))
    const starts = new Uint32Array(order.length + 1)
    /** By number of a word, where its next posting belongs. */
    const next = new Int32Array(order.length)
    for (const [at, number] of order.entries()) {
      const start = starts[at] ?? 0
      next[number] = start
      starts[at + 1] = start + (this.#counts[number] ?? 0)
    }
    const postings = this.#size <= SMALL ? new Uint16Array(this.#found) : new Uint32Array(this.#found)
    for (let at = 0; at < this.#found; at += 1) {
      const number = this.#numbers[at] ?? 0
      const place = next[number] ?? 0
      postings[place] = this.#postings[at] ?? 0
      next[number] = place + 1
    }
    const words = order.map((number) => this.#texts[number]).join(' ')
    return { format: WORDS_FORMAT, size: this.#size, words, starts, postings }
  }

  #note(number: number, place: number): void {
    if (this.#lastIn[number] === this.#size) return
    this.#lastIn[number] = this.#size
    this.#counts[number] = (this.#counts[number] ?? 0) + 1
    if (this.#found === this.#numbers.length) {
      this.#numbers = larger(this.#numbers)
      this.#postings = larger(this.#postings)
    }
    this.#numbers[this.#found] = number
    this.#postings[this.#found] = (this.#size - 1) * 4 + place
    this.#found += 1
  }

  #learn(text: string, start: number, end: number, hash: number): number {
    let place = this.#firstPlace(hash)
    for (let entry = this.#table[place] ?? 0; entry > 0; entry = this.#table[place] ?? 0) {
      const known = this.#texts[entry - 1] ?? ''
      if (this.#hashes[entry - 1] === hash && known.length === end - start && isAt(text, start, known)) return entry - 1
      place = this.#after(place)
    }
    const number = this.#texts.push(text.slice(start, end)) - 1
    if (number === this.#hashes.length) {
      this.#hashes = larger(this.#hashes)
      this.#lastIn = larger(this.#lastIn)
      this.#counts = larger(this.#counts)
    }
    this.#hashes[number] = hash
    this.#table[place] = number + 1
    if (this.#texts.length * 2 > this.#table.length) this.#grow()
    return number
  }

  #firstPlace(hash: number): number {
    return (hash ^ (hash >>> 15)) & (this.#table.length - 1)
  }

  #after(place: number): number {
    return (place + 1) & (this.#table.length - 1)
  }

  #grow(): void {
    this.#table = new Int32Array(this.#table.length * 2)
    for (let number = 0; number < this.#texts.length; number += 1) {
      let place = this.#firstPlace(this.#hashes[number] ?? 0)
      while (this.#table[place] !== 0) place = this.#after(place)
      this.#table[place] = number + 1
    }
  }
}

/** Twice as long. */
function larger(numbers: Int32Array<ArrayBuffer>): Int32Array<ArrayBuffer> {
  const copy = new Int32Array(numbers.length * 2)
  copy.set(numbers)
  return copy
}

/** Whether a text has a word at a position. A comparison by characters takes less than `startsWith` with words this short. */
function isAt(text: string, start: number, word: string): boolean {
  for (let at = 0; at < word.length; at += 1) if (text.charCodeAt(start + at) !== word.charCodeAt(at)) return false
  return true
}
