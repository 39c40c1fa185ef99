import { Elysia } from 'elysia'
import { urlOf } from '#server/http/request-url.ts'

/** The service worker. A worker has the policy of its own script file. */
const WORKER = '/sw.js'

type Policy = { publicUrl: string | undefined; isPaymentSandbox: boolean }

/**
 * Security headers of every reply. Scripts, styles and frames come from this origin only, and from Stripe outside the sandbox.
 */
export const securityHeaders = ({ publicUrl, isPaymentSandbox }: Policy) => {
  const isHttps = publicUrl?.startsWith('https:') ?? false
  return new Elysia({ name: 'security-headers' }).onRequest(({ request, set }) => {
    Object.assign(set.headers, {
      'x-content-type-options': 'nosniff',
      'referrer-policy': 'strict-origin-when-cross-origin',
      'permissions-policy': 'camera=(), microphone=(), geolocation=(), usb=(), browsing-topics=()',
      // Wallets open windows from the provider's frame, and send messages to the page that opened them.
      'cross-origin-opener-policy': isPaymentSandbox ? 'same-origin' : 'same-origin-allow-popups',
    })
    if (isHttps) set.headers['strict-transport-security'] = 'max-age=31536000; includeSubDomains'
    const { host, pathname } = urlOf(request)
    set.headers['content-security-policy'] = contentSecurityPolicy(host, isPaymentSandbox, pathname === WORKER)
  })
}

/**
 * The hosts that Stripe.js, Elements and Link load from. Stripe.js starts its frames on varying subdomains, so the bare host
 * alone leaves the card form empty. The map of the Address Element is left out, because no page uses that element.
 *
 * @see https://docs.stripe.com/security/guide#content-security-policy
 */
const STRIPE = {
  script: ['https://js.stripe.com', 'https://*.js.stripe.com'],
  connect: ['https://api.stripe.com'],
  frame: [
    'https://js.stripe.com',
    'https://*.js.stripe.com',
    'https://hooks.stripe.com',
    'https://link.com',
    'https://*.link.com',
  ],
}
const NO_STRIPE: typeof STRIPE = { script: [], connect: [], frame: ["'none'"] }

function contentSecurityPolicy(host: string, isPaymentSandbox: boolean, isWorker: boolean): string {
  const stripe = isPaymentSandbox ? NO_STRIPE : STRIPE
  // A picture that a page loads as an image is loaded by its worker with `fetch`.
  const pictures = isWorker ? ['https:'] : []
  const directives = {
    'default-src': ["'self'"],
    'script-src': ["'self'", ...stripe.script],
    // Pictures of listed investors may come from any host, but only over https.
    'img-src': ["'self'", 'https:', 'data:', 'blob:'],
    // Safari before 15.4 does not count a WebSocket of the same host as 'self'.
    'connect-src': ["'self'", `ws://${host}`, `wss://${host}`, ...stripe.connect, ...pictures],
    'frame-src': stripe.frame,
    'object-src': ["'none'"],
    'base-uri': ["'none'"],
    'form-action': ["'self'"],
    'frame-ancestors': ["'none'"],
  }
  return Object.entries(directives)
    .map(([name, sources]) => `${name} ${sources.join(' ')}`)
    .join('; ')
}
