import { SortedList } from '#shared/search/sorted-list.ts'
import type { StoredWords } from '#shared/search/stored-words.ts'
import { tokenizeQuery } from '#shared/search/tokenize.ts'
import { MATCH, WordIndex } from '#shared/search/word-index.ts'
import type { Investor, InvestorStats } from './contract.ts'
import { type DirectoryFilter, type FilterDocument, filterable } from './filters/filter.ts'
import { FilterMasks } from './filters/filter-masks.ts'
import { isPausedAt } from './paused.ts'
import { toSearchDocument } from './search-document.ts'
import { type DirectorySort, orders, type Ranked, toRanked } from './sort-orders.ts'

export type DirectoryQuery = DirectoryFilter & {
  /** Every word must match; of a long text only the first twelve words count. */
  text?: string
  sort?: DirectorySort
  offset?: number
  limit?: number
  /** Milliseconds since the Unix epoch: under `best`, who is paused then comes last. Without it pauses do not count. */
  now?: number
}
export type DirectoryPage = { total: number; items: Investor[] }

/** The total order of one project: see `fit.ts`. */
export type FitOrder = (a: Ranked, b: Ranked) => number

type Entry = Ranked & FilterDocument & { slot: number }

/** Field by field: spread objects take several times as long, and ten thousand entries are made at a launch. */
function toEntry(doc: Investor, investorStats: InvestorStats | undefined, slot: number): Entry {
  const { stats, rank, sortName, listedAtMs } = toRanked(doc, investorStats)
  const { stageKeys, sectorKeys, locationWords } = filterable(doc)
  return { doc, slot, stats, rank, sortName, listedAtMs, stageKeys, sectorKeys, locationWords }
}

const MAX_WORDS = 12

/** A millisecond of work, several on a phone. */
const OPENED_AT_ONCE = 50

/**
 * An in-memory search index of the investor directory: built from chunks as they arrive, updated by single documents, and queried
 * at every keystroke.
 */
export class DirectoryIndex {
  readonly #bySlot: (Entry | undefined)[] = []
  readonly #byId = new Map<string, Entry>()
  readonly #free: number[] = []
  readonly #stats = new Map<string, InvestorStats>()
  readonly #words = new WordIndex()
  /** `best` from the start; each other order from its first use on. */
  readonly #lists = new Map<DirectorySort | FitOrder, SortedList<Entry>>([['best', new SortedList<Entry>(orders.best)]])
  /** Slots in an order, cached until the next change. */
  readonly #orders = new Map<DirectorySort | FitOrder, Int32Array>()
  #fit: FitOrder = orders.best
  readonly #masks = new FilterMasks()

  get size(): number {
    return this.#byId.size
  }

  get(id: string): Investor | undefined {
    return this.#byId.get(id)?.doc
  }

  getStats(id: string): InvestorStats | undefined {
    return this.#stats.get(id)
  }

  /**
   * Adds investors, or replaces those with the same id. Add a few hundred at a time and yield to the event loop in between:
   * tokenising their prose takes most of the time.
   */
  put(docs: readonly Investor[]): void {
    const latest = new Map(docs.map((doc) => [doc.id as string, doc]))
    const removed: Entry[] = []
    const added: Entry[] = []
    for (const [id, doc] of latest) {
      const before = this.#byId.get(id)
      if (before) removed.push(before)
      const slot = before?.slot ?? this.#free.pop() ?? this.#bySlot.length
      const entry = toEntry(doc, this.#stats.get(id), slot)
      this.#bySlot[slot] = entry
      this.#byId.set(id, entry)
      added.push(entry)
    }
    this.#words.put(added.map(({ slot, doc }) => [slot, toSearchDocument(doc)] as const))
    this.#reorder(removed, added)
  }

  /**
   * Adds the investors of a chunk, or replaces those with the same id, without tokenising them. It yields after every few of them;
   * in between the index can be read and changed.
   *
   * @param words  of all these investors, in the same order
   * @param isCurrent  false for an investor of the chunk that has been changed or removed since: it is left out
   */
  *opening(docs: readonly Investor[], words: StoredWords, isCurrent: (id: string) => boolean = () => true): Generator<void> {
    const base = this.#bySlot.length
    this.#bySlot.length = base + docs.length
    this.#words.open(base, words)
    yield
    for (let at = 0; at < docs.length; at += OPENED_AT_ONCE) {
      this.#open(docs.slice(at, at + OPENED_AT_ONCE), base + at, isCurrent)
      yield
    }
  }

  /** Investors whose words are in the slots from `base` on. */
  #open(docs: readonly Investor[], base: number, isCurrent: (id: string) => boolean): void {
    const removed: Entry[] = []
    const added: Entry[] = []
    const free: number[] = []
    for (const [at, doc] of docs.entries()) {
      const slot = base + at
      const before = this.#byId.get(doc.id)
      if (!isCurrent(doc.id)) {
        free.push(slot)
        continue
      }
      if (before) {
        free.push(before.slot)
        // A document that the chunk has twice may not be in the lists yet.
        if (added.includes(before)) added.splice(added.indexOf(before), 1)
        else removed.push(before)
      }
      const entry = toEntry(doc, this.#stats.get(doc.id), slot)
      this.#bySlot[slot] = entry
      this.#byId.set(doc.id, entry)
      added.push(entry)
    }
    for (const slot of free) this.#bySlot[slot] = undefined
    this.#words.remove(free)
    this.#free.push(...free)
    this.#reorder(removed, added)
  }

  /** Stats may arrive before, with or after their investor. */
  putStats(stats: readonly InvestorStats[]): void {
    for (const one of stats) this.#stats.set(one.id, one)
    this.#restate(stats.map(({ id }) => id))
  }

  removeStats(ids: readonly string[]): void {
    for (const id of ids) this.#stats.delete(id)
    this.#restate(ids)
  }

  /** Removes investors; unknown ids are ignored. */
  remove(ids: readonly string[]): void {
    const removed = this.#entries(ids)
    for (const { doc, slot } of removed) {
      this.#byId.delete(doc.id)
      this.#bySlot[slot] = undefined
      this.#free.push(slot)
    }
    this.#words.remove(removed.map(({ slot }) => slot))
    this.#reorder(removed, [])
  }

  /**
   * One page of the matching investors, and their total number.
   *
   * Under `best`, investors whose name matches come before those that only mention the text (`MATCH`), and among those that match
   * equally well, who is paused comes last. Under every order, a match with a typo comes after the rest.
   *
   * @param fit  replaces the order `best` among those that match equally well
   */
  query({ text = '', sort = 'best', offset = 0, limit = 50, now, ...filter }: DirectoryQuery, fit?: FitOrder): DirectoryPage {
    const typed = tokenizeQuery(text).slice(0, MAX_WORDS)
    const matches = typed.length > 0 ? this.#words.match(typed, this.#bySlot.length) : undefined
    const passing = this.#masks.of(filter, this.#bySlot)
    const end = offset + limit
    // Two for each match: who can be reached, and who is paused.
    const groups = Array.from({ length: 2 * (MATCH.typo + 1) }, (): Investor[] => [])
    let total = 0
    // Iterates over a compact array of numbers: following ten thousand references through memory would take longer than all other
    // work here.
    for (const slot of this.#order(fit ?? sort)) {
      if (passing && !passing[slot]) continue
      const match = matches ? (matches[slot] ?? MATCH.none) : MATCH.wholeName
      if (match === MATCH.none) continue
      total += 1
      const entry = this.#bySlot[slot]
      const isLater = sort === 'best' && now !== undefined && isPausedAt(entry?.doc.pausedUntil, now)
      const group = groups[2 * (sort === 'best' || match === MATCH.typo ? match : MATCH.wholeName) + Number(isLater)]
      if (group && entry && group.length < end) group.push(entry.doc)
    }
    const [first = [], ...others] = groups
    return { total, items: first.concat(...others).slice(offset, end) }
  }

  /** All investors, in no particular order. */
  *documents(): Generator<Investor> {
    for (const { doc } of this.#byId.values()) yield doc
  }

  #entries(ids: readonly string[]): Entry[] {
    return [...new Set(ids)].flatMap((id) => this.#byId.get(id) ?? [])
  }

  #restate(ids: readonly string[]): void {
    const removed = this.#entries(ids)
    const added = removed.map(({ doc, slot }) => toEntry(doc, this.#stats.get(doc.id), slot))
    for (const entry of added) {
      this.#bySlot[entry.slot] = entry
      this.#byId.set(entry.doc.id, entry)
    }
    this.#reorder(removed, added)
  }

  #reorder(removed: readonly Entry[], added: readonly Entry[]): void {
    const leaving = new Set(removed)
    for (const list of this.#lists.values()) list.replace(leaving, added)
    this.#orders.clear()
    this.#masks.clear()
  }

  #order(sort: DirectorySort | FitOrder): Int32Array {
    const cached = this.#orders.get(sort)
    if (cached) return cached
    const order = Int32Array.from(this.#list(sort).items, ({ slot }) => slot)
    this.#orders.set(sort, order)
    return order
  }

  #list(sort: DirectorySort | FitOrder): SortedList<Entry> {
    const cached = this.#lists.get(sort)
    if (cached) return cached
    const isFit = typeof sort === 'function'
    // The order of one project is kept: its user edits it, and each edit is another order.
    if (isFit) {
      this.#lists.delete(this.#fit)
      this.#orders.delete(this.#fit)
      this.#fit = sort
    }
    const list = new SortedList<Entry>(isFit ? sort : orders[sort])
    list.replace(new Set(), [...this.#byId.values()])
    this.#lists.set(sort, list)
    return list
  }
}
