import { describe, expect, test } from 'vitest'
import type { VcId } from '#shared/ids.ts'
import { account } from '#tests/support/actors/account.ts'
import {
  CARDS,
  confirmUnlock,
  intentOf,
  listInvestor,
  orderOfIntent,
  payWithCard,
  runJob,
  startPayment,
} from '#tests/support/actors/money.ts'
import { admin, ask } from '#tests/support/actors/refunds.ts'
import { startTestApp } from '#tests/support/app.ts'
import type { Client } from '#tests/support/client.ts'
import { codeIn, mailTo, tokenIn } from '#tests/support/stand-ins/mailbox.ts'
import { until } from '#tests/support/until.ts'

const app = await startTestApp({ env: { LOG_LEVEL: 'silent' } })
const { db, sql } = app.database
const boss = await admin(app)

let cards = 0

/** Buys a contact with a card, with an address for the receipt. */
async function buys(buyer: Client, email: string, card: string, contact?: VcId) {
  const vcId = contact ?? (await listInvestor(db))
  const { clientSecret } = (await startPayment(buyer, vcId, { email })).body
  await payWithCard(app, clientSecret, CARDS.good, { fingerprint: card })
  expect((await confirmUnlock(buyer, clientSecret, vcId)).status).toBe(200)
  return (await orderOfIntent(db, intentOf(clientSecret))).id
}

async function isRefunded(buyer: Client, orderId: string) {
  const { id } = (await ask(buyer, orderId)).body
  expect((await boss.approve(id)).status).toBe(200)
  await until(
    () => boss.refunds(),
    (refunds) => refunds.some((refund) => refund.id === id && refund.status === 'refunded'),
  )
}

/** A stranger without an account who types an address, and gets as many refunds as the cap allows. */
async function usesUpCap(email: string, buyer = app.visitor()) {
  cards += 1
  for (let at = 0; at < 3; at += 1) await isRefunded(buyer, await buys(buyer, email, `stranger-${cards}`))
  return buyer
}

const refundsBefore = async (buyer: Client, orderId: string) => {
  const { id } = (await ask(buyer, orderId)).body
  return (await boss.refunds()).find((refund) => refund.id === id)?.refundsBefore
}

/** The provider reports a refund again days later, for example with the reference of the bank. */
const refundsAreReportedAgain = () => isReportedAgain('%refund%')

async function isReportedAgain(type: string) {
  const events = await sql<{ id: string }[]>`
    update stripe_events set status = 'pending' where type like ${type} returning event_id as id`
  expect(events.length).toBeGreaterThan(0)
  for (const { id } of events) await runJob(app, 'payments.event', { eventId: id })
}

describe('refunds of a stranger who typed another user’s address are not counted', () => {
  test('for a guest who types it as well', async () => {
    await usesUpCap('guest@example.com')
    const guest = app.visitor()
    expect(await refundsBefore(guest, await buys(guest, 'guest@example.com', 'of-guest'))).toBe(0)
  })

  test('for an account that has not confirmed it yet', async () => {
    const ada = await account(app)
    await usesUpCap(ada.user.email)
    expect(await refundsBefore(ada, await buys(ada, ada.user.email, 'of-ada'))).toBe(0)
  })

  test('for the account that gets the purchases once it has confirmed the address', async () => {
    await usesUpCap('owner@example.com')
    const owner = await app.member({ email: 'owner@example.com' })
    const token = tokenIn(await mailTo(app, 'owner@example.com', /confirm/i))
    expect((await owner.post('/api/auth/verify-email', { token })).status).toBe(200)
    await refundsAreReportedAgain()
    expect(await refundsBefore(owner, await buys(owner, 'owner@example.com', 'of-owner'))).toBe(0)
  })

  test('for a user who claims the purchases with a code', async () => {
    await usesUpCap('claims@example.com')
    const claims = app.visitor()
    await claims.post('/api/claims', { email: 'claims@example.com' })
    const code = codeIn(await mailTo(app, 'claims@example.com', /restore purchases/i))
    expect((await claims.post('/api/claims/confirm', { code })).body).toMatchObject({ claimed: 3 })
    await refundsAreReportedAgain()
    expect(await refundsBefore(claims, await buys(claims, 'claims@example.com', 'of-claimant'))).toBe(0)
  })
})

describe('refunds that a guest requested, and that are granted later, are counted', () => {
  async function asksThrice(email: string) {
    const guest = app.visitor()
    const requests: string[] = []
    for (let at = 0; at < 3; at += 1) {
      const orderId = await buys(guest, email, `of-asker-${email}`)
      requests.push((await ask(guest, orderId)).body.id)
    }
    return { guest, requests }
  }
  async function areGiven(requests: string[]) {
    for (const id of requests) expect((await boss.approve(id)).status).toBe(200)
    await until(
      () => boss.refunds(),
      (refunds) => refunds.filter(({ id, status }) => requests.includes(id) && status === 'refunded').length === 3,
    )
  }

  test('not for the account that got the purchases with its address in between', async () => {
    const { requests } = await asksThrice('asked@example.com')
    const owner = await app.member({ email: 'asked@example.com' })
    const token = tokenIn(await mailTo(app, 'asked@example.com', /confirm/i))
    expect((await owner.post('/api/auth/verify-email', { token })).status).toBe(200)
    await isReportedAgain('payment_intent.%')
    await areGiven(requests)
    await refundsAreReportedAgain()
    expect(await refundsBefore(owner, await buys(owner, 'asked@example.com', 'of-owner-asked'))).toBe(0)
  })

  test('with those that the guest was granted before', async () => {
    const guest = await usesUpCap('fourth@example.com')
    const { id } = (await ask(guest, await buys(guest, 'fourth@example.com', 'of-fourth'))).body
    const owner = await app.member({ email: 'fourth@example.com' })
    const token = tokenIn(await mailTo(app, 'fourth@example.com', /confirm/i))
    expect((await owner.post('/api/auth/verify-email', { token })).status).toBe(200)
    expect((await boss.refunds()).find((refund) => refund.id === id)?.refundsBefore).toBe(3)
    expect(await boss.approve(id)).toMatchObject({ status: 409, body: { code: 'refunds.over-cap' } })
  })

  test('for the account in which the guest has signed in since', async () => {
    const ada = await app.member()
    const { guest, requests } = await asksThrice('asks-signs-in@example.com')
    expect((await guest.post('/api/auth/login', { email: ada.user.email, password: ada.password })).status).toBe(200)
    await areGiven(requests)
    expect(await refundsBefore(guest, await buys(guest, 'else@example.com', 'of-yet-another'))).toBe(3)
  })
})

describe('a request that no buyer has made', () => {
  const requestOf = (orderId: string) =>
    until(
      async () => (await boss.refunds()).find((refund) => refund.orderId === orderId),
      (request) => request !== undefined,
    )

  test('is not counted for the owner of an address that two guests of a stranger have typed for each of three contacts', async () => {
    const email = 'paid-twice@example.com'
    const later: string[] = []
    for (let at = 0; at < 3; at += 1) {
      const vcId = await listInvestor(db)
      await buys(app.visitor(), email, `first-guest-${at}`, vcId)
      later.push(await buys(app.visitor(), email, `second-guest-${at}`, vcId))
    }
    const owner = await app.member({ email })
    const token = tokenIn(await mailTo(app, email, /confirm/i))
    expect((await owner.post('/api/auth/verify-email', { token })).status).toBe(200)
    for (const orderId of later) {
      const request = await requestOf(orderId)
      expect(request).toMatchObject({ origin: 'team', reason: expect.stringContaining('paid twice'), refundsBefore: 0 })
      expect((await boss.approve(request?.id ?? '')).status).toBe(200)
    }
    expect(await refundsBefore(owner, await buys(owner, email, 'of-owner-of-pairs'))).toBe(0)
  })

  test('is not refused to a buyer who has used the refunds of a year and has paid twice', async () => {
    const ada = await app.member()
    await usesUpCap(ada.user.email, ada)
    const vcId = await listInvestor(db)
    await buys(ada, ada.user.email, 'of-ada-once', vcId)
    const guest = app.visitor()
    const orderId = await buys(guest, 'twice@example.com', 'of-ada-twice', vcId)
    expect((await guest.post('/api/auth/login', { email: ada.user.email, password: ada.password })).status).toBe(200)
    const request = await requestOf(orderId)
    expect(request).toMatchObject({ origin: 'team', refundsBefore: 3 })
    expect((await boss.approve(request?.id ?? '')).status).toBe(200)
  })
})

test('a guest’s refunds count for the account in which it signs in, with any card', async () => {
  const ada = await app.member()
  const guest = await usesUpCap('signs-in@example.com')
  expect((await guest.post('/api/auth/login', { email: ada.user.email, password: ada.password })).status).toBe(200)
  expect(await refundsBefore(guest, await buys(guest, 'else@example.com', 'of-another'))).toBe(3)
})

test('refunds to one card count for every buyer who pays with it', async () => {
  const before = cards + 1
  await usesUpCap('one@example.com')
  const other = app.visitor()
  expect(await refundsBefore(other, await buys(other, 'other@example.com', `stranger-${before}`))).toBe(3)
})
