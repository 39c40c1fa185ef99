import type { ReactNode } from 'react'
import { formatCount } from '#shared/format/count.ts'

/** Heading of one section of a list, with its number of entries. */
export function SectionHeading({ title, lead, count }: { title: string; lead: ReactNode; count: number }) {
  return (
    <div className="flex items-baseline justify-between gap-4 pt-6 pb-4 sm:pt-8 sm:pb-5">
      <div>
        <h2 className="text-3xl">{title}</h2>
        <p className="mt-1 text-sm text-soft">{lead}</p>
      </div>
      <p className="shrink-0 font-serif text-2xl text-soft tabular-nums">{formatCount(count)}</p>
    </div>
  )
}
