import { createPredicate, type DirectoryFilter, type FilterDocument } from './filter.ts'

/** Filters whose answers are kept: what somebody changes back and forth, and one for each page. */
const MOST_MASKS = 8

/**
 * Who passes which filter, as one byte for each slot. Words change at every keystroke
 * while the filters beside them stand, so that their question is answered once.
 */
export class FilterMasks {
  readonly #masks = new Map<string, Uint8Array | undefined>()

  /** Call when any investor came, changed or went. */
  clear(): void {
    this.#masks.clear()
  }

  /** 1 where the investor in that slot passes; `undefined` when everybody does. */
  of(filter: DirectoryFilter, bySlot: readonly (FilterDocument | undefined)[]): Uint8Array | undefined {
    const name = JSON.stringify(Object.entries(filter).sort(([a], [b]) => (a < b ? -1 : 1)))
    if (this.#masks.has(name)) return this.#masks.get(name)
    const isPassing = createPredicate(filter)
    const mask = isPassing && Uint8Array.from(bySlot, (investor) => Number(investor !== undefined && isPassing(investor)))
    const [oldest] = this.#masks.keys()
    if (this.#masks.size >= MOST_MASKS && oldest !== undefined) this.#masks.delete(oldest)
    this.#masks.set(name, mask)
    return mask
  }
}
