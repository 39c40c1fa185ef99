import { expect, test } from 'vitest'
import { claimVerified } from '#server/features/guest-claims/service.ts'
import { buy } from '#tests/support/actors/earnings.ts'
import {
  CARDS,
  confirmUnlock,
  intentOf,
  listInvestor,
  orderOfIntent,
  payWithCard,
  startPayment,
} from '#tests/support/actors/money.ts'
import { startTestApp } from '#tests/support/app.ts'
import { openTransaction } from '#tests/support/database/transactions.ts'
import { untilWaiting } from '#tests/support/in-order.ts'
import { listJobs } from '#tests/support/state/jobs.ts'
import { refundRequestsFor } from '#tests/support/state/orders.ts'
import { until } from '#tests/support/until.ts'

const app = await startTestApp()
const { db } = app.database
const requestsOf = (orderId: string) => refundRequestsFor(db, orderId)

test('of a purchase as a member and again as a guest, the later payment is queued for the team at the sign-in', async () => {
  const member = await app.member()
  const [vcId, another] = [await listInvestor(db), await listInvestor(db)]
  const first = await orderOfIntent(db, await buy(app, member, vcId))
  const guest = app.visitor()
  const second = await orderOfIntent(db, await buy(app, guest, vcId))
  const single = await orderOfIntent(db, await buy(app, guest, another))
  await guest.post('/api/auth/login', { email: member.user.email, password: member.password })
  const [request] = await until(
    () => requestsOf(second.id),
    (rows) => rows.length === 1,
  )
  expect(request).toMatchObject({ status: 'requested', reason: expect.stringContaining('paid twice') })
  expect([await requestsOf(first.id), await requestsOf(single.id)]).toEqual([[], []])
})

test('also if the sign-in runs while the second payment is being settled', async () => {
  const member = await app.member()
  const vcId = await listInvestor(db)
  await buy(app, member, vcId)
  const guest = app.visitor()
  const { body } = await startPayment(guest, vcId)
  // The settlement locks its order, and waits for the places of the investor; the sign-in waits for the order.
  const places = await openTransaction(app.database)
  await places.write((sql) => sql`select pg_advisory_xact_lock(hashtextextended(${`unlock:${vcId}`}, 0))`)
  await payWithCard(app, body.clientSecret, CARDS.good)
  await untilWaiting(app.database, 1)
  const signingIn = guest.post('/api/auth/login', { email: member.user.email, password: member.password })
  await untilWaiting(app.database, 2)
  await places.end('commit')
  expect((await signingIn).status).toBe(200)
  const second = await orderOfIntent(db, intentOf(body.clientSecret))
  expect(second).toMatchObject({ status: 'paid', principalId: member.user.principalId })
  await until(
    () => requestsOf(second.id),
    (rows) => rows.length === 1,
  )
})

test('as of orders transferred with a verified address, the later one, regardless of who paid it', async () => {
  const member = await app.member()
  const vcId = await listInvestor(db)
  const guest = app.visitor()
  const { body } = await startPayment(guest, vcId, { email: member.user.email })
  await payWithCard(app, body.clientSecret, CARDS.good)
  await confirmUnlock(guest, body.clientSecret, vcId)
  const first = await orderOfIntent(db, intentOf(body.clientSecret))
  const second = await orderOfIntent(db, await buy(app, member, vcId))
  await db.transaction((tx) => claimVerified(tx, member.user.email.toLowerCase(), second.principalId))
  await until(
    () => requestsOf(second.id),
    (rows) => rows.length === 1,
  )
  expect(await requestsOf(first.id)).toEqual([])
  expect(await listJobs(db, { key: first.id })).toEqual([])
})
