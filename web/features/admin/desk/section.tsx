import type { ReactNode } from 'react'
import { MAX_SECTION } from '#shared/admin/customer.ts'

type Props<Item> = {
  title: string
  items: Item[]
  hasMore: boolean
  /** Below the heading. */
  note?: ReactNode
  children: (item: Item) => ReactNode
}

/** One list of a customer's page; nothing where it is empty. */
export function Section<Item>({ title, items, hasMore, note, children }: Props<Item>) {
  if (items.length === 0) return null
  return (
    <section className="min-w-0">
      <h2 className="border-b border-edge pb-2 text-2xl">
        {title} <span className="font-sans text-base text-soft">{hasMore ? `${items.length}+` : items.length}</span>
      </h2>
      {note}
      <ul>{items.map(children)}</ul>
      {hasMore && <p className="pt-3 text-sm text-soft">The latest {MAX_SECTION}. Older ones are not shown.</p>}
    </section>
  )
}

type EntryProps = {
  title: ReactNode
  /** Facts in small print; those without a value are left out. */
  details: (string | null | false | undefined)[]
  /** Ids, on a line of their own. */
  ids?: (string | null)[]
  badges?: ReactNode
  action?: ReactNode
}

export const Entry = ({ title, details, ids = [], badges, action }: EntryProps) => (
  <li className="flex flex-wrap items-center gap-x-6 gap-y-2 border-b border-rule py-3">
    <div className="min-w-0 flex-[1_1_15rem]">
      <p className="leading-snug break-words" dir="auto">
        {title}
      </p>
      <p className="text-sm break-words text-soft" dir="auto">
        {details.filter(Boolean).join(' · ')}
      </p>
      {ids.length > 0 && <p className="text-xs leading-5 break-all text-soft">{ids.filter(Boolean).join(' · ')}</p>}
    </div>
    {badges && <div className="flex flex-wrap gap-1.5">{badges}</div>}
    {action}
  </li>
)
