import Stripe from 'stripe'
import type { Connect } from './payouts-port.ts'

const groupOf = (lineId: string) => `payout:${lineId}`

/** An account with Stripe's own onboarding and its Express dashboard; the platform bears its losses and fees. */
const CONTROLLER: Stripe.AccountCreateParams.Controller = {
  fees: { payer: 'application' },
  losses: { payments: 'application' },
  requirement_collection: 'stripe',
  stripe_dashboard: { type: 'express' },
}

/** Express accounts and transfers to them, through the Stripe SDK. */
export const stripeConnect = (stripe: Stripe): Connect => ({
  async openAccount(userId, earlier) {
    const params = { controller: CONTROLLER, capabilities: { transfers: { requested: true } }, metadata: { userId } }
    const idempotencyKey = earlier === 0 ? `payee:${userId}` : `payee:${userId}:${earlier}`
    return (await stripe.accounts.create(params, { idempotencyKey })).id
  },

  async openAccountLink(account, backUrl) {
    const { url } = await stripe.accountLinks.create({
      account,
      type: 'account_onboarding',
      return_url: backUrl,
      refresh_url: backUrl,
    })
    return url
  },

  async readAccount(id) {
    try {
      const { details_submitted, payouts_enabled, capabilities } = await stripe.accounts.retrieve(id)
      const canReceive = capabilities?.transfers === 'active'
      return { id, areDetailsSubmitted: details_submitted, arePayoutsEnabled: payouts_enabled && canReceive }
    } catch (error) {
      // For a disconnected account Stripe reports a permission error.
      const isGone = error instanceof Stripe.errors.StripePermissionError || isMissing(error)
      if (isGone) return undefined
      throw error
    }
  },

  async findTransfer(lineId) {
    const { data } = await stripe.transfers.list({ transfer_group: groupOf(lineId), limit: 1 })
    return data[0] && { id: data[0].id }
  },

  async sendTransfer({ lineId, amount, destination, attempt }) {
    try {
      const params = { amount, currency: 'usd', destination, transfer_group: groupOf(lineId), metadata: { lineId } }
      const idempotencyKey = attempt === 0 ? `payout:${lineId}` : `payout:${lineId}:${attempt}`
      const { id } = await stripe.transfers.create(params, { idempotencyKey })
      return { id }
    } catch (error) {
      if (!(error instanceof Stripe.errors.StripeInvalidRequestError)) throw error
      return error.code === 'balance_insufficient' ? { uncovered: error.message } : { refusal: error.message }
    }
  },
})

const isMissing = (error: unknown) =>
  error instanceof Stripe.errors.StripeInvalidRequestError && error.code === 'resource_missing'
