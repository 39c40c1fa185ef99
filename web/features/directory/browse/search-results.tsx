import { useLocation } from '@tanstack/react-router'
import { type ComponentProps, memo, type ReactNode, useMemo, useRef, useState } from 'react'
import { formatCount } from '#shared/format/count.ts'
import { ElsewhereLine, elsewhereSections, moreOf } from '#web/features/directory/beyond/elsewhere-section.tsx'
import { type Elsewhere, useElsewhere } from '#web/features/directory/beyond/use-elsewhere.ts'
import { NoMatches } from '#web/features/directory/filters/no-matches.tsx'
import type { DirectoryFilters } from '#web/features/directory/filters/search-params.ts'
import { useDirectoryExtent, useInvestorsHere } from '#web/features/directory/list-queries.ts'
import { type InvestorSearch, useVersion } from '#web/features/directory/queries.ts'
import { firstPart } from '#web/replica/first-part.ts'
import { useIsOffline } from '#web/sync/tab/use-sync-status.ts'
import { InvestorList, type ListHandle } from './investor-list.tsx'
import { NotHereYet, PartialSnapshot } from './not-synced-yet.tsx'
import type { Browse } from './use-browse.ts'

type Props = Omit<ComponentProps<typeof InvestorList>, 'ref' | 'placeName' | 'name'> & {
  browse: Browse
  savedCount: number
  onChange: (next: Partial<DirectoryFilters>) => void
  /** Shown while the directory is still loading. */
  skeleton: ReactNode
  /** Links to the sections of a long list. */
  index: (found: InvestorSearch, show: (id: string) => void) => ReactNode
}

/**
 * Result of a page over the directory: the complete result, the part that has arrived, an empty state, or a notice that the
 * directory is not available offline yet.
 */
export function SearchResults({ browse, savedCount, onChange, skeleton, index, sections, ...list }: Props) {
  const { filters, search, name, query, first } = browse
  const placeName = useLocation({ select: ({ state }) => state.__TSR_key ?? '' })
  const handle = useRef<ListHandle>(null)
  const isOffline = useIsOffline()
  const extent = useDirectoryExtent()
  const here = useInvestorsHere()
  const elsewhere = useElsewhere(query)
  const isWhole = search?.isComplete
  const hasMore = useVersion() === 0 && first && !isOffline
  // Of a page with a part of the list, also where all has arrived before the app takes over.
  const [opened] = useState(() => ({ name, scrolledTo: (firstPart() && globalThis.scrollY) || undefined }))
  const scrolledTo = opened.name === name ? opened.scrolledTo : undefined
  const rows = useMemo(
    () => [...sections, ...(isWhole ? elsewhereSections(elsewhere, extent, here) : [])],
    [sections, isWhole, elsewhere, extent, here],
  )
  if (!search) return <div className="pt-10">{isOffline ? <NotHereYet opening={skeleton} /> : skeleton}</div>
  const { total, isComplete } = search
  // Whether there is nothing is known once the rest has been searched.
  const hasNone = total === 0 && isComplete && (!elsewhere || elsewhere.total === 0)
  return (
    <>
      <ResultCount count={total} isComplete={isComplete} elsewhere={elsewhere} />
      {index(search, (id) => handle.current?.showSection(id))}
      {elsewhere && extent && isComplete && (
        <ElsewhereLine
          elsewhere={elsewhere}
          extent={extent}
          here={here}
          onShow={() => handle.current?.showSection('elsewhere')}
        />
      )}
      {isOffline && !isComplete && <PartialSnapshot />}
      {hasNone && <NoMatches filters={filters} onChange={onChange} isSavedEmpty={filters.saved === true && savedCount === 0} />}
      <InvestorList ref={handle} name={name} placeName={placeName} sections={rows} scrolledTo={scrolledTo} {...list} />
      {/* In place of the footer: the list would look finished. */}
      {hasMore && skeleton}
    </>
  )
}

/**
 * Announces the number of results to screen readers. It is announced once the typing has paused, because the list follows the
 * input with a delay.
 */
const ResultCount = memo(function ResultCount({
  count,
  isComplete,
  elsewhere,
}: {
  count: number
  isComplete: boolean
  elsewhere: Elsewhere | undefined
}) {
  const investors = count === 1 ? '1 investor' : `${formatCount(count)} investors`
  const place = elsewhere ? ' on this device' : ''
  const more = elsewhere?.total ? `, ${moreOf(elsewhere)} from the server` : ''
  return (
    <p role="status" className="sr-only">
      {isComplete ? `${investors} found${place}${more}` : `${investors} found so far`}
    </p>
  )
})
