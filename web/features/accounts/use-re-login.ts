import { useEffect } from 'react'
import type { User } from '#shared/accounts/contract.ts'
import { onSessionLost } from '#web/net/session-lost.ts'
import { toast } from '#web/ui/toast.ts'
import { loadToaster } from '#web/ui/toast-place.tsx'

const TO_LOGIN_MS = 500

/**
 * Leads somebody whose session ended back in, and then to where they were. Nothing
 * is removed from the device: whoever signs in again as the same finds it all.
 */
export function useReLogin(user: User | null | undefined) {
  useEffect(() => {
    if (!user) return
    let timer: ReturnType<typeof setTimeout> | undefined
    let isOver = false
    const stop = onSessionLost(async () => {
      toast({ title: 'You are logged out. Logging in again...', variant: 'destructive' })
      const next = encodeURIComponent(location.pathname + location.search)
      // Half a second is not much: it begins when there is something to read.
      await loadToaster()
      if (!isOver) timer ??= setTimeout(() => location.assign(`/api/login?next=${next}`), TO_LOGIN_MS)
    })
    return () => {
      isOver = true
      stop()
      clearTimeout(timer)
    }
  }, [user])
}
