import type { VirtualItem } from '@tanstack/react-virtual'
import { useWindowVirtualizer } from '@tanstack/react-virtual'
import {
  type ReactNode,
  type RefObject,
  startTransition,
  useCallback,
  useEffect,
  useImperativeHandle,
  useLayoutEffect,
  useRef,
  useState,
} from 'react'

/** Scroll position of a list when it was left, and the measured heights of its rows. */
type ScrollPosition = { offset: number; measurements: VirtualItem[] }

/** Only the most recent lists: back navigation is rarely longer than one or two steps. */
const MAX_POSITIONS = 8
const positions = new Map<string, ScrollPosition>()

function saveScrollPosition(name: string, position: ScrollPosition) {
  positions.delete(name)
  positions.set(name, position)
  const oldest = positions.keys().next()
  if (positions.size > MAX_POSITIONS && !oldest.done) positions.delete(oldest.value)
}

/** `undefined` for a list that was never left: it opens at its top. */
const placeOf = (name: string) => positions.get(name)

export type WindowListHandle = { showRow: (index: number) => void }

type Props<Row> = {
  rows: readonly Row[]
  renderRow: (row: Row) => ReactNode
  /** Estimated height of a row in pixels, used until it is measured. */
  guessHeight: (row: Row) => number
  /** Changes with every change of the listed entries; a list that changes scrolls to its top. */
  name: string
  /** Key under which the scroll position is stored, for back navigation. */
  placeName: string
  /** Height in pixels of what stays at the top of the window, above the list. */
  stickyHeight: number
  /** Rows beyond each edge of the window. */
  overscan?: number
  /** Where the page is scrolled to while a list opens that was never left; otherwise it opens at its top. */
  scrolledTo?: number | undefined
  /** Rows beyond each edge of the window while it opens there: all that are above have to be measured. */
  openingOverscan?: number
  /** One entry per row: assistive technology gets a list with its size. */
  isList?: boolean
  ref?: RefObject<WindowListHandle | null>
}

/** A virtualised list: only the rows near the viewport are in the DOM. The window scrolls, not an inner box. */
export function WindowList<Row extends { key: string }>({
  rows,
  renderRow,
  guessHeight,
  name,
  placeName,
  stickyHeight,
  overscan = 3,
  scrolledTo,
  openingOverscan = overscan,
  isList = false,
  ref,
}: Props<Row>) {
  const frame = useRef<HTMLDivElement & HTMLUListElement>(null)
  const [scrollMargin, setScrollMargin] = useState(0)
  const [place] = useState(() => placeOf(placeName))
  const shown = useRef(name)

  const [offset] = useState(place?.offset ?? scrolledTo)
  const [isOpening, setIsOpening] = useState(offset !== undefined)
  const isSettled = useSettled(name)
  // A guess may follow the width of the window.
  const guess = rows[0] && guessHeight(rows[0])
  // The same function while the rows and their guesses are the same: a new one makes the virtualiser lay out every row again.
  const getItemKey = useCallback((index: number) => rows[index]?.key ?? index, [rows, guess])

  const virtualizer = useWindowVirtualizer({
    count: rows.length,
    estimateSize: (index) => {
      const row = rows[index]
      return row ? guessHeight(row) : 0
    },
    getItemKey,
    overscan: isOpening && !place ? openingOverscan : isSettled ? overscan : 0,
    scrollPaddingStart: stickyHeight,
    scrollMargin,
    initialOffset: place?.offset,
    initialMeasurementsCache: place?.measurements,
  })

  // The content above the list changes its height with the active filters.
  useLayoutEffect(() => setScrollMargin(topOf(frame.current)), [name, rows])
  // And without a change of the list, and then the page has another height: observed after layout, where reading costs nothing.
  useEffect(() => {
    const observer = new ResizeObserver(() => setScrollMargin(topOf(frame.current)))
    observer.observe(document.body)
    return () => observer.disconnect()
  }, [])

  // The virtualiser scrolls to its `initialOffset` when it starts; then the browser's scroll anchoring moves the page, as rows are
  // measured that were guessed.
  const height = virtualizer.getTotalSize()
  useLayoutEffect(() => {
    if (offset === undefined || !isOpening) return
    window.scrollTo(0, offset)
    // The heights of the first rows are known before this frame.
    const frame = requestAnimationFrame(() => setIsOpening(false))
    return () => cancelAnimationFrame(frame)
  }, [offset, height, isOpening])

  useLayoutEffect(
    // Not `window.scrollY`, which would lay out the page at every key in the search box: each changes the name of the place.
    () => () =>
      saveScrollPosition(placeName, { offset: virtualizer.scrollOffset ?? 0, measurements: virtualizer.measurementsCache }),
    [placeName, virtualizer],
  )

  useLayoutEffect(() => {
    if (shown.current === name) return
    shown.current = name
    const top = topOf(frame.current) - stickyHeight
    if (window.scrollY > top) window.scrollTo(0, Math.max(0, top))
  }, [name, stickyHeight])

  useImperativeHandle(ref, () => ({ showRow: (index) => virtualizer.scrollToIndex(index, { align: 'start' }) }))

  const [Frame, Item] = isList ? (['ul', 'li'] as const) : (['div', 'div'] as const)
  return (
    <Frame ref={frame} className="relative" style={{ height }}>
      {virtualizer.getVirtualItems().map(({ index, key, start }) => {
        const row = rows[index]
        if (!row) return null
        return (
          <Item
            key={key}
            ref={virtualizer.measureElement}
            data-index={index}
            className="absolute inset-x-0 top-0"
            style={{ transform: `translateY(${start - scrollMargin}px)` }}
            {...(isList && { 'aria-setsize': rows.length, 'aria-posinset': index + 1 })}
          >
            {renderRow(row)}
          </Item>
        )
      })}
    </Frame>
  )
}

/**
 * Distance in whole pixels from the top of the page: where pixels are fractions, the sum of both varies with the scroll position,
 * and a new one lays out every row again.
 */
const topOf = (frame: Element | null) => Math.round((frame?.getBoundingClientRect().top ?? 0) + window.scrollY)

/** After this time without another change, the rows beyond the window are rendered: longer than between two keys. */
const SETTLED_MS = 400

/**
 * False from a change of the list until it is scrolled, or until no further change has followed: a key in a search renders and
 * measures only the rows in sight.
 */
function useSettled(name: string): boolean {
  const [settled, setSettled] = useState(name)
  useEffect(() => {
    const settle = () => startTransition(() => setSettled(name))
    const timer = setTimeout(settle, SETTLED_MS)
    window.addEventListener('scroll', settle, { once: true, passive: true })
    return () => {
      clearTimeout(timer)
      window.removeEventListener('scroll', settle)
    }
  }, [name])
  return settled === name
}
