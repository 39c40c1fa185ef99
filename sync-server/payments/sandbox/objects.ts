import type { TestCardBehaviour } from './cards.ts'
import type { FaultBody } from './stripe-error.ts'

/** The objects of the sandbox in Stripe's own shapes, to the extent that the product or its tests read them. */
type Base<Kind extends string> = { id: string; object: Kind; created: number; livemode: false }

export type IntentStatus =
  | 'requires_payment_method'
  | 'requires_confirmation'
  | 'requires_action'
  | 'processing'
  | 'requires_capture'
  | 'canceled'
  | 'succeeded'

export type SandboxIntent = Base<'payment_intent'> & {
  amount: number
  amount_received: number
  currency: string
  status: IntentStatus
  client_secret: string
  metadata: Record<string, string>
  description: string | null
  /** These two are absent in intents of older builds. */
  receipt_email?: string | null
  statement_descriptor_suffix?: string | null
  payment_method: string | null
  payment_method_types: string[]
  latest_charge: string | null
  last_payment_error: FaultBody | null
  next_action: { type: 'use_stripe_sdk' } | null
  canceled_at: number | null
  cancellation_reason: string | null
}

/** A page on which one item is paid. The first attempt creates its intent. */
export type SandboxCheckout = Base<'checkout.session'> & {
  mode: 'payment'
  status: 'open' | 'complete' | 'expired'
  payment_status: 'paid' | 'unpaid'
  amount_subtotal: number
  amount_total: number
  currency: string
  line_items: { object: 'list'; data: { description: string; quantity: number; amount_total: number }[]; has_more: false }
  payment_intent: string | null
  payment_method_types: string[]
  /** Copied to its intent. */
  payment_intent_data: {
    metadata: Record<string, string>
    /** Absent in pages of older builds. */
    description?: string | null
    statement_descriptor_suffix?: string | null
  }
  metadata: Record<string, string>
  client_reference_id: string | null
  customer: null
  url: string | null
  /** The seller's text beside the pay button. */
  custom_text: { submit: { message: string } | null }
  success_url: string
  cancel_url: string
  expires_at: number
}

/** Of a card only the data that a receipt may show is stored. */
export type SandboxPaymentMethod = Base<'payment_method'> & {
  type: 'card'
  card: { brand: string; last4: string; exp_month: number; exp_year: number; fingerprint?: string }
  /** What this test card does once it is charged. */
  outcome: TestCardBehaviour
}

export type SandboxCharge = Base<'charge'> & {
  amount: number
  amount_captured: number
  amount_refunded: number
  currency: string
  status: 'succeeded' | 'failed'
  paid: boolean
  captured: boolean
  refunded: boolean
  disputed: boolean
  payment_intent: string
  payment_method: string
  balance_transaction: string | null
  failure_code: string | null
  failure_message: string | null
  /** Absent in charges of older builds. */
  payment_method_details?: { type: 'card'; card: SandboxPaymentMethod['card'] }
  metadata: Record<string, string>
}

export type SandboxRefund = Base<'refund'> & {
  amount: number
  currency: string
  charge: string
  payment_intent: string
  status: 'pending' | 'succeeded' | 'failed' | 'canceled'
  reason: string | null
  balance_transaction: string | null
  metadata: Record<string, string>
}

export type DisputeStatus =
  | 'warning_needs_response'
  | 'warning_closed'
  | 'needs_response'
  | 'under_review'
  | 'appeal_needs_response'
  | 'appeal_under_review'
  | 'prevented'
  | 'won'
  | 'lost'

export type SandboxDispute = Base<'dispute'> & {
  amount: number
  currency: string
  charge: string
  payment_intent: string
  reason: string
  status: DisputeStatus
  is_charge_refundable: boolean
  /** Unix seconds. */
  evidence_details: { due_by: number | null; has_evidence: boolean; past_due: boolean; submission_count: number }
  /** Its movements, including the fee. Absent in disputes of older builds. */
  balance_transactions?: SandboxBalanceTransaction[]
}

export type SandboxFraudWarning = Base<'radar.early_fraud_warning'> & {
  charge: string
  payment_intent: string
  fraud_type: string
  actionable: boolean
}

export type SandboxBalanceTransaction = Base<'balance_transaction'> & {
  amount: number
  fee: number
  net: number
  currency: string
  type: 'charge' | 'refund' | 'adjustment' | 'transfer' | 'payout'
  source: string
  status: 'available'
}

/** The connected account of a payee. */
export type SandboxAccount = Base<'account'> & {
  /** Stripe reports no type for an account that was created with controller properties. */
  type: 'none'
  controller: {
    type: 'application'
    is_controller: true
    fees: { payer: string }
    losses: { payments: string }
    requirement_collection: string
    stripe_dashboard: { type: string }
  }
  country: string
  default_currency: string
  charges_enabled: boolean
  details_submitted: boolean
  payouts_enabled: boolean
  capabilities: { transfers: 'active' | 'inactive' }
  metadata: Record<string, string>
}

/** Its id and its usage are internal to the sandbox: a caller receives only the URL. */
export type SandboxAccountLink = Base<'account_link'> & {
  account: string
  /** Unix seconds. */
  expires_at: number
  is_used: boolean
  return_url: string
  refresh_url: string
  url: string
}

export type SandboxTransfer = Base<'transfer'> & {
  amount: number
  amount_reversed: number
  reversed: boolean
  currency: string
  destination: string
  transfer_group: string | null
  balance_transaction: string
  metadata: Record<string, string>
}

export type SandboxEvent = Base<'event'> & {
  /** The connected account that the event is about. */
  account?: string
  api_version: string
  type: string
  data: { object: unknown }
  pending_webhooks: number
  request: { id: null; idempotency_key: null }
}

export type SandboxObjects = {
  payment_intent: SandboxIntent
  'checkout.session': SandboxCheckout
  payment_method: SandboxPaymentMethod
  charge: SandboxCharge
  refund: SandboxRefund
  dispute: SandboxDispute
  'radar.early_fraud_warning': SandboxFraudWarning
  balance_transaction: SandboxBalanceTransaction
  account: SandboxAccount
  account_link: SandboxAccountLink
  transfer: SandboxTransfer
  event: SandboxEvent
}
export type SandboxKind = keyof SandboxObjects
