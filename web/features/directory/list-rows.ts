import type { Investor } from '#shared/directory/contract.ts'

/** The rows of /vcs from top to bottom: what the virtualiser measures, one at a time. */
export type ListRow =
  | { kind: 'heading'; section: 'verified' | 'browse'; count: number }
  | { kind: 'cards'; investors: Investor[] }
  | { kind: 'funds' }

/** Sections without an investor are left out; within one the order of `items` stands. */
export function listRows(items: readonly Investor[], columns: number, hasFunds: boolean): ListRow[] {
  const verified = items.filter((investor) => investor.isVerified)
  const others = items.filter((investor) => !investor.isVerified)
  return [
    ...section('verified', verified, columns),
    ...(hasFunds ? [{ kind: 'funds' } as const] : []),
    ...section('browse', others, columns),
  ]
}

function section(name: 'verified' | 'browse', investors: Investor[], columns: number): ListRow[] {
  if (investors.length === 0) return []
  const rows: ListRow[] = [{ kind: 'heading', section: name, count: investors.length }]
  for (let start = 0; start < investors.length; start += columns) {
    rows.push({ kind: 'cards', investors: investors.slice(start, start + columns) })
  }
  return rows
}

/** One row keeps its identity, and so its measured height, while the list around it changes. */
export const rowKey = (row: ListRow | undefined) =>
  row?.kind === 'cards' ? `cards ${row.investors.map(({ id }) => id).join(' ')}` : row?.kind === 'heading' ? row.section : 'funds'
