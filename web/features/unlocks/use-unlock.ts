import { useRef } from 'react'
import type { Investor } from '#shared/directory/contract.ts'
import { type PaymentWords, useCardPayment } from '#web/payments/use-card-payment.ts'
import { confirmUnlock, recordWish, setUpUnlock } from './api.ts'

const WORDS: PaymentWords = {
  paid: {
    title: 'Payment Successful',
    description: 'VC contact information unlocked! You now have access to their contact details.',
  },
  setupFailed: 'Failed to setup payment. Please try again.',
  failed: 'Failed to process payment. Please try again.',
  unconfirmed: {
    title: 'Unlock Confirmation Failed',
    description: 'Payment succeeded but confirmation failed. Please contact support.',
  },
  alreadyOwned: 'You already unlocked this contact. Loading it…',
  page: 'Contacts',
}

/** The same for a booking, whose payments have separate messages. */
const WORDS_BOOKING: PaymentWords = {
  ...WORDS,
  paid: { ...WORDS.paid, title: 'Contact Unlocked Successfully!' },
  setupFailed: 'Could not setup payment. Please try again.',
}

type Options = {
  investor: Investor
  /** A booking without a call. */
  isBooking: boolean
  isUnlocked: boolean
  syncNow: () => void
  onPaid: (paymentIntentId: string) => void
}

export function useUnlock({ investor, isBooking, isUnlocked, ...rest }: Options) {
  /** For the receipt, as entered when the payment was created. */
  const receiptEmail = useRef<string>(undefined)
  return useCardPayment({
    ...rest,
    isOwned: isUnlocked,
    open: (email) => {
      receiptEmail.current = email
      return setUpUnlock(investor, email, isBooking)
    },
    confirm: async (paymentIntentId) => {
      await confirmUnlock(paymentIntentId, investor, receiptEmail.current)
      void recordWish(investor, receiptEmail.current).catch(logFailure)
    },
    words: isBooking ? WORDS_BOOKING : WORDS,
  })
}

function logFailure(error: unknown) {
  // biome-ignore lint/suspicious/noConsole: the payment is complete, and the failure has no remedy
  console.warn('Couldn’t save the request after the payment.', error)
}
