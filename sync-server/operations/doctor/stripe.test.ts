import { afterAll, describe, expect, test } from 'vitest'
import { ACCOUNT_EVENTS, PAYMENT_EVENTS } from '#server/payments/event-types.ts'
import { type StripeAccount, startStripeAccount } from '#tests/support/stand-ins/stripe-account.ts'
import {
  checkDeliveries,
  checkStripeAccount,
  checkStripeClock,
  checkStripeKey,
  checkStripeTax,
  checkWebhooks,
  readStripe,
} from './stripe.ts'

const { url, state, stop } = startStripeAccount()
afterAll(stop)
const read = readStripe('sk_test_key', url)

const initial = structuredClone(state)
const given = (change: Partial<StripeAccount>) => Object.assign(state, structuredClone(initial), change)

const env = { STRIPE_CONNECT: false, STRIPE_CONNECT_WEBHOOK_SECRET: undefined, PUBLIC_URL: 'https://latchkey.example' }
const withConnect = { ...env, STRIPE_CONNECT: true, STRIPE_CONNECT_WEBHOOK_SECRET: 'whsec_connect' }
const endpoint = (change: Partial<StripeAccount['endpoints'][number]> = {}) => ({
  url: 'https://latchkey.example/api/stripe/webhook',
  status: 'enabled',
  enabled_events: [...PAYMENT_EVENTS] as string[],
  api_version: '2026-10-28.endive',
  ...change,
})

describe('the key', () => {
  test('of an account that allows everything is accepted', async () => {
    given({})
    expect(await checkStripeKey(read, withConnect)).toMatchObject([{ status: 'ok' }])
  })

  test('that Stripe does not know is a problem, named once', async () => {
    given({ isKeyValid: false })
    expect(await checkStripeKey(read, env)).toMatchObject([
      { status: 'problem', text: expect.stringContaining('does not accept') },
    ])
  })

  test.each([
    ['payment_intents', 'Payment Intents (write)'],
    ['checkout/sessions', 'Checkout Sessions (write)'],
    ['refunds', 'Refunds (write)'],
    ['charges', 'Charges (read)'],
    ['disputes', 'Disputes (read)'],
    ['balance_transactions', 'Balance transactions (read)'],
    ['events', 'Events (read)'],
    ['radar/early_fraud_warnings', 'Radar early fraud warnings (read)'],
  ])('that may not read %s lacks the right "%s"', async (path, right) => {
    given({ refused: [path] })
    expect(await checkStripeKey(read, env)).toMatchObject([{ status: 'problem', text: expect.stringContaining(right) }])
  })

  test('needs rights to accounts and transfers with Connect only', async () => {
    given({ refused: ['accounts', 'transfers'] })
    expect(await checkStripeKey(read, env)).toMatchObject([{ status: 'ok' }])
    expect(await checkStripeKey(read, withConnect)).toMatchObject([
      { text: expect.stringContaining('Accounts (write), Transfers (write)') },
    ])
  })
})

describe('the account', () => {
  test.each<[what: string, change: Partial<StripeAccount['account']>, text: string]>([
    ['takes no payments', { charges_enabled: false }, 'cannot take payments'],
    ['settles in another currency', { default_currency: 'eur' }, 'settles in eur'],
  ])('that %s is a problem', async (_, change, text) => {
    given({ account: { ...initial.account, ...change } })
    expect(await checkStripeAccount(read, { STRIPE_SETTLEMENT_CURRENCY: 'usd' })).toMatchObject([
      { status: 'problem', text: expect.stringContaining(text) },
    ])
  })

  test('is not needed by a restricted key', async () => {
    given({ refused: ['account'] })
    expect(await checkStripeAccount(read, { STRIPE_SETTLEMENT_CURRENCY: 'usd' })).toEqual([])
  })
})

describe('the calculation of taxes', () => {
  const answer = (status: number, body: object) => checkStripeTax(async () => ({ status, body, at: undefined }), TAXED)
  const TAXED = { STRIPE_TAX_COUNTRY: 'DE' }

  test('is not examined where it is off', async () => {
    expect(await checkStripeTax(async () => expect.fail('it was read'), { STRIPE_TAX_COUNTRY: undefined })).toEqual([])
  })

  test.each([
    ['that is set up is fine', 200, { status: 'active' }, 'ok', /is set up/],
    ['that is not set up is a problem', 200, { status: 'pending' }, 'problem', /no purchase can start/],
    ['without the right is a problem', 403, {}, 'problem', /lacks the right/],
    ['that Stripe cannot answer is a warning', 500, {}, 'warning', /answered 500/],
  ])('%s', async (_, status, body, found, text) => {
    expect(await answer(status, body)).toMatchObject([{ status: found, text: expect.stringMatching(text) }])
  })
})

describe('the webhook endpoint', () => {
  test('with all events, at the address of this installation, is fine, beside those of others', async () => {
    given({ endpoints: [endpoint({ url: 'https://other.example/api/stripe/webhook', status: 'disabled' }), endpoint()] })
    expect(await checkWebhooks(read, env)).toMatchObject([{ status: 'ok' }])
    given({ endpoints: [endpoint({ enabled_events: ['*'] })] })
    expect(await checkWebhooks(read, env)).toMatchObject([{ status: 'ok' }])
  })

  test.each<[what: string, change: Partial<StripeAccount>, found: object]>([
    ['that does not exist', {}, { status: 'problem', text: expect.stringContaining('No webhook endpoint') }],
    ['at another address', { endpoints: [endpoint({ url: 'https://latchkey.example/webhook' })] }, { status: 'problem' }],
    [
      'that is disabled',
      { endpoints: [endpoint({ status: 'disabled' })] },
      { status: 'problem', text: expect.stringContaining('disabled') },
    ],
    [
      'that lacks an event',
      { endpoints: [endpoint({ enabled_events: PAYMENT_EVENTS.filter((type) => type !== 'refund.failed') })] },
      { status: 'problem', text: expect.stringContaining('lacks events: refund.failed.') },
    ],
    [
      'of another API version',
      { endpoints: [endpoint({ api_version: '2020-08-27' })] },
      { status: 'warning', text: expect.stringContaining('2020-08-27') },
    ],
    ['that the key may not read', { refused: ['webhook_endpoints'] }, { status: 'warning' }],
  ])('%s: found', async (_, change, found) => {
    given(change)
    expect(await checkWebhooks(read, env)).toMatchObject([found])
  })

  test('for connected accounts is a second one, with a secret of its own', async () => {
    const ofConnect = endpoint({ enabled_events: [...ACCOUNT_EVENTS] })
    given({ endpoints: [endpoint(), ofConnect] })
    expect((await checkWebhooks(read, withConnect)).map(({ status }) => status)).toEqual(['ok', 'ok'])
    given({ endpoints: [endpoint()] })
    expect(await checkWebhooks(read, withConnect)).toMatchObject([
      { status: 'ok' },
      { status: 'problem', text: expect.stringContaining('connected accounts') },
    ])
    given({ endpoints: [endpoint(), ofConnect] })
    const withoutSecret = { ...withConnect, STRIPE_CONNECT_WEBHOOK_SECRET: undefined }
    expect(await checkWebhooks(read, withoutSecret)).toContainEqual(
      expect.objectContaining({ status: 'problem', text: expect.stringContaining('STRIPE_CONNECT_WEBHOOK_SECRET') }),
    )
  })

  test('cannot be checked without a public address', async () => {
    expect(await checkWebhooks(read, { ...env, PUBLIC_URL: undefined })).toMatchObject([{ status: 'warning' }])
  })

  test('that misses deliveries is a warning', async () => {
    given({ undelivered: 1 })
    expect(await checkDeliveries(read, Date.now())).toMatchObject([{ status: 'warning' }])
    given({})
    expect(await checkDeliveries(read, Date.now())).toEqual([])
  })
})

test.each([
  [0, 'ok'],
  [-10_000, 'warning'],
  [10_000, 'warning'],
  [120_000, 'problem'],
])('a clock of Stripe that is %i ms ahead is found: %s', async (aheadMs, status) => {
  given({ aheadMs })
  expect(await checkStripeClock(read)).toMatchObject([{ status }])
})
