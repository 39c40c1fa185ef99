/** Result of a card payment as far as the browser can tell; only the server unlocks. */
export type PaymentOutcome =
  | { kind: 'succeeded' }
  /** Declined by the card provider; its message is for the user, if there is one. */
  | { kind: 'declined'; message: string | undefined }
  /** Neither captured nor declined: the bank has not decided yet, or a step is missing. */
  | { kind: 'unfinished' }

export type PaymentFormProps = {
  clientSecret: string
  /** `Pay $25.00` */
  payLabel: string
  isBusy: boolean
  onStart: () => void
  onOutcome: (outcome: PaymentOutcome) => void
}

/** `pi_123` of `pi_123_secret_456`. */
export const paymentIntentOf = (clientSecret: string) => clientSecret.split('_secret_')[0] ?? clientSecret
