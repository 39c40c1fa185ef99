import type { Investor } from '#shared/directory/contract.ts'
import { type PaymentWords, useCardPayment } from '#web/payments/use-card-payment.ts'
import { confirmUnlock, setUpUnlock } from './api.ts'

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
  alreadyHeld: 'You have unlocked this contact already. Bringing it to this device…',
}

/** The same in a booking, whose payments have words of their own. */
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

export const useUnlock = ({ investor, isBooking, isUnlocked, ...rest }: Options) =>
  useCardPayment({
    ...rest,
    isHeld: isUnlocked,
    open: (email) => setUpUnlock(investor, email, isBooking),
    confirm: (paymentIntentId) => confirmUnlock(paymentIntentId, investor),
    words: isBooking ? WORDS_BOOKING : WORDS,
  })
