import { useEffect } from 'react'
import type { Investor } from '#shared/directory/contract.ts'
import { countVisit } from '#web/net/tab/count-views.ts'

/** Has a look at an investor's page counted for them; those of the external listing are told of nothing. */
export function useCountedView({ id, vcType }: Investor) {
  useEffect(() => {
    if (vcType === 'platform') countVisit({ subject: 'investor', id, kind: 'view' })
  }, [id, vcType])
}
