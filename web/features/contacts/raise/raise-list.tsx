import { useLocation } from '@tanstack/react-router'
import type { StageLabels } from '#shared/raise/labels.ts'
import { Badge } from '#web/ui/badge.tsx'
import { WindowList } from '#web/ui/window-list.tsx'
import { DealLine, DueBadge } from './deal-line.tsx'
import { DealName, MoveButton } from './deal-parts.tsx'
import { columnLabel } from './labels.ts'
import type { RaiseRow } from './raise-rows.ts'

type Props = {
  rows: readonly RaiseRow[]
  stages: StageLabels
  now: number
  /** Changes with the search and its filters. */
  name: string
  onMenu: (row: RaiseRow) => void
}

/** The height of the header, which stays at the top. */
const HEADER_HEIGHT = 64
const heightOfRow = () => (window.matchMedia('(min-width: 40rem)').matches ? 75 : 132)

/** A row per contact. Only those near the window are in the document. */
export function RaiseList({ rows, stages, now, name, onMenu }: Props) {
  const placeName = useLocation({ select: ({ state }) => state.__TSR_key ?? '' })
  // Asked for every row at each key: see `contact-list.tsx`.
  const height = heightOfRow()
  return (
    <div className="border-t border-rule print:hidden">
      <WindowList
        isList
        rows={rows}
        renderRow={(row) => <ListRow row={row} stages={stages} now={now} onMenu={onMenu} />}
        guessHeight={() => height}
        name={name}
        placeName={placeName}
        stickyHeight={HEADER_HEIGHT}
        overscan={8}
      />
    </div>
  )
}

function ListRow({ row, stages, now, onMenu }: Pick<Props, 'stages' | 'now' | 'onMenu'> & { row: RaiseRow }) {
  const { stage, deal, dueAt } = row
  return (
    <div className="grid grid-cols-[minmax(0,1fr)_auto] items-center gap-x-4 gap-y-2 border-b border-rule py-3 sm:grid-cols-[minmax(0,3fr)_minmax(0,3fr)_minmax(0,3fr)_auto] sm:px-2">
      <DealName row={row} size="text-2xl" />
      <div className="col-start-1 flex min-w-0 flex-wrap items-center gap-2 sm:col-start-auto">
        <Badge>{columnLabel(stage, stages)}</Badge>
        <DealLine row={row} />
      </div>
      <div className="col-start-1 grid min-w-0 gap-1 empty:hidden sm:col-start-auto">
        {deal.nextStep && (
          <p className="truncate text-sm" dir="auto">
            {deal.nextStep}
          </p>
        )}
        {dueAt && (
          <p>
            <DueBadge dueAt={dueAt} now={now} />
          </p>
        )}
      </div>
      <MoveButton row={row} className="col-start-2 row-start-1 sm:col-start-4" onMenu={onMenu} />
    </div>
  )
}
