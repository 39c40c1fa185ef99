import { useEffect } from 'react'
import type { Investor } from '#shared/directory/contract.ts'
import { countVisit } from '#web/net/tab/count-views.ts'

/** Counts a view of an investor's page; views of imported records are not counted. */
export function useCountedView({ id, vcType }: Investor) {
  useEffect(() => {
    if (vcType === 'platform') countVisit({ subject: 'investor', id, kind: 'view' })
  }, [id, vcType])
}
