import type { ReactNode } from 'react'
import type { Investor } from '#shared/directory/contract.ts'

/** One part of a list: its heading, and below it either investors or something of its own, such as a strip of funds. */
export type ListSection = { id: string; heading?: ReactNode; investors?: readonly Investor[]; content?: ReactNode }

/**
 * The rows of a list from top to bottom: what the virtualiser measures, one at a time.
 *
 * A row keeps its key, and so its measured height, while the list around it changes. The
 * key is made with the row: the virtualiser asks for thousands of them with each measurement.
 */
export type ListRow = { id: string; key: string } & (
  | { kind: 'heading'; heading: ReactNode }
  | { kind: 'cards'; investors: readonly Investor[] }
  | { kind: 'content'; content: ReactNode }
)

/** Sections with nothing in them are left out; within one the order of its investors stands. */
export function listRows(sections: readonly ListSection[], columns: number): ListRow[] {
  const rows: ListRow[] = []
  for (const { id, heading, investors = [], content } of sections) {
    if (investors.length === 0 && !content) continue
    if (heading) rows.push({ kind: 'heading', id, key: `heading ${id}`, heading })
    if (content) rows.push({ kind: 'content', id, key: `content ${id}`, content })
    for (let start = 0; start < investors.length; start += columns) {
      const together = investors.slice(start, start + columns)
      rows.push({ kind: 'cards', id, key: `${id} ${together.map((investor) => investor.id).join(' ')}`, investors: together })
    }
  }
  return rows
}
