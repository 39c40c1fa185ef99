import type { VirtualItem } from '@tanstack/react-virtual'

/** Scroll position of a list when it was left, and the measured heights of its rows. */
type ScrollPosition = { offset: number; measurements: VirtualItem[] }

/** Only the most recent lists: back navigation is rarely longer than one or two steps. */
const MAX_POSITIONS = 8
const positions = new Map<string, ScrollPosition>()

export function saveScrollPosition(name: string, position: ScrollPosition) {
  positions.delete(name)
  positions.set(name, position)
  const oldest = positions.keys().next()
  if (positions.size > MAX_POSITIONS && !oldest.done) positions.delete(oldest.value)
}

/** `undefined` for a list that was never left: it opens at its top. */
export const placeOf = (name: string) => positions.get(name)
