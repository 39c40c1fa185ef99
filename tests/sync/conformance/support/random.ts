import { randomFrom } from '#tests/sync/simulator/random.ts'

export type Random = ReturnType<typeof createRandom>

/** Deterministic choices from a seed. */
export function createRandom(seed: number) {
  const next = randomFrom(seed)
  /** An integer from 0 to below `end`. */
  const below = (end: number) => Math.floor(next() * end)
  const chance = (share: number) => next() < share
  function pick<Item>(items: readonly Item[]): Item {
    if (items.length === 0) throw new RangeError('There is nothing to pick from.')
    return items[below(items.length)] as Item
  }
  const uuid = () => {
    const hex = Array.from({ length: 32 }, () => below(16).toString(16)).join('')
    return `${hex.slice(0, 8)}-${hex.slice(8, 12)}-7${hex.slice(13, 16)}-8${hex.slice(17, 20)}-${hex.slice(20)}`
  }
  return { next, below, chance, pick, uuid }
}
