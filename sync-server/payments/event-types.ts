/**
 * Every event that changes the known state of a payment. The webhook endpoint subscribes to these types, and the provider's list
 * is filtered by them. Stripe accepts at most 20 types in one list call.
 */
export const PAYMENT_EVENTS = [
  'payment_intent.succeeded',
  'payment_intent.processing',
  'payment_intent.payment_failed',
  'payment_intent.canceled',
  'payment_intent.requires_action',
  'checkout.session.completed',
  'checkout.session.async_payment_succeeded',
  'checkout.session.async_payment_failed',
  'checkout.session.expired',
  'charge.updated',
  'charge.refunded',
  'charge.dispute.created',
  'charge.dispute.updated',
  'charge.dispute.closed',
  'charge.dispute.funds_withdrawn',
  'charge.dispute.funds_reinstated',
  'refund.created',
  'refund.updated',
  'refund.failed',
  'radar.early_fraud_warning.created',
] as const

/** Events of connected accounts, sent to a separate endpoint. The event list of the platform account does not contain them. */
export const ACCOUNT_EVENTS = ['account.updated', 'payout.paid', 'payout.failed', 'payout.canceled'] as const

/** The payment has been received. */
export const PAID_EVENTS = ['payment_intent.succeeded', 'checkout.session.completed'] as const
