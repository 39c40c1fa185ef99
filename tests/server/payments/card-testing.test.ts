import { eq } from 'drizzle-orm'
import { expect, test } from 'vitest'
import { cardFailures, intentOrigins } from '#drizzle/schema/index.ts'
import type { PrincipalId } from '#shared/ids.ts'
import { account } from '#tests/support/actors/account.ts'
import { DAY_MS, movableClock, staySignedIn } from '#tests/support/actors/earnings.ts'
import { CARDS, intentOf, listInvestor, orderOfIntent, payWithCard, runJob } from '#tests/support/actors/money.ts'
import { startTestApp } from '#tests/support/app.ts'
import type { Client } from '#tests/support/client.ts'
import { providerObject } from '#tests/support/state/provider.ts'
import { areEmpty, storedText } from '#tests/support/state/rows.ts'
import { until } from '#tests/support/until.ts'

const clock = movableClock()
const app = await startTestApp({ env: { TRUST_PROXY: '1' }, world: { now: clock.now } })
const { db } = app.database

let addresses = 0
const anAddress = () => {
  addresses += 1
  return `198.51.100.${addresses}`
}

const open = async (buyer: Client, from = anAddress()) =>
  buyer.post<{ clientSecret: string; code?: string; message?: string }>(
    '/api/create-vc-unlock-payment',
    { vcId: await listInvestor(db), email: 'typed@example.com' },
    { headers: { 'x-forwarded-for': from } },
  )
async function failuresOf(piId: string) {
  const { id } = await orderOfIntent(db, piId)
  return db.select().from(cardFailures).where(eq(cardFailures.orderId, id))
}
const failures = async (piId: string) => (await failuresOf(piId)).length
const countBecomes = (piId: string, count: number) =>
  until(
    () => failures(piId),
    (now) => now >= count,
  )

/** Declines cards on one payment, and waits until each is counted. */
async function decline(clientSecret: string, times: number, fingerprint?: (at: number) => string) {
  for (let at = 0; at < times; at += 1) {
    await payWithCard(app, clientSecret, CARDS.declined, fingerprint ? { fingerprint: fingerprint(at) } : {})
  }
  await countBecomes(intentOf(clientSecret), times)
}
const becomes = (clientSecret: string, status: string) =>
  until(
    () => orderOfIntent(db, intentOf(clientSecret)),
    (order) => order.status === status,
  )

test('a payment on which five cards were declined accepts no sixth', async () => {
  const { body } = await open(await account(app))
  await decline(body.clientSecret, 4)
  expect((await orderOfIntent(db, intentOf(body.clientSecret))).status).toBe('failed')
  await decline(body.clientSecret, 1)
  await becomes(body.clientSecret, 'cancelled')
  expect((await payWithCard(app, body.clientSecret, CARDS.good)).body.error?.code).toBe('payment_intent_unexpected_state')
})

test('after ten declined cards the same buyer waits for the next payment, and gets the waiting time', async () => {
  const buyer = await account(app)
  for (let at = 0; at < 2; at += 1) {
    const { body } = await open(buyer)
    await decline(body.clientSecret, 5)
    await becomes(body.clientSecret, 'cancelled')
  }
  const refused = await open(buyer)
  expect(refused).toMatchObject({ status: 429, body: { code: 'payments.cards-declined' } })
  expect(Number(refused.headers.get('retry-after'))).toBeGreaterThan(3000)
  expect(refused.body.message).toContain('Several cards were declined')
  expect((await open(await account(app))).status).toBe(200)
  clock.forwardDays(1 / 20)
  await staySignedIn(db, clock.now())
  expect((await open(buyer)).status).toBe(200)
})

test('a new guest for each payment does not help: the address block is counted', async () => {
  const block = (host: number) => `2001:db8:5:5::${host}`
  for (let at = 0; at < 13; at += 1) {
    const { body } = await open(app.visitor(), block(at + 1))
    await decline(body.clientSecret, 4)
  }
  expect((await open(app.visitor(), block(99))).body.code).toBe('payments.cards-declined')
  expect((await open(app.visitor(), '2001:db8:5:6::1')).status).toBe(200)
  // Nor can it block other users of a shared address: a verified account that is a day old is exempt.
  const fresh = await account(app, { emailVerifiedAt: clock.now() })
  expect((await open(fresh, block(100))).body.code).toBe('payments.cards-declined')
  const known = await account(app, { emailVerifiedAt: clock.now(), createdAt: new Date(clock.now().getTime() - 2 * DAY_MS) })
  await staySignedIn(db, clock.now())
  expect((await open(known, block(101))).status).toBe(200)
})

test('nor does a new block for each payment, of the 65,536 of one customer: they are counted together', async () => {
  const { body } = await open(app.visitor(), '2001:db8:6:1::1')
  await decline(body.clientSecret, 1)
  const [first] = await failuresOf(intentOf(body.clientSecret))
  if (!first) throw new Error('The failure was not counted')
  const others = (count: number, name: string) =>
    db.insert(cardFailures).values(
      Array.from({ length: count }, (_, at) => {
        const id = `${name}-${at}`
        return { ...first, eventId: id, addressKey: `block ${id}`, principalId: `prn_${id}` as PrincipalId, cardKey: id }
      }),
    )
  await others(498, 'before')
  expect((await open(app.visitor(), '2001:db8:6:2::1')).status).toBe(200)
  await others(1, 'last')
  expect((await open(app.visitor(), '2001:db8:6:3::1')).body.code).toBe('payments.cards-declined')
  expect((await open(app.visitor(), '2001:db8:7:3::1')).status).toBe(200)
  const known = await account(app, { emailVerifiedAt: clock.now(), createdAt: new Date(clock.now().getTime() - 2 * DAY_MS) })
  await staySignedIn(db, clock.now())
  expect((await open(known, '2001:db8:6:3::2')).status).toBe(200)
})

test('one card that is declined on several payments cancels each of them', async () => {
  const secrets = []
  for (let at = 0; at < 5; at += 1) {
    const { body } = await open(app.visitor())
    await decline(body.clientSecret, 1, () => 'stolen')
    secrets.push(body.clientSecret)
  }
  await becomes(secrets[4] ?? '', 'cancelled')
  expect((await orderOfIntent(db, intentOf(secrets[3] ?? ''))).status).toBe('failed')
})

test('the provider receives the data for its fraud detection, and no name', async () => {
  const { body } = await open(app.visitor())
  const intent = await providerObject(db, intentOf(body.clientSecret))
  const texts = {
    description: 'Contact of an investor',
    receipt_email: 'typed@example.com',
    statement_descriptor_suffix: 'CONTACT',
  }
  expect(intent).toMatchObject(texts)
  expect(Object.keys(intent.metadata)).toEqual(['orderId', 'installation'])
  // An address that is neither verified nor typed for this order is not sent.
  const member = await account(app)
  await staySignedIn(db, clock.now())
  const { body: other } = await member.post<{ clientSecret: string }>('/api/create-vc-payment', {
    vcId: await listInvestor(db),
  })
  expect((await providerObject(db, intentOf(other.clientSecret))).receipt_email ?? null).toBeNull()
})

test('stored card failures are hashed, and deleted after two days', async () => {
  expect(await storedText(db, cardFailures, intentOrigins)).not.toMatch(/198\.51|2001:db8|stolen/)
  clock.forwardDays(3)
  await runJob(app, 'orders.forget-card-failures')
  expect(await areEmpty(db, cardFailures, intentOrigins)).toBe(true)
})
