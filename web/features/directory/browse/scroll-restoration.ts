import type { VirtualItem } from '@tanstack/react-virtual'

/** Where a list stood when it was left, and how tall its rows had turned out to be. */
type Place = { offset: number; measurements: VirtualItem[] }

/** The last few lists only: a person goes back one or two steps, not twenty. */
const MOST_PLACES = 8
const places = new Map<string, Place>()

export function saveScrollPosition(name: string, place: Place) {
  places.delete(name)
  places.set(name, place)
  const oldest = places.keys().next()
  if (places.size > MOST_PLACES && !oldest.done) places.delete(oldest.value)
}

/** Undefined for a list that was never left: it opens at its top. */
export const placeOf = (name: string) => places.get(name)
