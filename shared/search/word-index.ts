import { isWithinOneEdit } from './edit-distance.ts'
import { SortedList } from './sorted-list.ts'
import type { StoredWords } from './stored-words.ts'
import { isUnspaced } from './tokenize.ts'
import { Vocabulary, type Word } from './vocabulary.ts'

/** The searchable parts of a record: names before facts before prose, which is text processed by `foldLetters`. */
export type SearchDocument = { names: string[]; facts: string[]; prose: string }

/** How well a record matches a query, best first; the worst of its words decides. */
export const MATCH = { wholeName: 0, name: 1, fact: 2, prose: 3, typo: 4, none: 255 } as const

/** Places of a word in a record, best first. */
export const NAME = 0
export const FACT = 1
export const PROSE = 2

/** One or two letters are the prefix of so many words of prose that they would match every record. */
export const PROSE_FROM = 3
/** A shorter word with one wrong letter matches too many other words. */
export const TYPO_FROM = 3

/** Stored words whose first record is in slot `base`; `isGone` marks records that were removed or replaced since. */
type Opened = StoredWords & { base: number; isGone: Uint8Array }

/**
 * Maps words to the slots whose records contain them. A slot is a small number that the owner assigns to a record and may reuse.
 *
 * Records that are put are tokenised. Records that are opened were tokenised earlier: their postings stay in the stored arrays,
 * and only their words are added to the vocabulary.
 */
export class WordIndex {
  readonly #vocabulary = new Vocabulary()
  readonly #sorted = new SortedList<Word>((a, b) => (a.text < b.text ? -1 : 1))
  /** The first letters of all words, except in scripts where a word is up to three characters. */
  readonly #initials = new Set<string>()
  /** Per slot, its postings: word numbers times four plus the place. */
  readonly #postings: (Uint32Array | undefined)[] = []
  readonly #opened: Opened[] = []
  #reading = 0

  put(records: Iterable<readonly [slot: number, findable: SearchDocument]>): void {
    const known = this.#vocabulary.words.length
    for (const [slot, findable] of records) this.#replace(slot, this.#read(findable))
    this.#sortLearnt(known)
  }

  /** Adds records in the slots from `base` on, in the order in which they were stored. None of these slots was used before. */
  open(base: number, stored: StoredWords): void {
    const known = this.#vocabulary.words.length
    const number = this.#opened.push({ ...stored, base, isGone: new Uint8Array(stored.size) }) - 1
    const words = stored.words === '' ? [] : stored.words.split(' ')
    for (let at = 0; at < words.length; at += 1) this.#vocabulary.learn(words[at] ?? '').stored.push(number, at)
    this.#sortLearnt(known)
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
      this.#eachPosting(word, (slot, place) => {
        if (place === NAME) better(slot, ofName)
        else if (place === FACT) better(slot, MATCH.fact)
        else if (findsProse) better(slot, MATCH.prose)
      })
    }
    for (const word of this.#near(typed)) {
      this.#eachPosting(word, (slot, place) => {
        if (place !== PROSE) better(slot, MATCH.typo)
      })
    }
    return matches
  }

  #eachPosting(word: Word | undefined, visit: (slot: number, place: number) => void): void {
    if (!word) return
    for (const posting of word.found) visit(posting >>> 2, posting & 3)
    for (let pair = 0; pair < word.stored.length; pair += 2) {
      const opened = this.#opened[word.stored[pair] ?? 0]
      const at = word.stored[pair + 1] ?? 0
      if (!opened) continue
      const { postings, starts, base, isGone } = opened
      for (let next = starts[at] ?? 0, end = starts[at + 1] ?? 0; next < end; next += 1) {
        const posting = postings[next] ?? 0
        if (!isGone[posting >>> 2]) visit(base + (posting >>> 2), posting & 3)
      }
    }
  }

  #sortLearnt(known: number): void {
    const learnt = this.#vocabulary.words.slice(known)
    this.#sorted.replace(new Set(), learnt)
    for (const { text } of learnt) {
      if (!isUnspaced(text)) this.#initials.add(text.charAt(0))
    }
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
    const opened = this.#opened.find(({ base, size }) => slot >= base && slot < base + size)
    if (opened) opened.isGone[slot - opened.base] = 1
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
