import type { VcId } from '#shared/ids.ts'

const kept = new Map<string, string>()
const keyOf = (id: VcId, start: string) => `${id} ${start}`

/**
 * What follows `start` in the hash of the address to which a provider leads back. It moves from the address to the memory of this
 * page: a reload does not repeat it, and a panel that is rendered again still has it.
 */
export function wayBack(id: VcId, start: string): string | undefined {
  const { hash, pathname, search } = window.location
  if (hash.startsWith(`#${start}`)) {
    kept.set(keyOf(id, start), hash.slice(start.length + 1))
    window.history.replaceState(window.history.state, '', pathname + search)
  }
  return kept.get(keyOf(id, start))
}

export function forgetWayBack(id: VcId, start: string) {
  kept.delete(keyOf(id, start))
}
