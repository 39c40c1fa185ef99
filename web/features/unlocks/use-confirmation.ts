import { useEffect, useRef, useState } from 'react'
import { isTransient, messageOfFailure, refusalCode } from '#web/payments/failures.ts'
import { toast } from '#web/ui/toast.ts'
import type { Bought } from './confirm-purchase.ts'

export type Confirmation =
  | { kind: 'asking' }
  | { kind: 'confirmed'; bought: Bought }
  | { kind: 'failed'; reason: Failure; message: string }

/** `returned`: the payment was refunded, `disputed`: a bank is deciding about it, `undelivered`: it is refunded automatically. */
export type Failure = 'processing' | 'unpaid' | 'returned' | 'disputed' | 'undelivered' | 'mismatch' | 'unknown' | 'unreachable'

/** Confirms a payment with the server: once automatically, and again when the user retries. */
export function useConfirmation(confirm: () => Promise<Bought>, mayAsk: boolean) {
  const [state, setState] = useState<Confirmation>({ kind: 'asking' })
  const hasStarted = useRef(false)

  const ask = useRef(async () => {})
  ask.current = async () => {
    setState({ kind: 'asking' })
    try {
      setState({ kind: 'confirmed', bought: await confirm() })
    } catch (error) {
      const message = messageOfFailure(error, 'The server could not be reached.')
      toast({ title: 'Error', description: message, variant: 'destructive' })
      setState({ kind: 'failed', reason: reasonOf(error), message })
    }
  }

  useEffect(() => {
    if (!mayAsk || hasStarted.current) return
    hasStarted.current = true
    void ask.current()
  }, [mayAsk])

  return { state, again: () => void ask.current() }
}

const REASONS: Record<string, Failure> = {
  'payments.processing': 'processing',
  'payments.not-completed': 'unpaid',
  'payments.refunded': 'returned',
  'payments.disputed': 'disputed',
  'payments.mismatch': 'mismatch',
}

function reasonOf(error: unknown): Failure {
  const code = refusalCode(error) ?? ''
  if (REASONS[code]) return REASONS[code]
  // Paid, and rejected afterwards: the server states the reason, and that the payment is refunded.
  if (code.startsWith('unlocks.')) return 'undelivered'
  return isTransient(error) ? 'unreachable' : 'unknown'
}
