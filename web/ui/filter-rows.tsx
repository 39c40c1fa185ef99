import type { ReactNode } from 'react'

type Props = { label: string; search: ReactNode; filters: ReactNode; children: ReactNode }

/**
 * The search of a list, the button "Filters", and the selects. It stays in view below the header: on a phone the search and the
 * button only, so that the list keeps the screen. Its parent must contain the list. `pieces.css` keeps focused elements clear of it.
 */
export function FilterRows({ label, search, filters, children }: Props) {
  return (
    <search
      className="filter-rows contents bg-page sm:sticky sm:top-16 sm:z-20 sm:grid sm:gap-2 sm:py-3 lg:flex"
      aria-label={label}
    >
      <div className="flex gap-2 bg-page py-2 max-sm:sticky max-sm:top-16 max-sm:z-20 max-sm:-mx-5 max-sm:px-5 sm:py-0 lg:flex-1">
        {search}
        {filters}
      </div>
      {/* A horizontally scrolling row on a phone, so that the list begins in the first viewport. */}
      <div className="-mx-5 flex gap-2 overflow-x-auto px-5 [scrollbar-width:none] sm:mx-0 sm:px-0">{children}</div>
    </search>
  )
}
