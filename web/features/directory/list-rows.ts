import type { ReactNode } from 'react'
import type { Investor } from '#shared/directory/contract.ts'

/** One part of a list: its heading, and below it either investors or something of its own, such as a strip of funds. */
export type ListSection = { id: string; heading?: ReactNode; investors?: readonly Investor[]; content?: ReactNode }

/** The rows of a list from top to bottom: what the virtualiser measures, one at a time. */
export type ListRow =
  | { kind: 'heading'; id: string; heading: ReactNode }
  | { kind: 'cards'; id: string; investors: readonly Investor[] }
  | { kind: 'content'; id: string; content: ReactNode }

/** Sections with nothing in them are left out; within one the order of its investors stands. */
export function listRows(sections: readonly ListSection[], columns: number): ListRow[] {
  const rows: ListRow[] = []
  for (const { id, heading, investors = [], content } of sections) {
    if (investors.length === 0 && !content) continue
    if (heading) rows.push({ kind: 'heading', id, heading })
    if (content) rows.push({ kind: 'content', id, content })
    for (let start = 0; start < investors.length; start += columns) {
      rows.push({ kind: 'cards', id, investors: investors.slice(start, start + columns) })
    }
  }
  return rows
}

/** One row keeps its identity, and so its measured height, while the list around it changes. */
export const rowKey = (row: ListRow | undefined) =>
  row?.kind === 'cards' ? `${row.id} ${row.investors.map(({ id }) => id).join(' ')}` : `${row?.kind} ${row?.id}`
