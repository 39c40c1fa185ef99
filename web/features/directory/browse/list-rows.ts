import type { ReactNode } from 'react'
import type { Investor } from '#shared/directory/contract.ts'

/** One section of a list: its heading, and below it either investors or other content, such as a strip of funds. */
export type ListSection = { id: string; heading?: ReactNode; investors?: readonly Investor[]; content?: ReactNode }

/**
 * The rows of a list from top to bottom, as the virtualiser measures them.
 *
 * A row keeps its key, and with it its measured height, while the list around it changes. The key is stored in the row, because
 * the virtualiser reads thousands of keys with each measurement.
 */
export type ListRow = { id: string; key: string } & (
  | { kind: 'heading'; heading: ReactNode }
  | { kind: 'cards'; investors: readonly Investor[] }
  | { kind: 'content'; content: ReactNode }
)

/** Empty sections are left out. Within a section the order of its investors is preserved. */
export function listRows(sections: readonly ListSection[], columns: number): ListRow[] {
  const rows: ListRow[] = []
  for (const { id, heading, investors = [], content } of sections) {
    if (investors.length === 0 && !content) continue
    if (heading) rows.push({ kind: 'heading', id, key: `heading ${id}`, heading })
    if (content) rows.push({ kind: 'content', id, key: `content ${id}`, content })
    for (let start = 0; start < investors.length; start += columns) {
      const together = investors.slice(start, start + columns)
      let key = id
      for (const investor of together) key += ` ${investor.id}`
      rows.push({ kind: 'cards', id, key, investors: together })
    }
  }
  return rows
}
