import Stripe from 'stripe'
import { z } from 'zod'
import type { Env } from '#server/env.ts'
import { ACCOUNT_EVENTS, PAYMENT_EVENTS } from '#server/payments/event-types.ts'
import { judgeClock } from './clock.ts'
import { type Finding, ok, problem, warning } from './finding.ts'

export type Reply = { status: number; body: unknown; at: number | undefined }
/** Reads one path of Stripe's API. */
export type ReadStripe = (path: string) => Promise<Reply>

const TIMEOUT_MS = 8000

export const readStripe =
  (secretKey: string, url = 'https://api.stripe.com'): ReadStripe =>
  async (path) => {
    const headers = { authorization: `Bearer ${secretKey}`, 'stripe-version': Stripe.API_VERSION }
    const reply = await fetch(`${url}/v1/${path}`, { headers, signal: AbortSignal.timeout(TIMEOUT_MS), redirect: 'error' })
    const at = Date.parse(reply.headers.get('date') ?? '')
    return { status: reply.status, body: await reply.json(), at: Number.isNaN(at) ? undefined : at }
  }

/** What a restricted key must allow. Reading shows that a right exists, not that it includes writing. */
const RIGHTS: [name: string, path: string][] = [
  ['Payment Intents (write)', 'payment_intents'],
  ['Checkout Sessions (write)', 'checkout/sessions'],
  ['Refunds (write)', 'refunds'],
  ['Charges (read)', 'charges'],
  ['Disputes (read)', 'disputes'],
  ['Balance transactions (read)', 'balance_transactions'],
  ['Events (read)', 'events'],
  ['Radar early fraud warnings (read)', 'radar/early_fraud_warnings'],
]
const RIGHTS_OF_CONNECT: typeof RIGHTS = [
  ['Accounts (write)', 'accounts'],
  ['Transfers (write)', 'transfers'],
]

export async function checkStripeKey(read: ReadStripe, { STRIPE_CONNECT }: Pick<Env, 'STRIPE_CONNECT'>): Promise<Finding[]> {
  const rights = [...RIGHTS, ...(STRIPE_CONNECT ? RIGHTS_OF_CONNECT : [])]
  const replies = await Promise.all(
    rights.map(async ([name, path]) => ({ name, status: (await read(`${path}?limit=1`)).status })),
  )
  if (replies.some(({ status }) => status === 401)) {
    return [problem('Stripe does not accept STRIPE_SECRET_KEY.', 'Set it to a key that is neither expired nor revoked.')]
  }
  const refused = replies.filter(({ status }) => status === 403).map(({ name }) => name)
  if (refused.length > 0)
    return [problem(`STRIPE_SECRET_KEY lacks rights: ${refused.join(', ')}.`, 'Add them to the restricted key.')]
  const failed = replies.find(({ status }) => status >= 400)
  if (failed) return [warning(`Stripe answered ${failed.status} for ${failed.name}.`, 'Run the command again later.')]
  return [ok('Stripe accepts the key for all calls of the server.')]
}

const Account = z.object({ charges_enabled: z.boolean(), default_currency: z.string() })

export async function checkStripeAccount(
  read: ReadStripe,
  { STRIPE_SETTLEMENT_CURRENCY: currency }: Pick<Env, 'STRIPE_SETTLEMENT_CURRENCY'>,
): Promise<Finding[]> {
  const { status, body } = await read('account')
  // A restricted key may lack this right, which the server does not need.
  if (status !== 200) return []
  const account = Account.parse(body)
  const findings: Finding[] = []
  if (!account.charges_enabled) {
    findings.push(problem('The account at Stripe cannot take payments.', "Complete what Stripe's dashboard asks for."))
  }
  if (account.default_currency !== currency) {
    findings.push(
      problem(
        `The account at Stripe settles in ${account.default_currency}, and STRIPE_SETTLEMENT_CURRENCY is ${currency}.`,
        `Set STRIPE_SETTLEMENT_CURRENCY to ${account.default_currency}.`,
      ),
    )
  }
  return findings
}

const TaxSettings = z.object({ status: z.string() })

/** Whether the provider can calculate taxes, where the server asks for them. */
export async function checkStripeTax(
  read: ReadStripe,
  { STRIPE_TAX_COUNTRY: country }: Pick<Env, 'STRIPE_TAX_COUNTRY'>,
): Promise<Finding[]> {
  if (country === undefined) return []
  const { status, body } = await read('tax/settings')
  if (status === 403)
    return [problem('STRIPE_SECRET_KEY lacks the right Tax Calculations and Settings.', 'Add it to the restricted key.')]
  if (status !== 200) return [warning(`Stripe answered ${status} for its tax settings.`, 'Run the command again later.')]
  if (TaxSettings.parse(body).status === 'active') return [ok('Stripe Tax is set up: taxes are added to prices.')]
  return [
    problem(
      'Stripe Tax is not set up, and STRIPE_TAX_COUNTRY is set: no purchase can start.',
      "Complete it in Stripe's dashboard.",
    ),
  ]
}

const Endpoints = z.object({
  data: z.array(
    z.object({ url: z.string(), status: z.string(), enabled_events: z.array(z.string()), api_version: z.string().nullable() }),
  ),
})
type Endpoint = z.output<typeof Endpoints>['data'][number]

/** The endpoint for payments, and with Connect the one for events of connected accounts, at the same address. */
export async function checkWebhooks(
  read: ReadStripe,
  env: Pick<Env, 'PUBLIC_URL' | 'STRIPE_CONNECT' | 'STRIPE_CONNECT_WEBHOOK_SECRET'>,
): Promise<Finding[]> {
  if (!env.PUBLIC_URL) return [warning('The webhook endpoint cannot be checked without PUBLIC_URL.', 'Set PUBLIC_URL.')]
  const { status, body } = await read('webhook_endpoints?limit=100')
  if (status === 403) {
    return [
      warning(
        'The webhook endpoint cannot be checked: the key lacks the right Webhook Endpoints (read).',
        'Add the right, or compare the endpoint with sync-server/OPERATIONS.md, "Stripe".',
      ),
    ]
  }
  if (status !== 200) return [warning(`Stripe answered ${status} for its webhook endpoints.`, 'Run the command again later.')]
  const address = new URL('/api/stripe/webhook', env.PUBLIC_URL).href
  const endpoints = Endpoints.parse(body).data.filter(({ url }) => url === address)
  const findings = judgeEndpoint('payments', endpoints, PAYMENT_EVENTS)
  if (env.STRIPE_CONNECT) {
    findings.push(...judgeEndpoint('connected accounts', endpoints, ACCOUNT_EVENTS))
    if (!env.STRIPE_CONNECT_WEBHOOK_SECRET) {
      findings.push(
        problem('STRIPE_CONNECT_WEBHOOK_SECRET is not set.', 'Set it to the secret of the endpoint for connected accounts.'),
      )
    }
  }
  return findings
}

/** The endpoint with most of the events counts: an account may have several. */
function judgeEndpoint(of: string, endpoints: Endpoint[], events: readonly string[]): Finding[] {
  const missingOf = ({ enabled_events: enabled }: Endpoint) =>
    enabled.includes('*') ? [] : events.filter((type) => !enabled.includes(type))
  const [best] = endpoints
    .map((endpoint) => ({ endpoint, missing: missingOf(endpoint) }))
    .filter(({ missing }) => missing.length < events.length)
    .sort((a, b) => a.missing.length - b.missing.length)
  if (!best) {
    return [
      problem(
        `No webhook endpoint for ${of} has the address of this installation.`,
        'Create it: PUBLIC_URL + /api/stripe/webhook, with the events in sync-server/OPERATIONS.md, "Stripe".',
      ),
    ]
  }
  const findings: Finding[] = []
  const { endpoint, missing } = best
  if (endpoint.status !== 'enabled')
    findings.push(problem(`The webhook endpoint for ${of} is disabled.`, "Enable it in Stripe's dashboard."))
  if (missing.length > 0)
    findings.push(problem(`The webhook endpoint for ${of} lacks events: ${missing.join(', ')}.`, 'Subscribe it to them.'))
  if (endpoint.api_version !== null && endpoint.api_version !== Stripe.API_VERSION) {
    findings.push(
      warning(
        `The webhook endpoint for ${of} has the API version ${endpoint.api_version}.`,
        `Create it again with ${Stripe.API_VERSION}.`,
      ),
    )
  }
  return findings.length > 0 ? findings : [ok(`The webhook endpoint for ${of} has all events.`)]
}

const Events = z.object({ data: z.array(z.unknown()) })
const DAYS = 3

/** Stripe tries for three days. */
export async function checkDeliveries(read: ReadStripe, now: number): Promise<Finding[]> {
  const since = Math.floor(now / 1000) - DAYS * 24 * 60 * 60
  const { status, body } = await read(`events?delivery_success=false&limit=1&created[gte]=${since}`)
  if (status !== 200 || Events.parse(body).data.length === 0) return []
  return [
    warning(
      `Stripe could not deliver some webhooks of the last ${DAYS} days.`,
      "Look at the endpoint in Stripe's dashboard. The server reads such events by itself within the hour.",
    ),
  ]
}

export async function checkStripeClock(read: ReadStripe, now: () => number = Date.now): Promise<Finding[]> {
  const { at } = await read('events?limit=1')
  return at === undefined ? [] : [judgeClock('Stripe', now() - at)]
}
