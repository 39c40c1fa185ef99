import { useEffect, useRef, useState } from 'react'
import type { PaymentConfirmed } from '#shared/unlocks/contract.ts'
import { isTransient, messageOfFailure, refusalCode } from '#web/payments/failures.ts'
import { toast } from '#web/ui/toast.ts'

export type Confirmation =
  | { kind: 'asking' }
  | { kind: 'confirmed'; payment: PaymentConfirmed }
  | { kind: 'failed'; reason: 'processing' | 'unpaid' | 'unknown' | 'unreachable'; message: string }

/** Asks the server about a payment: once by itself, and again when the person says so. */
export function useConfirmation(confirm: () => Promise<PaymentConfirmed>, mayAsk: boolean) {
  const [state, setState] = useState<Confirmation>({ kind: 'asking' })
  const isAsked = useRef(false)

  const ask = useRef(async () => {})
  ask.current = async () => {
    setState({ kind: 'asking' })
    try {
      setState({ kind: 'confirmed', payment: await confirm() })
    } catch (error) {
      const message = messageOfFailure(error, 'The server could not be reached.')
      toast({ title: 'Error', description: message, variant: 'destructive' })
      setState({ kind: 'failed', reason: reasonOf(error), message })
    }
  }

  useEffect(() => {
    if (!mayAsk || isAsked.current) return
    isAsked.current = true
    void ask.current()
  }, [mayAsk])

  return { state, again: () => void ask.current() }
}

function reasonOf(error: unknown) {
  const code = refusalCode(error)
  if (code === 'payments.processing') return 'processing'
  if (code === 'payments.not-completed') return 'unpaid'
  return isTransient(error) ? 'unreachable' : 'unknown'
}
