import { useVirtualizer } from '@tanstack/react-virtual'
import { type ReactNode, useEffect, useRef } from 'react'
import { shortAmount } from '#shared/raise/amount.ts'
import { stageKey } from '#web/features/contacts/raise/labels.ts'
import type { RaiseColumn, RaiseRow, RaiseStage } from '#web/features/contacts/raise/raise-rows.ts'

/** Longer columns have only the cards near their window in the document. */
export const MAX_WHOLE_COLUMN = 40
const CARD_HEIGHT = 128
const GAP = 8

type Props = {
  column: RaiseColumn
  label: string
  isOver: boolean
  /** The card that gets the focus: it is scrolled into view. */
  wanted: string | undefined
  renderCard: (row: RaiseRow) => ReactNode
}

const tones: Partial<Record<NonNullable<RaiseStage>, string>> = {
  meeting: 'border-t-brass',
  'in-talks': 'border-t-brass',
  invested: 'border-t-green',
}

/** A stage of the board, with the number of its contacts and the sum of their amounts. */
export function BoardColumn({ column: { stage, rows, sum }, label, isOver, wanted, renderCard }: Props) {
  const id = `stage-${stageKey(stage)}`
  return (
    <section
      aria-labelledby={id}
      data-column={stageKey(stage)}
      className={`flex max-h-[max(26rem,calc(100dvh-10rem))] w-[calc(100vw-3.5rem)] shrink-0 snap-center flex-col rounded-box border border-t-2 sm:w-[16.75rem] sm:snap-start ${(stage && tones[stage]) ?? 'border-t-edge'} ${isOver ? 'border-ink bg-sheet' : 'border-rule bg-well'}`}
    >
      <header className="flex items-baseline justify-between gap-3 px-3.5 pt-3 pb-2">
        <h2 id={id} className="min-w-0 truncate text-xl" dir="auto">
          {label}
        </h2>
        <p className="shrink-0 text-sm text-soft tabular-nums">
          <span className="sr-only">contacts: </span>
          {rows.length}
          {sum > 0 && (
            <>
              {' · '}
              <span className="sr-only">amounts: </span>
              {shortAmount(sum)}
            </>
          )}
        </p>
      </header>
      {rows.length > MAX_WHOLE_COLUMN ? (
        <WindowedCards rows={rows} wanted={wanted} renderCard={renderCard} />
      ) : (
        <ul className="grid min-h-24 content-start gap-2 overflow-y-auto overscroll-y-auto px-2 pb-2 [scrollbar-width:thin]">
          {rows.map((row) => (
            <li key={row.key}>{renderCard(row)}</li>
          ))}
          {rows.length === 0 && (
            <li className="grid min-h-20 place-items-center rounded-box border border-dashed border-rule text-sm text-soft">
              Empty
            </li>
          )}
        </ul>
      )}
    </section>
  )
}

function WindowedCards({ rows, wanted, renderCard }: Pick<Props, 'wanted' | 'renderCard'> & { rows: RaiseRow[] }) {
  const frame = useRef<HTMLDivElement>(null)
  const virtualizer = useVirtualizer({
    count: rows.length,
    getScrollElement: () => frame.current,
    estimateSize: () => CARD_HEIGHT,
    getItemKey: (index) => rows[index]?.key ?? index,
    gap: GAP,
    overscan: 4,
    paddingEnd: GAP,
  })
  const index = wanted === undefined ? -1 : rows.findIndex(({ key }) => key === wanted)
  useEffect(() => {
    if (index >= 0) virtualizer.scrollToIndex(index, { align: 'auto' })
  }, [index, virtualizer])
  return (
    <div ref={frame} className="min-h-24 overflow-y-auto px-2 [scrollbar-width:thin]">
      <ul className="relative" style={{ height: virtualizer.getTotalSize() }}>
        {virtualizer.getVirtualItems().map(({ index, key, start }) => {
          const row = rows[index]
          if (!row) return null
          return (
            <li
              key={key}
              ref={virtualizer.measureElement}
              data-index={index}
              aria-setsize={rows.length}
              aria-posinset={index + 1}
              className="absolute inset-x-0 top-0"
              style={{ transform: `translateY(${start}px)` }}
            >
              {renderCard(row)}
            </li>
          )
        })}
      </ul>
    </div>
  )
}
