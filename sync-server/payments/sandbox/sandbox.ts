import { Elysia } from 'elysia'
import { newId } from '#server/database/new-id.ts'
import { plainTextBody } from '#server/http/body/raw-text.ts'
import type { JobHandlers } from '#server/jobs/queue.ts'
import { DISPUTE_JOB, WARNING_JOB } from './charges.ts'
import { checkoutRoutes } from './checkout-routes.ts'
import { createCheckout, expireCheckout, retrieveCheckout } from './checkouts.ts'
import { createAccount, createAccountLink, createTransfer } from './connect.ts'
import { createDeliveries } from './deliveries.ts'
import type { SandboxDeps } from './deps.ts'
import { closeDispute, openDispute, warnOfFraud } from './disputes.ts'
import { type Action, readForm, runOnce, type SandboxRequest, withoutNul } from './idempotent-request.ts'
import { authenticateIntent, cancelIntent, confirmIntent, createIntent, retrieveIntent } from './intents.ts'
import { list, retrieve } from './lists.ts'
import { onboardingRoutes } from './onboarding-routes.ts'
import { BOUNCE_JOB, bounceRefund, createRefund } from './refunds.ts'
import { Fault, invalidRequest } from './stripe-error.ts'
import { createCalculation } from './tax.ts'

/** Callers: the server with the secret key, or also a browser that knows the client secret of one intent. */
type Access = 'server' | 'browser'

/**
 * A small Stripe: the same calls, shapes, errors and signed webhooks, with its state in the product's database. The real SDK uses
 * it as it would use Stripe.
 */
export function createSandbox(deps: SandboxDeps) {
  const { db, now, secretKey } = deps
  const deliveries = createDeliveries(deps)

  const answer =
    (access: Access, action: Action) =>
    async ({ request, params, body: text }: { request: Request; params?: { id?: string }; body: unknown }) => {
      const headers = { 'request-id': newId('req'), 'cache-control': 'no-store' }
      try {
        const form = readForm(request, text)
        authorise(request, form, access, secretKey)
        const call: Omit<SandboxRequest, 'tx'> = { id: withoutNul(params?.id ?? ''), form, now: now() }
        const { status, body } = await runOnce(db, request, call, action)
        deliveries.kick()
        return Response.json(body, { status, headers })
      } catch (error) {
        if (!(error instanceof Fault)) throw error
        return Response.json({ error: error.body }, { status: error.status, headers })
      }
    }

  const raw = { parse: plainTextBody }
  const calls = new Elysia({ name: 'payment-sandbox-calls', prefix: '/sandbox/stripe/v1' })
    .post('/payment_intents', answer('server', createIntent), raw)
    .get('/payment_intents/:id', answer('browser', retrieveIntent), raw)
    .post('/payment_intents/:id/confirm', answer('browser', confirmIntent), raw)
    .post('/payment_intents/:id/authenticate', answer('browser', authenticateIntent), raw)
    .post('/payment_intents/:id/cancel', answer('server', cancelIntent), raw)
    .get('/payment_intents', answer('server', list('payment_intent', 'payment_intents')), raw)
    .get('/charges/:id', answer('server', retrieve('charge')), raw)
    .get('/charges', answer('server', list('charge', 'charges', ['payment_intent'])), raw)
    .post('/checkout/sessions', answer('server', createCheckout), raw)
    .get('/checkout/sessions/:id', answer('server', retrieveCheckout), raw)
    .post('/checkout/sessions/:id/expire', answer('server', expireCheckout), raw)
    .get('/checkout/sessions', answer('server', list('checkout.session', 'checkout/sessions', ['payment_intent'])), raw)
    .post('/refunds', answer('server', createRefund), raw)
    .get('/refunds/:id', answer('server', retrieve('refund')), raw)
    .get('/refunds', answer('server', list('refund', 'refunds', ['payment_intent', 'charge'])), raw)
    .post('/tax/calculations', answer('server', createCalculation), raw)
    .post('/disputes/:id/close', answer('server', closeDispute), raw)
    .get('/disputes/:id', answer('server', retrieve('dispute')), raw)
    .get('/disputes', answer('server', list('dispute', 'disputes', ['payment_intent', 'charge'])), raw)
    .get(
      '/radar/early_fraud_warnings',
      answer('server', list('radar.early_fraud_warning', 'radar/early_fraud_warnings', ['payment_intent', 'charge'])),
      raw,
    )
    .post('/accounts', answer('server', createAccount), raw)
    .get('/accounts/:id', answer('server', retrieve('account')), raw)
    .post('/account_links', answer('server', createAccountLink), raw)
    .post('/transfers', answer('server', createTransfer), raw)
    .get('/transfers/:id', answer('server', retrieve('transfer')), raw)
    .get('/transfers', answer('server', list('transfer', 'transfers', ['transfer_group', 'destination'])), raw)
    .get('/events/:id', answer('server', retrieve('event')), raw)
    .get('/events', answer('server', list('event', 'events', ['type'])), raw)
    .get('/balance_transactions', answer('server', list('balance_transaction', 'balance_transactions', ['type', 'source'])), raw)

  const routes = new Elysia({ name: 'payment-sandbox' })
    .use(calls)
    .use(checkoutRoutes(deps, deliveries.kick))
    .use(onboardingRoutes(deps, deliveries.kick))

  const handlers: JobHandlers = {
    [DISPUTE_JOB]: async (payload) => {
      const { chargeId, isInquiry } = payload as { chargeId: string; isInquiry?: boolean }
      await db.transaction((tx) => openDispute(tx, chargeId, now(), isInquiry))
      deliveries.kick()
    },
    [WARNING_JOB]: async (payload) => {
      const { chargeId } = payload as { chargeId: string }
      await db.transaction((tx) => warnOfFraud(tx, chargeId, now()))
      deliveries.kick()
    },
    [BOUNCE_JOB]: async (payload) => {
      const { refundId } = payload as { refundId: string }
      await db.transaction((tx) => bounceRefund(tx, refundId, now()))
      deliveries.kick()
    },
  }
  return { routes, handlers, start: deliveries.start, stop: deliveries.stop }
}

function authorise(request: Request, form: URLSearchParams, access: Access, secretKey: string) {
  const authorization = request.headers.get('authorization')
  if (authorization === `Bearer ${secretKey}`) return
  if (access === 'browser' && form.get('client_secret')) return
  if (access === 'browser' && authorization === null) {
    throw invalidRequest('Missing required param: client_secret.', { code: 'parameter_missing', param: 'client_secret' })
  }
  throw new Fault(401, {
    type: 'invalid_request_error',
    message: authorization === null ? 'You did not provide an API key.' : 'Invalid API Key provided.',
  })
}
