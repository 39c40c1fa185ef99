import type { VirtualItem } from '@tanstack/react-virtual'
import { useWindowVirtualizer } from '@tanstack/react-virtual'
import {
  type ReactNode,
  type RefObject,
  useImperativeHandle,
  useLayoutEffect,
  useMemo,
  useRef,
  useState,
  useSyncExternalStore,
} from 'react'
import type { Investor } from '#shared/directory/contract.ts'
import { type ListSection, listRows } from './list-rows.ts'

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

export type ListHandle = { showSection: (id: string) => void }

type Props = {
  sections: readonly ListSection[]
  renderCard: (investor: Investor) => ReactNode
  /** Changes with every change of the listed entries; a list that changes scrolls to its top. */
  name: string
  /** Key under which the scroll position is stored, for back navigation. */
  placeName: string
  /** Estimated row heights, used until rows are measured. */
  guessedHeight?: { heading: number; cards: number; content: number }
  /** One entry per row on any screen, instead of a grid of cards. */
  isRegister?: boolean
  ref?: RefObject<ListHandle | null>
}

const columnClass = { 1: 'grid-cols-1', 2: 'grid-cols-2', 3: 'grid-cols-3' } as const
const CARDS = { heading: 88, cards: 470, content: 300 }

/** The header and the filters stay at the top of a desktop screen; a section that is jumped to stops below them. */
const STICKY_HEIGHT = 128

/** A virtualised list: only the rows near the viewport are in the DOM. The window scrolls, not an inner box. */
export function InvestorList({ sections, renderCard, name, placeName, guessedHeight = CARDS, isRegister = false, ref }: Props) {
  const fittingColumns = useColumns()
  const columns = isRegister ? 1 : fittingColumns
  const rows = useMemo(() => listRows(sections, columns), [sections, columns])
  const frame = useRef<HTMLDivElement>(null)
  const [scrollMargin, setScrollMargin] = useState(0)
  const [place] = useState(() => placeOf(placeName))
  const shown = useRef(name)

  const virtualizer = useWindowVirtualizer({
    count: rows.length,
    estimateSize: (index) => guessedHeight[rows[index]?.kind ?? 'cards'],
    getItemKey: (index) => rows[index]?.key ?? index,
    overscan: 3,
    scrollPaddingStart: STICKY_HEIGHT,
    scrollMargin,
    initialOffset: place?.offset,
    initialMeasurementsCache: place?.measurements,
  })

  // The content above the list changes its height with the active filters.
  useLayoutEffect(() => {
    const top = (frame.current?.getBoundingClientRect().top ?? 0) + window.scrollY
    setScrollMargin(top)
  }, [name, sections])

  useLayoutEffect(() => {
    if (place) window.scrollTo(0, place.offset)
  }, [place])

  useLayoutEffect(
    () => () => saveScrollPosition(placeName, { offset: window.scrollY, measurements: virtualizer.measurementsCache }),
    [placeName, virtualizer],
  )

  useLayoutEffect(() => {
    if (shown.current === name) return
    shown.current = name
    const top = (frame.current?.getBoundingClientRect().top ?? 0) + window.scrollY - STICKY_HEIGHT
    if (window.scrollY > top) window.scrollTo(0, Math.max(0, top))
  }, [name])

  useImperativeHandle(ref, () => ({
    showSection(id) {
      const index = rows.findIndex((row) => row.id === id)
      if (index >= 0) virtualizer.scrollToIndex(index, { align: 'start' })
    },
  }))

  return (
    <div ref={frame} className="relative" style={{ height: virtualizer.getTotalSize() }}>
      {virtualizer.getVirtualItems().map(({ index, key, start }) => {
        const row = rows[index]
        if (!row) return null
        return (
          <div
            key={key}
            ref={virtualizer.measureElement}
            data-index={index}
            className="absolute inset-x-0 top-0"
            style={{ transform: `translateY(${start - scrollMargin}px)` }}
          >
            {row.kind === 'heading' && row.heading}
            {row.kind === 'content' && row.content}
            {row.kind === 'cards' &&
              (isRegister ? (
                row.investors.map(renderCard)
              ) : (
                <div className={`grid gap-4 pb-4 ${columnClass[columns as keyof typeof columnClass]}`}>
                  {row.investors.map((investor) => (
                    <div key={investor.id} className="min-w-0">
                      {renderCard(investor)}
                    </div>
                  ))}
                </div>
              ))}
          </div>
        )
      })}
    </div>
  )
}

/** Tailwind's `sm` and `lg`: the widths at which the directory gets its second and third column. */
const steps = ['(min-width: 40rem)', '(min-width: 64rem)']

const matching = () => steps.filter((step) => window.matchMedia(step).matches).length + 1

function subscribe(onChange: () => void) {
  const queries = steps.map((step) => window.matchMedia(step))
  for (const query of queries) query.addEventListener('change', onChange)
  return () => {
    for (const query of queries) query.removeEventListener('change', onChange)
  }
}

/** Number of card columns on this screen: 1, 2 or 3. */
const useColumns = () => useSyncExternalStore(subscribe, matching)
