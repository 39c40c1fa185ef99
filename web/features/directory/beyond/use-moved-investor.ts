import { useEffect, useState } from 'react'
import type { VcId } from '#shared/ids.ts'
import { useIsOffline } from '#web/sync/tab/use-sync-status.ts'
import { fetchInvestors } from './api.ts'

/**
 * The investor whose record stays for one that was merged into it, as the server says: `undefined` until it has answered, `null`
 * for any other id and without a network.
 */
export function useMovedInvestor(id: VcId): VcId | null | undefined {
  const isOffline = useIsOffline()
  const [answer, setAnswer] = useState<{ id: VcId; movedTo: VcId | null }>()
  useEffect(() => {
    if (isOffline) return
    let isCurrent = true
    const show = (movedTo: VcId | null) => {
      if (isCurrent) setAnswer({ id, movedTo })
    }
    fetchInvestors([id]).then(
      ([found]) => show(found && found.id !== id ? found.id : null),
      () => show(null),
    )
    return () => {
      isCurrent = false
    }
  }, [id, isOffline])
  if (answer?.id === id) return answer.movedTo
  return isOffline ? null : undefined
}
