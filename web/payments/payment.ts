/** How a card payment ended, as far as the browser can tell; only the server's word unlocks. */
export type PaymentOutcome =
  | { kind: 'succeeded' }
  /** The card provider said no; its sentence is for the person, when it gave one. */
  | { kind: 'declined'; message: string | undefined }
  /** Neither taken nor refused: a bank is still thinking, or a step was left out. */
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
