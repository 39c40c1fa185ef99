import { useWindowVirtualizer } from '@tanstack/react-virtual'
import { type ReactNode, type RefObject, useImperativeHandle, useLayoutEffect, useMemo, useRef, useState } from 'react'
import type { Investor } from '#shared/directory/contract.ts'
import { placeOf, rememberPlace } from './list-place.ts'
import { listRows, rowKey } from './list-rows.ts'
import { SectionHeading } from './section-heading.tsx'
import { useColumns } from './use-columns.ts'

export type ListHandle = { showSection: (section: 'verified' | 'funds' | 'browse') => void }

type Props = {
  items: readonly Investor[]
  /** The Cold Investor Scout section; left out while nothing in it matches. */
  funds?: ReactNode
  renderCard: (investor: Investor) => ReactNode
  /** Where this list was scrolled to is kept under this name, for the way back. */
  placeName: string
  ref?: RefObject<ListHandle | null>
}

const columnClass = { 1: 'grid-cols-1', 2: 'grid-cols-2', 3: 'grid-cols-3' } as const
const GUESSED_HEIGHT = { heading: 88, cards: 470, funds: 300 } as const

/** The header and the filters stay at the top of a desk's screen; a section that is jumped to stops below them. */
const STICKY_HEIGHT = 128

/** Thousands of cards with only those near the screen in the page; the window scrolls, not a box inside it. */
export function InvestorList({ items, funds, renderCard, placeName, ref }: Props) {
  const columns = useColumns()
  const hasFunds = funds !== undefined
  const rows = useMemo(() => listRows(items, columns, hasFunds), [items, columns, hasFunds])
  const frame = useRef<HTMLDivElement>(null)
  const [scrollMargin, setScrollMargin] = useState(0)
  const [place] = useState(() => placeOf(placeName))

  const virtualizer = useWindowVirtualizer({
    count: rows.length,
    estimateSize: (index) => GUESSED_HEIGHT[rows[index]?.kind ?? 'cards'],
    getItemKey: (index) => rowKey(rows[index]),
    overscan: 3,
    scrollPaddingStart: STICKY_HEIGHT,
    scrollMargin,
    initialOffset: place?.offset,
    initialMeasurementsCache: place?.measurements,
  })

  useLayoutEffect(() => {
    const top = frame.current?.getBoundingClientRect().top ?? 0
    setScrollMargin(top + window.scrollY)
  }, [])

  useLayoutEffect(() => {
    if (place) window.scrollTo(0, place.offset)
    return () => rememberPlace(placeName, { offset: window.scrollY, measurements: virtualizer.measurementsCache })
  }, [place, placeName, virtualizer])

  useImperativeHandle(ref, () => ({
    showSection(section) {
      const index = rows.findIndex((row) => (row.kind === 'heading' ? row.section : row.kind) === section)
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
            {row.kind === 'heading' && <SectionHeading section={row.section} count={row.count} />}
            {row.kind === 'funds' && funds}
            {row.kind === 'cards' && (
              <div className={`grid gap-4 pb-4 ${columnClass[columns as keyof typeof columnClass]}`}>
                {row.investors.map((investor) => (
                  <div key={investor.id} className="min-w-0">
                    {renderCard(investor)}
                  </div>
                ))}
              </div>
            )}
          </div>
        )
      })}
    </div>
  )
}
