import { type ReactNode, useState } from 'react'
import { MAX_SECTION } from '#shared/admin/customer.ts'
import { Button } from '#web/ui/button.tsx'

/** Entries that are shown before "Show all". */
const AT_FIRST = 8

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
  const [isWhole, setWhole] = useState(false)
  if (items.length === 0) return null
  const isCut = !isWhole && items.length > AT_FIRST
  return (
    <section className="min-w-0">
      <h2 className="border-b border-edge pb-2 text-2xl">
        {title} <span className="font-sans text-base text-soft">{hasMore ? `${items.length}+` : items.length}</span>
      </h2>
      {note}
      <ul>{(isCut ? items.slice(0, AT_FIRST) : items).map(children)}</ul>
      {isCut && (
        <Button variant="outline" className="mt-4" onClick={() => setWhole(true)}>
          Show all {items.length}
          <span className="sr-only"> {title.toLowerCase()}</span>
        </Button>
      )}
      {!isCut && hasMore && <p className="pt-3 text-sm text-soft">The latest {MAX_SECTION}. Older ones are not shown.</p>}
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
      {ids.length > 0 && (
        <p className="flex flex-wrap gap-x-3 text-xs leading-5 break-all text-soft">
          {ids.map((id) => id && <span key={id}>{id}</span>)}
        </p>
      )}
    </div>
    {badges && <div className="flex flex-wrap gap-1.5">{badges}</div>}
    {action}
  </li>
)
