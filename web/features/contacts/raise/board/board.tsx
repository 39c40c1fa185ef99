import { type KeyboardEvent, useEffect, useRef, useState } from 'react'
import type { StageLabels } from '#shared/raise/labels.ts'
import { columnLabel, stageKey } from '#web/features/contacts/raise/labels.ts'
import { type RaiseColumn, type RaiseRow, type RaiseStage, raiseStages } from '#web/features/contacts/raise/raise-rows.ts'
import { BoardColumn } from './board-column.tsx'
import { DealCard } from './deal-card.tsx'
import { boardMove } from './neighbours.ts'
import { StageTabs } from './stage-tabs.tsx'
import { useDrag } from './use-drag.ts'

type Props = {
  columns: readonly RaiseColumn[]
  stages: StageLabels
  now: number
  onMove: (row: RaiseRow, stage: RaiseStage) => void
  onMenu: (row: RaiseRow) => void
  /** A card that gets the focus once it is in the document, after it was moved elsewhere. */
  focused: { id: string } | undefined
}

/** The margins of the page, within which the first column begins; the board scrolls from edge to edge of the window. */
const MARGINS =
  'px-[max(clamp(1.25rem,4vw,2.5rem),calc((100%-72rem)/2+2.5rem))] scroll-px-[max(clamp(1.25rem,4vw,2.5rem),calc((100%-72rem)/2+2.5rem))]'

/** Frames after which a card that is not in the document gets no focus. */
const MAX_FRAMES = 30

/** The stages side by side. On a phone one of them fills the window, and the next one is a swipe or a tab away. */
export function Board({ columns, stages, now, onMove, onMenu, focused }: Props) {
  const board = useRef<HTMLDivElement>(null)
  const [wanted, setWanted] = useState<{ id: string }>()
  useEffect(() => setWanted(focused), [focused])
  useFocus(board, wanted)

  const rowOf = (id: string | undefined) => columns.flatMap(({ rows }) => rows).find(({ key }) => key === id)
  const move = (row: RaiseRow, stage: RaiseStage) => row.stage !== stage && onMove(row, stage)
  const dragging = useDrag(board, (id, column) => {
    const row = rowOf(id)
    const stage = raiseStages.find((each) => stageKey(each) === column)
    if (row && stage !== undefined) move(row, stage)
  })
  const onKeyDown = (event: KeyboardEvent) => {
    const id = (event.target as Element).closest<HTMLElement>('[data-card]')?.dataset.card
    const next = id !== undefined && !event.ctrlKey && !event.metaKey && !event.altKey ? boardMove(columns, id, event) : undefined
    const row = rowOf(id)
    if (!next || !row) return
    event.preventDefault()
    if ('focus' in next) return setWanted({ id: next.focus })
    move(row, next.moveTo)
    setWanted({ id: row.key })
  }
  return (
    <>
      <StageTabs board={board} columns={columns} stages={stages} />
      {/* biome-ignore lint/a11y/noStaticElementInteractions: the keys act on the links and buttons of the cards */}
      <div
        ref={board}
        onKeyDown={onKeyDown}
        className={`relative flex snap-x snap-mandatory items-start gap-3 overflow-x-auto pb-4 [scrollbar-width:thin] sm:snap-none print:hidden ${MARGINS}`}
      >
        {columns.map((column) => (
          <BoardColumn
            key={stageKey(column.stage)}
            column={column}
            label={columnLabel(column.stage, stages)}
            isOver={dragging?.over === stageKey(column.stage)}
            wanted={wanted?.id}
            renderCard={(row) => <DealCard row={row} now={now} isDragged={dragging?.id === row.key} onMenu={onMenu} />}
          />
        ))}
      </div>
      <p className="frame hidden text-sm text-soft pointer-fine:block print:hidden">
        Drag a card, or use the arrow keys: they go from card to card, and with Shift they move a card.
      </p>
    </>
  )
}

/** Focuses the name of a card, also when its column has to scroll to it first. */
function useFocus(board: { current: HTMLElement | null }, wanted: { id: string } | undefined) {
  useEffect(() => {
    if (!wanted) return
    let frames = 0
    let frame = 0
    const look = () => {
      const link = board.current?.querySelector<HTMLElement>(`[data-card="${CSS.escape(wanted.id)}"] a`)
      if (link) {
        link.focus({ preventScroll: true })
        return link.closest('[data-card]')?.scrollIntoView({ block: 'nearest', inline: 'nearest' })
      }
      frames += 1
      if (frames < MAX_FRAMES) frame = requestAnimationFrame(look)
    }
    frame = requestAnimationFrame(look)
    return () => cancelAnimationFrame(frame)
  }, [board, wanted])
}
