import { useEffect, useState } from 'react'
import type { Investor } from '#shared/directory/contract.ts'
import type { VcId } from '#shared/ids.ts'
import { useInvestor } from '#web/features/directory/investor-queries.ts'
import { useDirectoryExtent } from '#web/features/directory/list-queries.ts'
import { useIsOffline } from '#web/sync/tab/use-sync-status.ts'
import { fetchInvestors, receivedInvestor } from './api.ts'

/** The answer about one investor: the server has none, or it could not be reached. */
type Answer = { id: VcId; found: Investor | null | 'unreachable' }

/**
 * One investor, from this device or from the server: `undefined` while it may still arrive, `null` when it is not listed, and
 * `unreachable` when it is not on this device and the server does not answer.
 */
export function useListedInvestor(id: VcId): Investor | null | undefined | 'unreachable' {
  const here = useInvestor(id)
  const isElsewhere = useDirectoryExtent() !== undefined && here === null
  const isOffline = useIsOffline()
  const [answer, setAnswer] = useState<Answer>()
  const known = receivedInvestor(id)

  useEffect(() => {
    if (!isElsewhere || isOffline) return
    let isCurrent = true
    const show = (found: Answer['found']) => {
      if (isCurrent) setAnswer({ id, found })
    }
    fetchInvestors([id]).then(
      ([investor]) => show(investor ?? null),
      () => show('unreachable'),
    )
    return () => {
      isCurrent = false
    }
  }, [id, isElsewhere, isOffline])

  if (!isElsewhere) return here
  const answered = answer?.id === id ? answer.found : undefined
  // What was received before is shown until the server says that it is not listed any more.
  if (answered === null) return null
  return (answered === 'unreachable' ? undefined : answered) ?? known ?? (isOffline || answered ? 'unreachable' : undefined)
}
