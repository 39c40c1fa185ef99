import { useEffect, useState } from 'react'
import type { OwnPayoutDetails } from '#shared/earnings/payout-details.ts'
import { useOnline } from '#web/ui/use-online.ts'
import { readPayoutDetails } from './api.ts'

const OFF: OwnPayoutDetails = { state: 'off' }

/** The masked payout details of an investor, in memory only; `off` until the server has answered. */
export function usePayoutDetails(isInvestor: boolean) {
  const isOnline = useOnline()
  const [own, setOwn] = useState<OwnPayoutDetails>(OFF)
  useEffect(() => {
    if (!isInvestor || !isOnline) return
    let isGone = false
    readPayoutDetails().then(
      (read) => isGone || setOwn(read),
      () => undefined,
    )
    return () => {
      isGone = true
    }
  }, [isInvestor, isOnline])
  return [own, setOwn] as const
}
