import { useLiveQuery } from 'dexie-react-hooks'
import { useRef } from 'react'
import type { Investor } from '#shared/directory/contract.ts'
import { usePrivateDb } from '#web/db/tab/databases.ts'
import { type Call, confirmCall, openCall } from '#web/features/bookings/api.ts'
import { Unreachable } from '#web/net/api.ts'
import { refusalCode } from '#web/payments/failures.ts'
import { type PaymentWords, useCardPayment } from '#web/payments/use-card-payment.ts'

const WORDS: PaymentWords = {
  paid: { title: 'Meeting Booked Successfully!', description: 'The call is under Calls. We emailed the invitation.' },
  setupFailed: (error) =>
    error instanceof Unreachable
      ? 'Could not setup payment. Please try again.'
      : 'Failed to initialize payment. Please try again.',
  failed: 'Something went wrong with your payment.',
  unconfirmed: {
    title: 'Booking Confirmation Failed',
    description: 'Payment succeeded but confirmation failed. Please contact support.',
  },
  alreadyOwned: 'This call is already booked. Loading it…',
  page: 'Calls',
}

/** Problem codes after which another slot has to be chosen. */
const HOUR_IS_GONE = ['bookings.slot-taken', 'bookings.not-offered']

type Options = {
  investor: Investor
  /** Of the chosen slot. */
  slotStart: string | undefined
  onHourGone: () => void
  syncNow: () => void
}

/** The payment of a call. It is done when the call is stored on this device. */
export function useBooking({ investor: { id: vcId }, slotStart, onHourGone, syncNow }: Options) {
  const db = usePrivateDb()
  const requestedCall = useRef<Call>(undefined)
  const isHere = useLiveQuery(async () => {
    const calls = await db?.bookings.filter((call) => call.vcId === vcId && call.start === slotStart).toArray()
    return calls?.some(({ role, status }) => role === 'founder' && status === 'confirmed') ?? false
  }, [db, vcId, slotStart])

  const payment = useCardPayment({
    isOwned: isHere ?? false,
    open: async () => {
      try {
        return await openCall(chosen(requestedCall.current))
      } catch (error) {
        if (HOUR_IS_GONE.includes(refusalCode(error) ?? '')) onHourGone()
        throw error
      }
    },
    confirm: (paymentIntentId) => confirmCall(paymentIntentId, chosen(requestedCall.current)),
    syncNow,
    onPaid: () => undefined,
    words: WORDS,
  })
  const book = (call: Call) => {
    requestedCall.current = call
    return payment.setUp(call.details.email)
  }
  return { ...payment, book }
}

function chosen(call: Call | undefined): Call {
  if (!call) throw new Error('Nothing is chosen to be booked')
  return call
}
