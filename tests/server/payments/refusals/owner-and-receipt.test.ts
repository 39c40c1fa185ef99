import { eq } from 'drizzle-orm'
import { describe, expect, test } from 'vitest'
import { vcs } from '#drizzle/schema/index.ts'
import { cents } from '#shared/money.ts'
import {
  approveInvestor,
  CARDS,
  confirmUnlock,
  hasUnlocked,
  intentOf,
  listInvestor,
  orderOfIntent,
  payWithCard,
  startPayment,
} from '#tests/support/actors/money.ts'
import { sumsByAccount } from '#tests/support/state/ledger.ts'
import { listMails } from '#tests/support/state/mails.ts'
import { until } from '#tests/support/until.ts'
import { setUp } from './setup.ts'

const { app, vcId, buy } = await setUp()

describe('the owner of a purchase', () => {
  test('a guest who signs up keeps it, with its history', async () => {
    const buyer = app.visitor()
    const { clientSecret } = await buy(buyer, vcId)
    const reply = await buyer.post('/api/auth/register', {
      email: 'guest-who-joined@example.com',
      password: 'a-fine-password',
      confirmPassword: 'a-fine-password',
      firstName: 'Joan',
      lastName: 'Joined',
      userType: 'founder',
    })
    expect(reply.status).toBe(200)
    expect(await hasUnlocked(buyer, vcId)).toBe(true)
    expect((await confirmUnlock(buyer, clientSecret, vcId)).status).toBe(200)
    const page = await buyer.post<{ vc: object; introTemplate: string }>('/api/confirm-payment', {
      paymentIntentId: intentOf(clientSecret),
    })
    expect(page.body).toMatchObject({
      vc: { fundName: 'Harbour Ventures', contactType: 'telegram', contactHandle: '@grace_listed' },
      introTemplate: expect.stringContaining('Hi Grace,'),
    })
    const held = await buyer.post<{ put: Record<string, { id: string }[]> }>('/api/sync/me', { have: {} })
    expect(held.body.put.contacts?.map(({ id }) => id)).toEqual([vcId])
    expect(held.body.put.orders).toHaveLength(1)
  })

  test('two open attempts for one target become one at sign-in, and no money is lost', async () => {
    const member = await app.member()
    const targetId = await listInvestor(app.database.db)
    const asMember = (await startPayment(member, targetId)).body
    const guest = app.visitor()
    const asGuest = (await startPayment(guest, targetId)).body
    await payWithCard(app, asGuest.clientSecret, CARDS.good)
    await guest.post('/api/auth/login', { email: member.user.email, password: member.password })
    await until(() => hasUnlocked(guest, targetId))
    // Paying the other one as well buys nothing, so it is refunded.
    await payWithCard(app, asMember.clientSecret, CARDS.good)
    expect((await confirmUnlock(member, asMember.clientSecret, targetId)).status).toBe(200)
    await until(
      () => orderOfIntent(app.database.db, intentOf(asMember.clientSecret)),
      ({ status }) => status === 'refunded',
    )
    expect(await hasUnlocked(member, targetId)).toBe(true)
  })

  test('create-vc-payment requires a session and grants the same contact', async () => {
    expect((await app.visitor().post('/api/create-vc-payment', { vcId })).status).toBe(401)
    const member = await app.member()
    const { body } = await member.post<{ clientSecret: string; amount: number }>('/api/create-vc-payment', { vcId })
    expect(body.amount).toBe(9900)
    await payWithCard(app, body.clientSecret, CARDS.good)
    expect((await member.post('/api/confirm-payment', { paymentIntentId: intentOf(body.clientSecret) })).status).toBe(200)
    expect(await hasUnlocked(member, vcId)).toBe(true)
  })
})

describe('the receipt', () => {
  const receiptsTo = async (clientSecret: string) => {
    const { id } = await orderOfIntent(app.database.db, intentOf(clientSecret))
    const mails = await listMails(app.database.db, { orderId: id })
    return mails.map(({ recipient }) => recipient)
  }
  test.each([
    ['buyer@example.com', ['buyer@example.com']],
    ['anonymous@latchkey.example', []],
    ['no address\r\nBcc: all@example.com', []],
    [null, []],
  ])('for %j is sent to %j', async (email, recipients) => {
    const buyer = app.visitor()
    const { clientSecret } = (await startPayment(buyer, vcId, { email })).body
    await payWithCard(app, clientSecret, CARDS.good)
    expect((await confirmUnlock(buyer, clientSecret, vcId)).status).toBe(200)
    expect(await receiptsTo(clientSecret)).toEqual(recipients)
  })
})

test('the receipt is sent to the address that was typed last', async () => {
  const buyer = app.visitor()
  await startPayment(buyer, vcId, { email: 'typo@exmaple.com' })
  const { clientSecret } = (await startPayment(buyer, vcId, { email: 'right@example.com' })).body
  const { snapshot } = await orderOfIntent(app.database.db, intentOf(clientSecret))
  expect(snapshot.receiptEmail).toBe('right@example.com')
})

test('the share of a platform investor who donates is paid to the charity named at purchase', async () => {
  const targetId = await approveInvestor(app.database.db, {
    donateToCharity: true,
    charityOfChoice: 'Sea Rescue',
    price: cents(1000),
  })
  const buyer = app.visitor()
  const { clientSecret } = (await startPayment(buyer, targetId)).body
  await app.database.db.update(vcs).set({ charityOfChoice: 'Another' }).where(eq(vcs.id, targetId))
  await payWithCard(app, clientSecret, CARDS.good)
  await confirmUnlock(buyer, clientSecret, targetId)
  const { id } = await orderOfIntent(app.database.db, intentOf(clientSecret))
  expect(await sumsByAccount(app.database.db, { orderId: id, transaction: 'capture' })).toEqual([
    ['cash', 1000],
    ['charity_payable:Sea Rescue', -850],
    ['platform_revenue', -150],
  ])
})
