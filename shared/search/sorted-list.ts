/** Up to this many changes are applied by binary search, without a pass over the list. */
const FEW = 16

/**
 * Items in sorted order. A batch costs one sort of the batch and one pass over the rest; a full sort would block the screen for
 * each chunk that arrives.
 */
export class SortedList<T extends object> {
  #items: T[] = []
  /** Sorted in when the list is read next: several chunks are then merged in one pass. */
  #arriving: T[] = []
  readonly #compare: (a: T, b: T) => number

  /** @param compare  must be a total order, or the order of equal items depends on their insertion */
  constructor(compare: (a: T, b: T) => number) {
    this.#compare = compare
  }

  get items(): readonly T[] {
    this.#settle()
    return this.#items
  }

  replace(removed: ReadonlySet<T>, added: readonly T[]): void {
    if (removed.size === 0 && added.length > FEW) {
      this.#arriving = this.#arriving.concat(added)
      return
    }
    this.#settle()
    if (removed.size + added.length <= FEW) {
      for (const item of removed) this.#items.splice(this.#placeOf(item), 1)
      for (const item of added) this.#items.splice(this.#placeOf(item), 0, item)
      return
    }
    const kept = removed.size === 0 ? this.#items : this.#items.filter((item) => !removed.has(item))
    this.#items = added.length === 0 ? kept : this.#merge(kept, added.toSorted(this.#compare))
  }

  /** The index of the first item for which `isBefore` is false. */
  firstAt(isBefore: (item: T) => boolean): number {
    this.#settle()
    let low = 0
    let high = this.#items.length
    while (low < high) {
      const middle = (low + high) >>> 1
      const item = this.#items[middle]
      if (item !== undefined && isBefore(item)) low = middle + 1
      else high = middle
    }
    return low
  }

  #settle(): void {
    if (this.#arriving.length === 0) return
    this.#items = this.#merge(this.#items, this.#arriving.toSorted(this.#compare))
    this.#arriving = []
  }

  #placeOf(item: T): number {
    return this.firstAt((other) => this.#compare(other, item) < 0)
  }

  #merge(kept: readonly T[], added: readonly T[]): T[] {
    const merged: T[] = []
    let next = 0
    for (const arrived of added) {
      for (let item = kept[next]; item !== undefined && this.#compare(item, arrived) <= 0; item = kept[next]) {
        merged.push(item)
        next += 1
      }
      merged.push(arrived)
    }
    return merged.concat(kept.slice(next))
  }
}
