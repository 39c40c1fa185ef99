import { useEffect, useState } from 'react'
import type { OwnPayoutDetails } from '#shared/earnings/payout-details.ts'
import { useOnline } from '#web/ui/use-online.ts'
import { readPayoutDetails } from './api.ts'

const OFF: OwnPayoutDetails = { state: 'off' }

/** The masked payout details of an investor, in memory only; `undefined` while the server has not answered. */
export function usePayoutDetails(isInvestor: boolean) {
  const isOnline = useOnline()
  const [own, setOwn] = useState<OwnPayoutDetails>()
  useEffect(() => {
    if (!isInvestor || !isOnline) return
    let isGone = false
    readPayoutDetails().then(
      (read) => isGone || setOwn(read),
      // The page works without them: the last answer stays.
      () => isGone || setOwn((before) => before ?? OFF),
    )
    return () => {
      isGone = true
    }
  }, [isInvestor, isOnline])
  return [own, setOwn] as const
}
