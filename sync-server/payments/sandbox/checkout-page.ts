import { escapeHtml } from '#shared/escape-html.ts'
import { cents, formatCents } from '#shared/money.ts'
import type { SandboxCheckout } from './objects.ts'

export type CheckoutPage = {
  checkout: SandboxCheckout
  state: 'open' | 'asks-bank' | 'complete' | 'expired'
  /** Return address of a buyer who has paid. */
  back: string
  problem: string | undefined
}

export function checkoutPage({ checkout, state, back, problem }: CheckoutPage): string {
  const price = formatCents(cents(checkout.amount_total))
  const alert = problem ? `<p class="problem" role="alert">${escapeHtml(problem)}</p>` : ''
  const cancel = `<a class="cancel" href="${escapeHtml(checkout.cancel_url)}">Cancel and go back</a>`
  const parts: Record<CheckoutPage['state'], string> = {
    open: `${alert}${cardForm(price, checkout.custom_text?.submit?.message)}${cancel}`,
    'asks-bank': `${alert}<h2>Your bank asks for your approval</h2>
      <p>This is a test payment: decide how your bank answers.</p>
      <form method="post">
        <button name="step" value="approve">Complete authentication</button>
        <button name="step" value="refuse" class="plain">Fail authentication</button>
      </form>`,
    complete: `<h2>Paid</h2><p>This payment is complete.</p><a class="button" href="${escapeHtml(back)}">Back to Latchkey</a>`,
    expired: `<h2>This page has expired</h2><p>Nothing was charged.</p><a class="button" href="${escapeHtml(checkout.cancel_url)}">Back to Latchkey</a>`,
  }
  return page(`<header>
      <p class="seller">Latchkey</p>
      <h1>${escapeHtml(checkout.line_items.data[0]?.description ?? '')}</h1>
      <p class="price">${price}</p>
    </header>
    <section>${parts[state]}</section>`)
}

export const missingPage = () =>
  page('<header><h1>Payment not found</h1></header><section><p>This page does not exist.</p></section>')

const cardForm = (price: string, notice: string | undefined) => `<form method="post" novalidate>
      <label>Card number<input name="number" inputmode="numeric" autocomplete="cc-number" placeholder="1234 1234 1234 1234" autofocus></label>
      <div class="pair">
        <label>Expiry<input name="expiry" inputmode="numeric" autocomplete="cc-exp" placeholder="MM / YY"></label>
        <label>CVC<input name="cvc" inputmode="numeric" autocomplete="cc-csc" placeholder="CVC"></label>
      </div>
      <button name="step" value="pay">Pay ${price}</button>
      ${notice ? `<p class="words">${escapeHtml(notice)}</p>` : ''}
    </form>`

const page = (body: string) => `<!doctype html>
<html lang="en">
  <head>
    <meta charset="utf-8">
    <meta name="viewport" content="width=device-width, initial-scale=1">
    <meta name="robots" content="noindex">
    <title>Checkout · Latchkey</title>
    <link rel="stylesheet" href="/sandbox/stripe/checkout.css">
  </head>
  <body>
    <header class="mode">Test mode: no real card is charged.</header>
    <main>${body}</main>
  </body>
</html>
`
