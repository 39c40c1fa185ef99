import { fileURLToPath } from 'node:url'
import { Elysia } from 'elysia'
import { plainTextBody } from '#server/http/body/raw-text.ts'
import { type CheckoutPage, checkoutPage, missingPage } from './checkout-page.ts'
import { takeCheckout } from './checkouts.ts'
import type { SandboxDeps } from './deps.ts'
import { readForm, type SandboxRequest, withoutNul } from './idempotent-request.ts'
import { findObject } from './object-store.ts'
import type { SandboxCheckout } from './objects.ts'
import { payCheckout, type Step } from './pay-checkout.ts'
import { Fault } from './stripe-error.ts'

const STYLE = fileURLToPath(new URL('checkout.css', import.meta.url))

/** The provider's own page for hosted payments, to the extent that tests need it: it works without JavaScript. */
export const checkoutRoutes = ({ db, now }: SandboxDeps, kick: () => void) => {
  const visit = (id: string, work: (call: SandboxRequest) => Promise<Response>, form = new URLSearchParams()) =>
    db.transaction((tx) => work({ tx, id: withoutNul(id), form, now: now() })).catch(unlessMissing)

  return new Elysia({ name: 'payment-sandbox-checkout', prefix: '/sandbox/stripe' })
    .get('/checkout.css', () => new Response(Bun.file(STYLE), { headers: { 'content-type': 'text/css; charset=utf-8' } }))
    .get('/checkout/:id', ({ params }) => visit(params.id, async (call) => show(call, await takeCheckout(call))))
    .post(
      '/checkout/:id',
      async ({ params, request, body }) => {
        const form = readForm(request, body)
        const reply = await visit(params.id, (call) => take(call, stepOf(form)), cardForm(form))
        kick()
        return reply
      },
      { parse: plainTextBody },
    )
}

async function take(call: SandboxRequest, step: Step): Promise<Response> {
  const before = await takeCheckout(call)
  if (before.status !== 'open') return show(call, before)
  try {
    const { status, body } = await payCheckout(call, step)
    const after = await takeCheckout(call)
    return status === 200 ? show(call, after, undefined, 303) : show(call, after, messageOf(body))
  } catch (error) {
    // An invalid card, such as one without a number. No attempt was made.
    if (error instanceof Fault && error.status !== 404) return show(call, before, error.body.message)
    throw error
  }
}

/** @param paidStatus  303 redirects a buyer who has just paid back to the seller; a later visitor gets a page with the state */
async function show(call: SandboxRequest, checkout: SandboxCheckout, problem?: string, paidStatus = 200): Promise<Response> {
  const back = checkout.success_url.replace('{CHECKOUT_SESSION_ID}', checkout.id)
  if (checkout.status === 'complete' && paidStatus === 303) {
    return new Response(null, { status: 303, headers: { location: back, 'cache-control': 'no-store' } })
  }
  const intent = checkout.payment_intent && (await findObject(call.tx, 'payment_intent', checkout.payment_intent))
  const asksBank = intent !== null && intent !== '' && intent?.status === 'requires_action'
  const state: CheckoutPage['state'] = checkout.status === 'open' ? (asksBank ? 'asks-bank' : 'open') : checkout.status
  return html(checkoutPage({ checkout, state, back, problem }), problem ? 402 : 200)
}

const html = (page: string, status: number) =>
  new Response(page, { status, headers: { 'content-type': 'text/html; charset=utf-8', 'cache-control': 'no-store' } })

function unlessMissing(error: unknown): Response {
  if (error instanceof Fault && error.status === 404) return html(missingPage(), 404)
  throw error
}

const stepOf = (form: URLSearchParams): Step => {
  const step = form.get('step')
  return step === 'approve' || step === 'refuse' ? step : 'pay'
}

const messageOf = (body: Record<string, unknown>) => (body as { error?: { message?: string } }).error?.message

/** The fields of the page, under the names that the provider's script would send. */
function cardForm(form: URLSearchParams): URLSearchParams {
  const [month = '', year = ''] = (form.get('expiry') ?? '').match(/\d{1,2}/g) ?? []
  return new URLSearchParams({
    'payment_method_data[type]': 'card',
    'payment_method_data[card][number]': form.get('number') || '0',
    'payment_method_data[card][exp_month]': month || '0',
    'payment_method_data[card][exp_year]': year || '0',
    'payment_method_data[card][cvc]': form.get('cvc') || '0',
  })
}
