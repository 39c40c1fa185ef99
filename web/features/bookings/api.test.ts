import { afterEach, expect, test, vi } from 'vitest'
import { type Cents, cents } from '#shared/money.ts'
import { sampleInvestor } from '#tests/support/samples/sample-investor.ts'
import { openCall } from './api.ts'

afterEach(() => vi.unstubAllGlobals())

const config = { stripe: { isSandbox: true, publishableKey: 'pk_1' }, homeVariant: 'a', headerVariant: 'login' }
const slot = { start: '2027-01-10T10:00:00.000Z', end: '2027-01-10T10:30:00.000Z', available: true }
const details = { name: 'Noa', email: 'noa@anvil.example' }

test.each<[string, Cents | null, Cents, number]>([
  ['the price of the investor', cents(7500), cents(7500), 7500],
  ['fifty dollars where there is none, though the unlock costs five', null, cents(500), 5000],
  ['the minimum charge of a card', cents(0), cents(50), 50],
])('the payment of a call is requested for %s', async (_, price, unlock, amount) => {
  let sent: { amount?: number } = {}
  vi.stubGlobal('fetch', async (path: string, { body }: { body?: string } = {}) => {
    if (path === '/api/create-meeting-payment') sent = JSON.parse(body ?? '{}')
    return new Response(JSON.stringify(path === '/api/config' ? config : { clientSecret: 'pi_1_secret_2', amount }))
  })
  await openCall({ investor: sampleInvestor({ vcType: 'platform', price, quote: unlock }), slot, details })
  expect(sent.amount).toBe(amount)
})
