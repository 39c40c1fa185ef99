import { useEffect, useState } from 'react'
import { HttpProblem } from '#web/net/api.ts'
import { celebrate } from '#web/ui/confetti.ts'
import { toast } from '#web/ui/toast.ts'
import { askScoutPayment } from './api.ts'
import { PUBLISHED } from './labels.ts'

export type ScoutPayment =
  | { kind: 'processing' }
  | { kind: 'published' }
  | { kind: 'failed'; message: string; mayAskAgain: boolean }

const NO_SESSION: ScoutPayment = { kind: 'failed', message: 'No payment session found.', mayAskAgain: false }
const NOT_PAID: ScoutPayment = {
  kind: 'failed',
  message: 'Failed to publish project. Please contact support.',
  mayAskAgain: false,
}
const UNVERIFIED: ScoutPayment = {
  kind: 'failed',
  message: 'Failed to verify payment. Please contact support.',
  mayAskAgain: true,
}

/** Result of a checkout, as reported by the server. The address is not evidence of a payment. */
export function useScoutPayment(sessionId: string | undefined, syncNow: () => void) {
  const [state, setState] = useState<ScoutPayment>({ kind: 'processing' })
  const [round, setRound] = useState(0)
  useEffect(() => {
    if (!sessionId) return setState(NO_SESSION)
    let hasLeft = false
    setState({ kind: 'processing' })
    const setUnlessLeft = (next: ScoutPayment) => {
      if (!hasLeft) setState(next)
    }
    askScoutPayment(sessionId).then(
      (isPaid) => setUnlessLeft(isPaid ? { kind: 'published' } : NOT_PAID),
      (error) => setUnlessLeft(error instanceof HttpProblem && error.status < 500 ? NOT_PAID : UNVERIFIED),
    )
    return () => {
      hasLeft = true
    }
  }, [sessionId, round])

  const isPublished = state.kind === 'published'
  useEffect(() => {
    if (!isPublished) return
    syncNow()
    toast(PUBLISHED)
    void celebrate()
  }, [isPublished])
  return { state, askAgain: () => setRound((before) => before + 1) }
}
