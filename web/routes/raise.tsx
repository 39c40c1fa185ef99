import { createFileRoute } from '@tanstack/react-router'
import { useMemo, useState } from 'react'
import { useOwnWords } from '#web/features/contacts/own-words.ts'
import { useCards } from '#web/features/contacts/people/queries.ts'
import { useDeals, useRound } from '#web/features/contacts/raise/queries.ts'
import { RaisePage } from '#web/features/contacts/raise/raise-page.tsx'
import { readRaiseSearch } from '#web/features/contacts/raise/search-params.ts'
import { Skeleton } from '#web/ui/skeleton.tsx'

export const Route = createFileRoute('/raise')({ component: Raise })

function Raise() {
  const contacts = useCards()
  const own = useOwnWords()
  const deals = useDeals()
  const round = useRound()
  const raw = Route.useSearch()
  const search = useMemo(() => readRaiseSearch(raw), [raw])
  const navigate = Route.useNavigate()
  const [now] = useState(Date.now)
  if (!contacts || !own || !deals || round === undefined) return <Loading />
  return (
    <RaisePage
      {...{ contacts, own, deals, round, search, now }}
      onSearch={(next) => void navigate({ search: next as never, replace: true, resetScroll: false })}
    />
  )
}

/** As high as the first screen. */
const Loading = () => (
  <div className="frame grid gap-6 py-16" role="status" aria-label="Loading your raise">
    <Skeleton className="h-14 w-64" />
    <Skeleton className="h-40 w-full" />
    <Skeleton className="h-96 w-full" />
  </div>
)
