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

/** The same where a contact is taken in place of a call. */
const WORDS_INSTEAD: PaymentWords = {
  ...WORDS,
  paid: { ...WORDS.paid, title: 'Contact Unlocked Successfully!' },
  setupFailed: 'Could not setup payment. Please try again.',
}

type Options = {
  investor: Investor
  /** Taken in place of a call. */
  isInstead: boolean
  isUnlocked: boolean
  syncNow: () => void
  onPaid: (paymentIntentId: string) => void
}

export const useUnlock = ({ investor, isInstead, isUnlocked, ...rest }: Options) =>
  useCardPayment({
    ...rest,
    isHeld: isUnlocked,
    open: (email) => setUpUnlock(investor, email, isInstead),
    confirm: (paymentIntentId) => confirmUnlock(paymentIntentId, investor),
    words: isInstead ? WORDS_INSTEAD : WORDS,
  })
