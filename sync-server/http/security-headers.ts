import { Elysia } from 'elysia'
import { urlOf } from './request-url.ts'

/** The service worker, whose policy travels with its own file. */
const WORKER = '/sw.js'

type Policy = { publicUrl: string | undefined; isPaymentSandbox: boolean }

/** What a browser may do with every reply of ours; no script, style or frame comes from elsewhere, but Stripe's when money is real. */
export const securityHeaders = ({ publicUrl, isPaymentSandbox }: Policy) => {
  const isHttps = publicUrl?.startsWith('https:') ?? false
  return new Elysia({ name: 'security-headers' }).onRequest(({ request, set }) => {
    Object.assign(set.headers, {
      'x-content-type-options': 'nosniff',
      'referrer-policy': 'strict-origin-when-cross-origin',
      'permissions-policy': 'camera=(), microphone=(), geolocation=(), usb=(), browsing-topics=()',
      'cross-origin-opener-policy': 'same-origin',
    })
    if (isHttps) set.headers['strict-transport-security'] = 'max-age=31536000; includeSubDomains'
    const { host, pathname } = urlOf(request)
    set.headers['content-security-policy'] = contentSecurityPolicy(host, isPaymentSandbox, pathname === WORKER)
  })
}

function contentSecurityPolicy(host: string, isPaymentSandbox: boolean, isWorker: boolean): string {
  const stripe = (...hosts: string[]) => (isPaymentSandbox ? [] : hosts.map((name) => `https://${name}.stripe.com`))
  // What a page loads as a picture its worker loads as a fetch.
  const pictures = isWorker ? ['https:'] : []
  const directives = {
    'default-src': ["'self'"],
    'script-src': ["'self'", ...stripe('js')],
    // Pictures of listed investors come from anywhere, and from nowhere in the clear.
    'img-src': ["'self'", 'https:', 'data:', 'blob:'],
    // Safari before 15.4 does not count a WebSocket of the same host as 'self'.
    'connect-src': ["'self'", `ws://${host}`, `wss://${host}`, ...stripe('api'), ...pictures],
    'frame-src': isPaymentSandbox ? ["'none'"] : stripe('js', 'hooks'),
    'object-src': ["'none'"],
    'base-uri': ["'none'"],
    'form-action': ["'self'"],
    'frame-ancestors': ["'none'"],
  }
  return Object.entries(directives)
    .map(([name, sources]) => `${name} ${sources.join(' ')}`)
    .join('; ')
}
