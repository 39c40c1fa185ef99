import { createPredicate, type DirectoryFilter, type FilterDocument } from './filter.ts'

/** Number of cached filters: those that a user switches between, and one for each page. Each takes a byte per investor. */
const MAX_MASKS = 24

/**
 * Which investors pass which filter, as one byte per slot. The text changes at every keystroke while the other filters stay the
 * same, so their result is computed once.
 */
export class FilterMasks {
  readonly #masks = new Map<string, Uint8Array | undefined>()

  /** Must be called when an investor was added, changed or removed. */
  clear(): void {
    this.#masks.clear()
  }

  /** 1 where the investor in that slot passes; `undefined` when all pass. */
  of(filter: DirectoryFilter, bySlot: readonly (FilterDocument | undefined)[]): Uint8Array | undefined {
    const name = JSON.stringify(Object.entries(filter).sort(([a], [b]) => (a < b ? -1 : 1)))
    if (this.#masks.has(name)) {
      const known = this.#masks.get(name)
      // The one used last is the last to be dropped.
      this.#masks.delete(name)
      this.#masks.set(name, known)
      return known
    }
    const isMatch = createPredicate(filter)
    const mask = isMatch && Uint8Array.from(bySlot, (investor) => Number(investor !== undefined && isMatch(investor)))
    const [leastRecent] = this.#masks.keys()
    if (this.#masks.size >= MAX_MASKS && leastRecent !== undefined) this.#masks.delete(leastRecent)
    this.#masks.set(name, mask)
    return mask
  }
}
