import { isWithinOneEdit } from './edit-distance.ts'
import { SortedList } from './sorted-list.ts'
import { isUnspaced } from './tokenize.ts'
import { Vocabulary, type Word } from './vocabulary.ts'

/** The searchable parts of a record: names before facts before prose, which is text processed by `foldLetters`. */
export type SearchDocument = { names: string[]; facts: string[]; prose: string }

/** How well a record matches a query, best first; the worst of its words decides. */
export const MATCH = { wholeName: 0, name: 1, fact: 2, prose: 3, typo: 4, none: 255 } as const

const NAME = 0
const FACT = 1
const PROSE = 2

/** One or two letters are the prefix of so many words of prose that they would match every record. */
export const PROSE_FROM = 3
/** A shorter word with one wrong letter matches too many other words. */
export const TYPO_FROM = 3

/**
 * Maps words to the slots whose records contain them. A slot is a small number that the owner assigns to a record and may reuse.
 */
export class WordIndex {
  readonly #vocabulary = new Vocabulary()
  readonly #sorted = new SortedList<Word>((a, b) => (a.text < b.text ? -1 : 1))
  /** The first letters of all words, except in scripts where a word is up to three characters. */
  readonly #initials = new Set<string>()
  /** Per slot, its postings: word numbers times four plus the place. */
  readonly #postings: (Uint32Array | undefined)[] = []
  #reading = 0

  put(records: Iterable<readonly [slot: number, findable: SearchDocument]>): void {
    const known = this.#vocabulary.words.length
    for (const [slot, findable] of records) this.#replace(slot, this.#read(findable))
    const learnt = this.#vocabulary.words.slice(known)
    this.#sorted.replace(new Set(), learnt)
    for (const { text } of learnt) {
      if (!isUnspaced(text)) this.#initials.add(text.charAt(0))
    }
  }

  remove(slots: Iterable<number>): void {
    for (const slot of slots) this.#replace(slot, undefined)
  }

  /** A `MATCH` for each slot below `size`; `none` for a slot that lacks one of the words. */
  match(typed: readonly string[], size: number): Uint8Array {
    const [first = new Uint8Array(size), ...others] = typed.map((word) => this.#matchWord(word, size))
    for (const other of others) {
      for (let slot = 0; slot < size; slot += 1) first[slot] = Math.max(first[slot] ?? MATCH.none, other[slot] ?? MATCH.none)
    }
    return first
  }

  #matchWord(typed: string, size: number): Uint8Array {
    const matches = new Uint8Array(size).fill(MATCH.none)
    const better = (slot: number, match: number) => {
      if (match < (matches[slot] ?? 0)) matches[slot] = match
    }
    const findsProse = typed.length >= PROSE_FROM || isUnspaced(typed)
    const sorted = this.#sorted.items
    for (let at = this.#sorted.firstAt((word) => word.text < typed); sorted[at]?.text.startsWith(typed); at += 1) {
      const word = sorted[at]
      const ofName = word?.text === typed ? MATCH.wholeName : MATCH.name
      for (const posting of word?.found ?? []) {
        const place = posting & 3
        if (place === NAME) better(posting >>> 2, ofName)
        else if (place === FACT) better(posting >>> 2, MATCH.fact)
        else if (findsProse) better(posting >>> 2, MATCH.prose)
      }
    }
    for (const word of this.#near(typed)) {
      for (const posting of word.found) if ((posting & 3) !== PROSE) better(posting >>> 2, MATCH.typo)
    }
    return matches
  }

  /**
   * The words one edit away. Either the first letter is right, which leaves a twentieth of the vocabulary to compare, or it is
   * the wrong one and all others are right, which leaves few enough spellings to look each of them up.
   */
  #near(typed: string): Word[] {
    if (typed.length < TYPO_FROM || isUnspaced(typed)) return []
    const initial = typed.charAt(0)
    const near: Word[] = []
    const sorted = this.#sorted.items
    for (let at = this.#sorted.firstAt((word) => word.text < initial); sorted[at]?.text.startsWith(initial); at += 1) {
      const word = sorted[at]
      if (word && Math.abs(word.text.length - typed.length) <= 1 && isWithinOneEdit(typed, word.text)) near.push(word)
    }
    const rest = typed.slice(1)
    const swapped = typed.charAt(1) + initial + typed.slice(2)
    const otherInitials = [...this.#initials].flatMap((letter) => [letter + rest, letter + typed])
    return near.concat(
      [rest, swapped, ...otherInitials].flatMap((text) => (text === typed ? [] : (this.#vocabulary.find(text) ?? []))),
    )
  }

  /** Each word of a record once, with its best place. */
  #read({ names, facts, prose }: SearchDocument): Uint32Array {
    const postings: number[] = []
    this.#reading += 1
    const note = (word: Word, place: number) => {
      if (word.lastReading === this.#reading) return
      word.lastReading = this.#reading
      postings.push(word.number * 4 + place)
    }
    for (const text of names) note(this.#vocabulary.learn(text), NAME)
    for (const text of facts) note(this.#vocabulary.learn(text), FACT)
    this.#vocabulary.scan(prose, (word) => note(word, PROSE))
    return new Uint32Array(postings)
  }

  #replace(slot: number, postings: Uint32Array | undefined): void {
    const before = this.#postings[slot]
    this.#postings[slot] = postings
    if (before === undefined) {
      for (const one of postings ?? []) this.#add(slot, one)
      return
    }
    // Most changes affect few words: only the difference touches the posting lists.
    const next = new Set(postings)
    for (const one of before) {
      if (!next.has(one)) this.#forget(slot, one)
    }
    const previous = new Set(before)
    for (const one of postings ?? []) {
      if (!previous.has(one)) this.#add(slot, one)
    }
  }

  #add(slot: number, one: number): void {
    this.#vocabulary.words[one >>> 2]?.found.push(slot * 4 + (one & 3))
  }

  #forget(slot: number, one: number): void {
    const found = this.#vocabulary.words[one >>> 2]?.found
    const last = found?.pop()
    const posting = slot * 4 + (one & 3)
    // Their order is irrelevant, so the last one fills the gap.
    if (found !== undefined && last !== undefined && last !== posting) found[found.indexOf(posting)] = last
  }
}
