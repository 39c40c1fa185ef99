import { useEffect, useReducer, useRef } from 'react'
import { toast } from '#web/ui/toast.ts'
import { isSignedOut, isTransient, messageOfFailure, refusalCode } from './failures.ts'
import type { OpenPayment } from './open-payment.ts'
import { type PaymentOutcome, paymentIntentOf } from './payment.ts'

/**
 * ```
 * offer ──► setting-up ──► pay ◄──► paying ──► confirming ──► done
 *   ▲            │            │       (declined: back to pay)    ▲
 *   └────────────┴────────────┘      purchase arrives by sync ───┘
 * ```
 * The client secret exists only in this state, and is dropped when the dialog closes.
 */
export type PaymentPhase =
  | { step: 'offer'; problem?: string }
  | { step: 'setting-up' }
  | { step: 'pay' | 'paying'; payment: OpenPayment; problem?: string }
  | { step: 'confirming'; problem?: string }
  | { step: 'done' }

type Toast = { title: string; description: string }

/** Texts of this purchase for each case. */
export type PaymentWords = {
  paid: Toast
  /** Used if the server sends no message. */
  setupFailed: string | ((error: unknown) => string)
  /** Used if the card provider sends no message. */
  failed: string
  unconfirmed: Toast
  alreadyOwned: string
  /** The page that shows the purchase: `Contacts`. */
  page: string
}

export const NOT_COMPLETED = 'Payment was not completed successfully'
/** The next try continues with the same payment. */
const UNKNOWN = 'We couldn’t check this payment. If it went through, you are not charged again.'
const ALREADY_HELD = ['unlocks.already-unlocked', 'projects.already-published']

/** Delays between the attempts to confirm while the server does not answer. The last one repeats. */
const RETRY_MS = [500, 1000, 2000, 4000, 8000]

/**
 * From the confirmation to the arrival on this device; after that the dialog can be closed. The sync may have lost its session.
 */
const ARRIVAL_TIMEOUT_MS = 30_000

type Options = {
  /** The purchase is on this device: nothing else counts as success. */
  isOwned: boolean
  /** Requests a payment from the server, with an address for the receipt if there is one. Safe to repeat. */
  open: (email: string | undefined) => Promise<OpenPayment>
  /** Asks the server to check the payment again. Safe to repeat. */
  confirm: (paymentIntentId: string) => Promise<unknown>
  /** Pulls what the server granted to this device. */
  syncNow: () => void
  onPaid: (paymentIntentId: string) => void
  words: PaymentWords
}

/** `done` is final, also if a response arrives later. */
const nextPhase = (phase: PaymentPhase, next: PaymentPhase) => (phase.step === 'done' ? phase : next)

/** A card payment from the first click to the arrival of the purchase on this device, for every kind of purchase. */
export function useCardPayment({ isOwned, open, confirm, syncNow, onPaid, words }: Options) {
  const [phase, go] = useReducer(nextPhase, { step: 'offer' })
  const closed = useRef(new AbortController())
  useEffect(() => {
    const controller = new AbortController()
    closed.current = controller
    return () => controller.abort()
  }, [])

  // Webhook and sync may be faster than the confirm call, or outlast it: the state of the device decides.
  useEffect(() => {
    if (!isOwned || phase.step === 'done') return
    if (phase.step === 'confirming') toast(words.paid)
    go({ step: 'done' })
  }, [isOwned, phase.step, words.paid])

  async function setUp(email: string | undefined) {
    go({ step: 'setting-up' })
    try {
      go({ step: 'pay', payment: await open(email) })
    } catch (error) {
      if (ALREADY_HELD.includes(refusalCode(error) ?? '')) {
        go({ step: 'offer', problem: words.alreadyOwned })
        syncNow()
        return
      }
      const fallback = typeof words.setupFailed === 'string' ? words.setupFailed : words.setupFailed(error)
      const description = messageOfFailure(error, fallback)
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
    if (outcome.kind === 'declined') return backToPay(outcome.message ?? words.failed)
    const paymentIntentId = paymentIntentOf(phase.payment.clientSecret)
    if (outcome.kind === 'unfinished') {
      const { signal } = closed.current
      const problem = await problemOf(paymentIntentId, signal)
      if (signal.aborted) return
      if (problem) return backToPay(problem)
    }
    onPaid(paymentIntentId)
    go({ step: 'confirming' })
    await confirmUntilAnswered(paymentIntentId)
  }

  /** Why a payment that the provider has not completed here is not paid, as the server reports it; `undefined` when it is. */
  async function problemOf(paymentIntentId: string, signal: AbortSignal): Promise<string | undefined> {
    for (const pauseMs of RETRY_MS) {
      try {
        await confirm(paymentIntentId)
        return undefined
      } catch (error) {
        if (!isTransient(error)) return NOT_COMPLETED
        await pause(pauseMs, signal)
        if (signal.aborted) return undefined
      }
    }
    return UNKNOWN
  }

  /** Retries as long as there is no response. The payment is valid in any case: the server reconciles it by itself. */
  async function confirmUntilAnswered(paymentIntentId: string) {
    const { signal } = closed.current
    for (let tries = 0; !signal.aborted; tries++) {
      try {
        await confirm(paymentIntentId)
        syncNow()
        void reportIfLate()
        return
      } catch (error) {
        if (signal.aborted) return
        if (isSignedOut(error)) {
          go({
            step: 'confirming',
            problem: `You’re signed out on this device. Sign in and find it under ${words.page}.`,
          })
          return
        }
        const isHopeless = !isTransient(error)
        if (isHopeless || tries === RETRY_MS.length) {
          toast({ ...words.unconfirmed, variant: 'destructive' })
          go({ step: 'confirming', problem: words.unconfirmed.description })
        }
        if (isHopeless) return
        await pause(RETRY_MS[Math.min(tries, RETRY_MS.length - 1)] ?? 0, signal)
      }
    }
  }

  async function reportIfLate() {
    const { signal } = closed.current
    await pause(ARRIVAL_TIMEOUT_MS, signal)
    if (signal.aborted) return
    go({ step: 'confirming', problem: `Not on this device yet. Find it under ${words.page} later.` })
  }

  const start = () => {
    if (phase.step === 'pay') go({ ...phase, step: 'paying', problem: undefined })
  }
  /** Returns to the state before the payment. Nothing is charged; a new request continues with the same payment. */
  const back = () => {
    if (phase.step === 'pay' || phase.step === 'offer') go({ step: 'offer' })
  }
  return { phase, setUp, start, settle, back }
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
