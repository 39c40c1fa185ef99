import Stripe from 'stripe'
import { z } from 'zod'
import type { OrderId } from '#shared/ids.ts'
import { cents } from '#shared/money.ts'
import { WITHDRAWAL_WORDS } from '#shared/orders/withdrawal.ts'
import { Problem } from '#shared/problem.ts'
import type {
  BalanceTransaction,
  Checkout,
  DisputeCase,
  Fee,
  Intent,
  ObjectKind,
  PaymentEvent,
  Payments,
  Refund,
} from './payments-port.ts'
import { stripeConnect } from './stripe-payouts.ts'
import { stripeTax } from './stripe-tax.ts'

const WEBHOOK_TOLERANCE_SECONDS = 300
/** Methods that settle immediately or not at all. The SDK's API version has no `payment_method_types` in a request any more. */
const CARD = 'card' as const
const SANDBOX_PATH = '/sandbox/stripe'

export type StripeOptions = {
  secretKey: string
  webhookSecret: string | undefined
  /** Secret of the endpoint for events of connected accounts: Stripe signs it with a separate secret. */
  connectWebhookSecret?: string | undefined
  /**
   * The id of this installation, which is stored in the metadata of its payments. Several installations may share one account at
   * Stripe, and each ignores the payments of the others. A payment without an id belongs to this installation.
   */
  installation?: (() => Promise<string>) | undefined
  /**
   * The address of the sandbox, when payments are not real. Read at each call, because the port is known only after listening.
   */
  sandboxUrl?: () => string | undefined
}

/** Payments through the Stripe SDK, against Stripe or the sandbox. */
export function createStripePayments({
  secretKey,
  webhookSecret,
  connectWebhookSecret,
  installation,
  sandboxUrl,
}: StripeOptions): Payments {
  const stripe = new Stripe(secretKey, {
    maxNetworkRetries: 3,
    timeout: 20_000,
    telemetry: false,
    ...(sandboxUrl && { httpClient: Stripe.createFetchHttpClient(fetchFrom(sandboxUrl)) }),
  })

  const metadataOf = async (orderId: OrderId): Promise<Record<string, string>> => ({
    orderId,
    ...(installation && { installation: await installation() }),
  })
  const isOfOther = async (metadata: Stripe.Metadata | null): Promise<boolean> =>
    installation !== undefined && metadata?.installation !== undefined && metadata.installation !== (await installation())
  const orderOf = async (metadata: Stripe.Metadata | null): Promise<OrderId | undefined> =>
    (await isOfOther(metadata)) ? undefined : (metadata?.orderId as OrderId | undefined)

  const presentIntent = async (intent: Stripe.PaymentIntent): Promise<Intent> => {
    const charge = typeof intent.latest_charge === 'object' ? intent.latest_charge : null
    const disputes = charge?.disputed ? await listDisputes(intent.id) : []
    const cases = disputes.map(presentCase)
    return {
      id: intent.id,
      clientSecret: clientSecretOf(intent),
      status: IntentStatus.parse(intent.status),
      amount: cents(intent.amount),
      amountReceived: cents(intent.amount_received),
      currency: intent.currency,
      livemode: intent.livemode,
      orderId: await orderOf(intent.metadata),
      isForeign: await isOfOther(intent.metadata),
      hasFailed: intent.last_payment_error !== null,
      cardFingerprint: fingerprintOf(intent, charge),
      refunds: charge ? await refundsOf(charge, intent.id) : [],
      cases,
      fees: feesOf(charge, disputes),
    }
  }

  const presentCheckout = async (session: Stripe.Checkout.Session): Promise<Checkout> => ({
    id: session.id,
    url: session.url ?? undefined,
    isOpen: session.status === 'open',
    piId: (typeof session.payment_intent === 'string' ? session.payment_intent : session.payment_intent?.id) ?? undefined,
    orderId: await orderOf(session.metadata),
  })

  /** Reads all refunds, because the charge's own fields do not distinguish a failed refund from none. */
  const refundsOf = async ({ refunds }: Stripe.Charge, intentId: string): Promise<Refund[]> => {
    if (refunds && !refunds.has_more) return refunds.data.map(presentRefund)
    const found: Refund[] = []
    for await (const refund of stripe.refunds.list({ payment_intent: intentId, limit: 100 })) found.push(presentRefund(refund))
    return found
  }

  const listDisputes = async (intentId: string) => (await stripe.disputes.list({ payment_intent: intentId, limit: 100 })).data

  return {
    ...stripeConnect(stripe),
    ...stripeTax(stripe),

    async openIntent({ orderId, attempt, amount, description, receiptEmail, descriptorSuffix }) {
      try {
        const metadata = await metadataOf(orderId)
        const idempotencyKey = `order:${orderId}:${attempt}`
        const texts = {
          statement_descriptor_suffix: descriptorSuffix,
          ...(receiptEmail !== undefined && { receipt_email: receiptEmail }),
        }
        const opened = await withoutRefused(texts, (accepted) =>
          stripe.paymentIntents.create(
            { amount, currency: 'usd', allowed_payment_method_types: [CARD], description, ...accepted, metadata },
            { idempotencyKey },
          ),
        )
        return await presentIntent(opened)
      } catch (error) {
        if (error instanceof Stripe.errors.StripeIdempotencyError) return 'key-taken'
        throw error
      }
    },

    async openCheckout({ orderId, attempt, amount, title, note, description, descriptorSuffix, successUrl, cancelUrl }) {
      const metadata = await metadataOf(orderId)
      try {
        const opened = await withoutRefused({ statement_descriptor_suffix: descriptorSuffix }, (accepted) =>
          stripe.checkout.sessions.create(
            {
              mode: 'payment',
              allowed_payment_method_types: [CARD],
              line_items: [
                {
                  quantity: 1,
                  price_data: {
                    currency: 'usd',
                    unit_amount: amount,
                    product_data: { name: title, ...(note && { description: note }) },
                  },
                },
              ],
              success_url: successUrl,
              cancel_url: cancelUrl,
              custom_text: { submit: { message: WITHDRAWAL_WORDS } },
              metadata,
              payment_intent_data: { description, ...accepted, metadata },
            },
            { idempotencyKey: `order:${orderId}:${attempt}` },
          ),
        )
        return await presentCheckout(opened)
      } catch (error) {
        if (error instanceof Stripe.errors.StripeIdempotencyError) return 'key-taken'
        throw error
      }
    },
    async readCheckout(id) {
      try {
        return await presentCheckout(await stripe.checkout.sessions.retrieve(id))
      } catch (error) {
        if (isRefusal(error, 'resource_missing')) return undefined
        throw error
      }
    },
    async closeCheckout(id) {
      try {
        // As with a cancellation: no idempotency key, which would repeat a refusal.
        await stripe.checkout.sessions.expire(id)
        return true
      } catch (error) {
        // Stripe has no code for "only open sessions can be expired": an earlier call or its expiry time may have expired this
        // one.
        if (!(error instanceof Stripe.errors.StripeInvalidRequestError)) throw error
        return (await stripe.checkout.sessions.retrieve(id)).status === 'expired'
      }
    },
    async readIntent(id) {
      try {
        const expand = ['latest_charge.refunds', 'latest_charge.balance_transaction']
        return await presentIntent(await stripe.paymentIntents.retrieve(id, { expand }))
      } catch (error) {
        if (isRefusal(error, 'resource_missing')) return undefined
        throw error
      }
    },

    async findChargedIntent(chargeId) {
      try {
        const { payment_intent } = await stripe.charges.retrieve(chargeId)
        return (typeof payment_intent === 'string' ? payment_intent : payment_intent?.id) ?? undefined
      } catch (error) {
        if (isRefusal(error, 'resource_missing')) return undefined
        throw error
      }
    },

    async cancelIntent(id) {
      try {
        // Cancelling twice has no further effect. An idempotency key would repeat the refusal of a payment that was processing
        // for a day.
        await stripe.paymentIntents.cancel(id)
        return true
      } catch (error) {
        // A payment that was cancelled before counts as cancelled: the reply to an earlier call may have been lost.
        if (isRefusal(error, 'payment_intent_unexpected_state')) return isCancelled(error)
        throw error
      }
    },

    async refundIntent(id, key) {
      try {
        await stripe.refunds.create({ payment_intent: id }, { idempotencyKey: key })
        return true
      } catch (error) {
        if (isRefusal(error, 'charge_already_refunded', 'charge_disputed', 'refund_disputed_payment')) return false
        throw error
      }
    },

    async listFraudWarnings(intentId) {
      const { data } = await stripe.radar.earlyFraudWarnings.list({ payment_intent: intentId, limit: 100 })
      return data.map(({ id, fraud_type, created }) => ({ id, fraudType: fraud_type, warnedAt: new Date(created * 1000) }))
    },

    async *listEvents(since, { types, isUndelivered = false }) {
      const made: PaymentEvent[] = []
      const unreadable: unknown[] = []
      const created = { gte: Math.floor(since.getTime() / 1000) }
      const undelivered = isUndelivered && { delivery_success: false }
      const newestFirst = stripe.events.list({ created, limit: 100, types: [...types], ...undelivered })
      for await (const event of newestFirst) {
        try {
          made.push(readEvent(event))
        } catch (error) {
          unreadable.push(error)
        }
      }
      yield* made.reverse()
      if (unreadable.length > 0) throw new Error(`${unreadable.length} events cannot be read`, { cause: unreadable[0] })
    },

    async *listMovements(since) {
      const made: BalanceTransaction[] = []
      const created = { gte: Math.max(0, Math.floor(since.getTime() / 1000)) }
      const newestFirst = stripe.balanceTransactions.list({ created, limit: 100, expand: ['data.source'] })
      for await (const movement of newestFirst) made.push(presentMovement(movement))
      yield* made.reverse()
    },

    async readWebhook(body, signature) {
      if (!webhookSecret) throw new Problem('not-found')
      // The SDK reports an empty signature as a programming error.
      if (!/\bv1=[0-9a-f]{64}\b/.test(signature)) throw new Problem('payments.bad-signature')
      try {
        return readEvent(await openSigned(body, signature, [webhookSecret, connectWebhookSecret]))
      } catch (error) {
        // Not JSON, not an event, or not signed: it is not from the provider.
        const isForeign = error instanceof Stripe.errors.StripeSignatureVerificationError || error instanceof SyntaxError
        if (isForeign || error instanceof z.ZodError) throw new Problem('payments.bad-signature')
        throw error
      }
    },
  }
}

/** Verifies against the secret of each endpoint. */
async function openSigned(body: string, signature: string, secrets: (string | undefined)[]): Promise<unknown> {
  const [secret = '', ...others] = secrets.filter((one) => one !== undefined)
  try {
    return await Stripe.webhooks.constructEventAsync(body, signature, secret, WEBHOOK_TOLERANCE_SECONDS)
  } catch (error) {
    if (others.length === 0 || !(error instanceof Stripe.errors.StripeSignatureVerificationError)) throw error
    return openSigned(body, signature, others)
  }
}

function presentRefund({ id, amount, status }: Stripe.Refund): Refund {
  if (status === 'failed' || status === 'canceled') return { id, amount: cents(amount), status: 'failed' }
  return { id, amount: cents(amount), status: status === 'succeeded' ? 'succeeded' : 'pending' }
}

const fingerprintOf = ({ last_payment_error }: Stripe.PaymentIntent, charge: Stripe.Charge | null): string | undefined =>
  (charge?.paid ? charge.payment_method_details?.card : last_payment_error?.payment_method?.card)?.fingerprint ?? undefined

function caseStatus(status: string): DisputeCase['status'] {
  if (status === 'warning_closed') return 'closed'
  if (status.startsWith('warning_')) return 'inquiry'
  if (status.startsWith('appeal_')) return 'appealed'
  return status === 'won' || status === 'lost' || status === 'prevented' ? status : 'open'
}

/**
 * A lost dispute has taken the amount it moved, also during an appeal: a part may have been returned. So has a prevented one,
 * whose refund is a refund. A won dispute has taken nothing, although its money may be returned a moment later.
 */
function takenBy(dispute: Stripe.Dispute): number {
  const known = caseStatus(dispute.status)
  if (known !== 'lost' && known !== 'appealed' && known !== 'prevented') return 0
  // Without its balance transactions a lost dispute counts in full.
  if (known !== 'prevented' && (dispute.balance_transactions ?? []).length === 0) return dispute.amount
  return Math.max(0, movedBy(dispute))
}

/** The amount that a dispute has moved so far, in its own currency; negative when more was returned. */
const movedBy = ({ amount, currency, balance_transactions }: Stripe.Dispute): number =>
  -(balance_transactions ?? []).reduce(
    (sum, one) => sum + (one.currency === currency ? one.amount : convertedBack(one, amount)),
    0,
  )

/**
 * In the currency of the payment. A difference that rounding explains counts as the whole amount; without an exchange rate the
 * whole amount is assumed.
 */
function convertedBack({ amount, exchange_rate }: Stripe.BalanceTransaction, whole: number): number {
  const all = Math.sign(amount) * whole
  if (!exchange_rate) return all
  const part = Math.round(amount / exchange_rate)
  return Math.abs(part - all) <= 1 / exchange_rate ? all : part
}

/** An unknown state must throw: guessing it could grant access without payment. */
const IntentStatus = z.enum([
  'requires_payment_method',
  'requires_confirmation',
  'requires_action',
  'processing',
  'requires_capture',
  'canceled',
  'succeeded',
])

const Event = z.object({
  id: z.string().min(1).max(255),
  type: z.string().min(1).max(255),
  livemode: z.boolean(),
  /** The connected account that the event is about. */
  account: z.string().min(1).max(255).optional(),
  data: z.object({
    object: z.object({ id: z.string().optional(), object: z.string(), payment_intent: z.string().nullish() }),
  }),
})

function readEvent(event: unknown): PaymentEvent {
  const { id, type, livemode, account, data } = Event.parse(event)
  const { object } = data
  const of = (objectKind: ObjectKind, objectId: string | null | undefined): PaymentEvent =>
    objectId ? { id, type, livemode, objectId, objectKind } : { id, type, livemode, objectId: undefined, objectKind: undefined }
  // An event of a connected account triggers a read of the account.
  if (account !== undefined || object.object === 'account') return of('account', account ?? object.id)
  if (object.object === 'checkout.session') return of('checkout', object.id)
  return of('intent', object.object === 'payment_intent' ? object.id : object.payment_intent)
}

const presentCase = (dispute: Stripe.Dispute): DisputeCase => ({
  id: dispute.id,
  status: caseStatus(dispute.status),
  reason: dispute.reason,
  amount: cents(dispute.amount),
  taken: cents(takenBy(dispute)),
  moved: cents(movedBy(dispute) || 0),
  openedAt: new Date(dispute.created * 1000),
  dueAt: dispute.evidence_details.due_by ? new Date(dispute.evidence_details.due_by * 1000) : undefined,
})

function presentMovement(movement: Stripe.BalanceTransaction): BalanceTransaction {
  const { id, type, amount, fee, currency, exchange_rate, source, created } = movement
  const about = typeof source === 'object' && source !== null ? source : undefined
  const intent = about && 'payment_intent' in about ? about.payment_intent : undefined
  return {
    id,
    type,
    amount: cents(amount),
    fee: cents(fee),
    currency,
    exchangeRate: exchange_rate ?? undefined,
    sourceId: about?.id ?? (typeof source === 'string' ? source : undefined),
    piId: (typeof intent === 'string' ? intent : intent?.id) ?? undefined,
    at: new Date(created * 1000),
  }
}

/** The fees of the charge itself, and of each balance transaction of a dispute. */
function feesOf(charge: Stripe.Charge | null, disputes: Stripe.Dispute[]): Fee[] {
  const own = typeof charge?.balance_transaction === 'object' ? charge.balance_transaction : null
  const moved = [...(own ? [own] : []), ...disputes.flatMap((dispute) => dispute.balance_transactions ?? [])]
  return moved.filter(({ fee }) => fee !== 0).map(({ id, fee, currency }) => ({ id, amount: cents(fee), currency }))
}

function clientSecretOf(intent: Stripe.PaymentIntent): string {
  if (!intent.client_secret) throw new Problem('payments.setup-failed')
  return intent.client_secret
}

const isRefusal = (error: unknown, ...codes: string[]) =>
  error instanceof Stripe.errors.StripeInvalidRequestError && codes.includes(error.code ?? '')

type OptionalTexts = { receipt_email?: string; statement_descriptor_suffix?: string }

/**
 * Creates a payment with the texts that Stripe accepts: one that it rejects must not prevent a payment. A request that fails
 * validation does not consume its idempotency key.
 */
async function withoutRefused<Made>(texts: OptionalTexts, create: (accepted: OptionalTexts) => Promise<Made>): Promise<Made> {
  try {
    return await create(texts)
  } catch (error) {
    const refused = refusedText(error)
    if (!refused || texts[refused] === undefined) throw error
    const { [refused]: _, ...others } = texts
    return withoutRefused(others, create)
  }
}

function refusedText(error: unknown): keyof OptionalTexts | undefined {
  if (isRefusal(error, 'email_invalid')) return 'receipt_email'
  const param = error instanceof Stripe.errors.StripeInvalidRequestError ? error.param : undefined
  return param?.includes('statement_descriptor') ? 'statement_descriptor_suffix' : undefined
}

const isCancelled = (error: unknown) =>
  error instanceof Stripe.errors.StripeInvalidRequestError && error.payment_intent?.status === 'canceled'

/** Sends requests for Stripe's own addresses to the sandbox. */
const fetchFrom = (sandboxUrl: () => string | undefined) =>
  Object.assign(
    (input: string | URL | Request, init?: RequestInit) => {
      const url = sandboxUrl()
      if (!url) throw new Error('The payment sandbox is not listening yet')
      const { pathname, search } = new URL(input instanceof Request ? input.url : input)
      return fetch(`${url}${SANDBOX_PATH}${pathname}${search}`, init)
    },
    { preconnect: fetch.preconnect },
  )
