/**
 * Every event that changes what we know of a payment. The webhook endpoint subscribes to these, and the provider's list is
 * read for these alone. Stripe takes at most 20 types in one list call.
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

/** What connected accounts send, to an endpoint of their own. The list of our own account does not hold them. */
export const ACCOUNT_EVENTS = ['account.updated', 'payout.paid', 'payout.failed', 'payout.canceled'] as const

/** Money has arrived. */
export const PAID_EVENTS = ['payment_intent.succeeded', 'checkout.session.completed'] as const
