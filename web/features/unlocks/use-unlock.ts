import { useEffect, useReducer, useRef } from 'react'
import type { Investor } from '#shared/directory/contract.ts'
import { toast } from '#web/ui/toast.ts'
import { confirmUnlock, isTransient, messageOfFailure, refusalCode, setUpUnlock, type UnlockSetup } from './api.ts'
import { type PaymentOutcome, paymentIntentOf } from './payment.ts'

/**
 * ```
 * offer ──► setting-up ──► pay ◄──► paying ──► confirming ──► done
 *   ▲            │                    (declined: back to pay)    ▲
 *   └────────────┘                    contact arrives by sync ───┘
 * ```
 * The client secret is in this state alone, and goes with it when the dialog closes.
 */
export type UnlockPhase =
  | { step: 'offer'; problem?: string }
  | { step: 'setting-up' }
  | { step: 'pay' | 'paying'; setup: UnlockSetup; problem?: string }
  | { step: 'confirming'; problem?: string }
  | { step: 'done' }

export const UNLOCKED = {
  title: 'Payment Successful',
  description: 'VC contact information unlocked! You now have access to their contact details.',
}
const UNCONFIRMED = {
  title: 'Unlock Confirmation Failed',
  description: 'Payment succeeded but confirmation failed. Please contact support.',
}
const NOT_COMPLETED = 'Payment was not completed successfully'

/** Between the tries to confirm while the server does not answer. The last one repeats. */
const RETRY_MS = [500, 1000, 2000, 4000, 8000]

type Options = {
  investor: Investor
  isUnlocked: boolean
  /** Brings what the server granted onto this device. */
  syncNow: () => void
  onPaid: (paymentIntentId: string) => void
}

export function useUnlock({ investor, isUnlocked, syncNow, onPaid }: Options) {
  const [phase, go] = useReducer((_: UnlockPhase, next: UnlockPhase) => next, { step: 'offer' })
  const closed = useRef(new AbortController())
  useEffect(() => {
    const controller = new AbortController()
    closed.current = controller
    return () => controller.abort()
  }, [])

  // Webhook and sync may be quicker than the confirm call, or outlive it: the contact on the device is what counts.
  useEffect(() => {
    if (!isUnlocked || phase.step === 'done') return
    if (phase.step === 'confirming') toast(UNLOCKED)
    go({ step: 'done' })
  }, [isUnlocked, phase.step])

  async function setUp(email: string | undefined) {
    go({ step: 'setting-up' })
    try {
      go({ step: 'pay', setup: await setUpUnlock(investor, email) })
    } catch (error) {
      if (refusalCode(error) === 'unlocks.already-unlocked') {
        go({ step: 'offer', problem: 'You have unlocked this contact already. Bringing it to this device…' })
        syncNow()
        return
      }
      const description = messageOfFailure(error, 'Failed to setup payment. Please try again.')
      toast({ title: 'Payment Setup Failed', description, variant: 'destructive' })
      go({ step: 'offer', problem: description })
    }
  }

  async function settle(outcome: PaymentOutcome) {
    if (phase.step !== 'pay' && phase.step !== 'paying') return
    const backToPay = (problem: string) => {
      toast({ title: 'Payment Failed', description: problem, variant: 'destructive' })
      go({ ...phase, step: 'pay', problem })
    }
    if (outcome.kind === 'declined') return backToPay(outcome.message)
    const paymentIntentId = paymentIntentOf(phase.setup.clientSecret)
    if (outcome.kind === 'unfinished') {
      const isPaid = await confirmUnlock(paymentIntentId, investor).then(
        () => true,
        () => false,
      )
      if (!isPaid) return backToPay(NOT_COMPLETED)
    }
    onPaid(paymentIntentId)
    go({ step: 'confirming' })
    await confirmUntilAnswered(paymentIntentId)
  }

  /** Asks again for as long as nobody answers. The payment stands whatever happens here: the server reconciles it by itself. */
  async function confirmUntilAnswered(paymentIntentId: string) {
    const { signal } = closed.current
    for (let tries = 0; !signal.aborted; tries++) {
      try {
        await confirmUnlock(paymentIntentId, investor)
        syncNow()
        return
      } catch (error) {
        if (signal.aborted) return
        const isHopeless = !isTransient(error)
        if (isHopeless || tries === RETRY_MS.length) {
          toast({ ...UNCONFIRMED, variant: 'destructive' })
          go({ step: 'confirming', problem: UNCONFIRMED.description })
        }
        if (isHopeless) return
        await pause(RETRY_MS[Math.min(tries, RETRY_MS.length - 1)] ?? 0, signal)
      }
    }
  }

  const start = () => {
    if (phase.step === 'pay') go({ ...phase, step: 'paying', problem: undefined })
  }
  return { phase, setUp, start, settle }
}

/** Waits, or ends early when the dialog closes. */
function pause(ms: number, signal: AbortSignal) {
  return new Promise<void>((done) => {
    const end = () => {
      clearTimeout(timer)
      done()
    }
    const timer = setTimeout(end, ms)
    signal.addEventListener('abort', end, { once: true })
  })
}
