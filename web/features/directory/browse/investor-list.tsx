import { type ReactNode, type RefObject, useImperativeHandle, useMemo, useRef, useSyncExternalStore } from 'react'
import type { Investor } from '#shared/directory/contract.ts'
import { WindowList, type WindowListHandle } from '#web/ui/window-list.tsx'
import { type ListRow, type ListSection, listRows } from './list-rows.ts'

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
  /** Where the page is scrolled to while the list opens; otherwise it opens at its top. */
  scrolledTo?: number | undefined
  ref?: RefObject<ListHandle | null>
}

/**
 * As many rows as the page of the server has, with their headings. Where it was scrolled before the app took over, the app measures
 * all of them at once, so that none is elsewhere.
 */
const FIRST_ROWS = 24

const columnClass = { 1: 'grid-cols-1', 2: 'grid-cols-2', 3: 'grid-cols-3' } as const
const CARDS = { heading: 88, cards: 470, content: 300 }

/** The header and the filters stay at the top of a desktop screen; a section that is jumped to stops below them. */
const STICKY_HEIGHT = 128

/** Investors in sections: cards in as many columns as fit, or one line each. */
export function InvestorList({
  sections,
  renderCard,
  name,
  placeName,
  guessedHeight = CARDS,
  isRegister = false,
  scrolledTo,
  ref,
}: Props) {
  const fittingColumns = useColumns()
  const columns = isRegister ? 1 : (fittingColumns ?? 1)
  const rows = useMemo(() => listRows(sections, columns), [sections, columns])
  const list = useRef<WindowListHandle>(null)

  useImperativeHandle(ref, () => ({
    showSection(id) {
      const index = rows.findIndex((row) => row.id === id)
      if (index >= 0) list.current?.showRow(index)
    },
  }))

  const renderRow = (row: ListRow) => {
    if (row.kind === 'heading') return row.heading
    if (row.kind === 'content') return row.content
    if (isRegister) return row.investors.map(renderCard)
    return (
      <div className={`grid gap-4 pb-4 ${columnClass[columns as keyof typeof columnClass]}`}>
        {row.investors.map((investor) => (
          <div key={investor.id} className="min-w-0">
            {renderCard(investor)}
          </div>
        ))}
      </div>
    )
  }

  if (fittingColumns === undefined) return <WholeList sections={sections} renderCard={renderCard} isRegister={isRegister} />
  return (
    <WindowList
      ref={list}
      rows={rows}
      renderRow={renderRow}
      guessHeight={({ kind }) => guessedHeight[kind]}
      name={name}
      placeName={placeName}
      stickyHeight={STICKY_HEIGHT}
      scrolledTo={scrolledTo}
      openingOverscan={FIRST_ROWS}
    />
  )
}

/** Enough for the first viewport of any device. */
const FIRST_CARDS = 12

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

/** Number of card columns on this screen: 1, 2 or 3; `undefined` on the server. */
const useColumns = () => useSyncExternalStore<number | undefined>(subscribe, matching, () => undefined)

/** The browser styles and lays out a card when it comes near the window. Until then it has the guessed height of `CARDS`, without the gap. */
const LAID_OUT_WHEN_NEAR = '[content-visibility:auto] [contain-intrinsic-size:auto_454px]'

/**
 * The list as the server renders it, for a screen of any size: every row at the place where the list above puts it. It ends with
 * the first section of investors, which fills the first viewport, unless that has few.
 */
const WholeList = ({ sections, renderCard, isRegister }: Required<Pick<Props, 'sections' | 'renderCard' | 'isRegister'>>) => {
  const isLong = ({ investors }: ListSection) => investors !== undefined && investors.length >= FIRST_CARDS
  const end = sections.findIndex(isLong)
  const shown = end < 0 ? sections : sections.slice(0, end + 1)
  return listRows(shown, Number.POSITIVE_INFINITY).map((row) => {
    if (row.kind === 'heading') return <div key={row.key}>{row.heading}</div>
    if (row.kind === 'content') return <div key={row.key}>{row.content}</div>
    if (isRegister) return row.investors.map(renderCard)
    return (
      <div key={row.key} className="grid grid-cols-1 gap-4 pb-4 sm:grid-cols-2 lg:grid-cols-3">
        {row.investors.map((investor) => (
          <div key={investor.id} className={`min-w-0 ${LAID_OUT_WHEN_NEAR}`}>
            {renderCard(investor)}
          </div>
        ))}
      </div>
    )
  })
}
