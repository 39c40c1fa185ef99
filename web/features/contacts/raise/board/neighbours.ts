import type { RaiseColumn, RaiseRow, RaiseStage } from '#web/features/contacts/raise/raise-rows.ts'

export type BoardKey = { key: string; shiftKey: boolean }
/** What a key does on a card: the focus goes to another card, or the card to another stage. */
export type BoardMove = { focus: RaiseRow['key'] } | { moveTo: RaiseStage } | undefined

const SIDEWAYS: Record<string, number> = { ArrowLeft: -1, ArrowRight: 1 }
const UPWARDS: Record<string, number> = { ArrowUp: -1, ArrowDown: 1 }

/**
 * The arrow keys on the board. Left and right go to the nearest column that has cards, at the same height; with Shift they move the card
 * to the column beside its own.
 */
export function boardMove(columns: readonly RaiseColumn[], id: string, { key, shiftKey }: BoardKey): BoardMove {
  const at = columns.findIndex(({ rows }) => rows.some((row) => row.key === id))
  const column = columns[at]
  if (!column) return undefined
  const place = column.rows.findIndex((row) => row.key === id)
  const [sideways, upwards] = [SIDEWAYS[key], UPWARDS[key]]
  if (sideways !== undefined && shiftKey) {
    const next = columns[at + sideways]
    return next && { moveTo: next.stage }
  }
  if (shiftKey) return undefined
  if (sideways !== undefined) {
    for (let next = at + sideways; columns[next]; next += sideways) {
      const row = columns[next]?.rows[Math.min(place, (columns[next]?.rows.length ?? 0) - 1)]
      if (row) return { focus: row.key }
    }
    return undefined
  }
  const ends: Record<string, number> = { Home: 0, End: column.rows.length - 1 }
  const row = column.rows[ends[key] ?? place + (upwards ?? Number.NaN)]
  return row && row.key !== id ? { focus: row.key } : undefined
}
