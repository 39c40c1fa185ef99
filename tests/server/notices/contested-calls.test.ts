import { eq } from 'drizzle-orm'
import { expect, test } from 'vitest'
import { orders } from '#drizzle/schema/index.ts'
import { reportMissing } from '#server/features/bookings/calls/report-no-show.ts'
import type { NoticeKind } from '#shared/notices/kinds.ts'
import { pushTextOf } from '#shared/push/texts.ts'
import { admin } from '#tests/support/actors/refunds.ts'
import { startTestApp } from '#tests/support/app.ts'
import { aFounder, anInvestor, bookCall, callsAt } from '#tests/support/calls.ts'
import type { Client } from '#tests/support/client.ts'
import { listMails } from '#tests/support/state/mails.ts'
import { refundRequestsFor } from '#tests/support/state/orders.ts'
import { until } from '#tests/support/until.ts'
import { noticesOf } from './setup.ts'

const app = await startTestApp()
const { db } = app.database
const boss = await admin(app)

const HOUR_MS = 60 * 60 * 1000
const SECRET = 'I was there, my phone is +49 170 1234567.'

/** A call that has just taken place. */
async function aCall() {
  const [investor, founder] = [await anInvestor(app), await aFounder(app)]
  const start = new Date(Date.now() - HOUR_MS)
  const call = await bookCall(app, founder, investor.listing, start)
  await db.update(orders).set({ kind: 'meeting' }).where(eq(orders.id, call.orderId))
  const report = (by: typeof investor | typeof founder) =>
    reportMissing(callsAt(app, new Date()), by.user.principalId, call.id, { reason: SECRET })
  return { investor, founder, report, ...call }
}
type Call = Awaited<ReturnType<typeof aCall>>

const contest = (by: Client, { id }: Call) => by.post(`/api/bookings/${id}/contest`, { reason: SECRET })

/** Notices about contested calls on a device after its sync, the latest first, with where they lead. */
const about = async (client: Client) =>
  (await noticesOf(client)).filter(({ kind }) => ['call-contested', 'call-decided'].includes(kind))

const mailsTo = ({ user }: { user: { email: string } }, template: string) => listMails(db, { template, recipient: user.email })

const requestOf = ({ orderId }: Call) =>
  until(
    async () => (await refundRequestsFor(db, orderId))[0],
    (request) => request?.status === 'requested',
  )

test.each(['founder', 'investor'] as const)('the %s whose report is contested gets a notice and a mail, once', async (side) => {
  const call = await aCall()
  const [reporter, reported] = side === 'founder' ? [call.founder, call.investor] : [call.investor, call.founder]
  await call.report(reporter)
  await contest(reported, call)
  await contest(reported, call)
  expect(await about(reporter)).toMatchObject([{ kind: 'call-contested', facts: { bookingId: call.id, role: side } }])
  expect(await about(reported)).toEqual([])
  const mails = await mailsTo(reporter, 'call-contested')
  expect(mails).toHaveLength(1)
  expect(mails[0]?.text).toContain(`/calls#call-${call.id}`)
  // What the other side writes is for the admins.
  expect(JSON.stringify([await about(reporter), mails])).not.toContain('+49 170')
})

test('a report against the side that has reported contests the first one', async () => {
  const call = await aCall()
  await call.report(call.investor)
  await call.report(call.founder)
  expect(await about(call.investor)).toMatchObject([{ kind: 'call-contested', facts: { role: 'investor' } }])
  expect(await mailsTo(call.investor, 'call-contested')).toHaveLength(1)
  expect(await about(call.founder)).toEqual([])
})

test('a decision is a notice and a mail to the investor, and the founder gets the one about the refund; each decision is one', async () => {
  const call = await aCall()
  await call.report(call.founder)
  const request = await requestOf(call)
  await boss.reject(request?.id ?? '', 'We have the recording.')
  expect(await about(call.investor)).toMatchObject([{ kind: 'call-decided', facts: { bookingId: call.id, isReturned: false } }])
  expect((await mailsTo(call.investor, 'call-decided')).map(({ text }) => text)).toEqual([
    expect.stringContaining('you keep your share'),
  ])
  expect(JSON.stringify(await mailsTo(call.investor, 'call-decided'))).not.toContain('recording')
  expect((await noticesOf(call.founder)).map(({ kind }) => kind)).toContain('refund-declined')
  await boss.approve(request?.id ?? '')
  expect(await about(call.investor)).toMatchObject([{ facts: { isReturned: true } }, { facts: { isReturned: false } }])
  expect(await mailsTo(call.investor, 'call-decided')).toHaveLength(2)
})

test('a request that is rejected again after a report is a second decision to both', async () => {
  const call = await aCall()
  const asked = await call.founder.post<{ id: string }>('/api/refunds', { orderId: call.orderId, reason: 'I changed my mind.' })
  await boss.reject(asked.body.id, 'That is no ground.')
  await call.report(call.founder)
  await requestOf(call)
  await boss.reject(asked.body.id, 'We have the recording.')
  const declined = (await noticesOf(call.founder)).filter(({ kind }) => kind === 'refund-declined')
  expect(declined).toHaveLength(2)
  expect(await about(call.investor)).toHaveLength(1)
})

test('a refund of a call that was not reported is no decision about one', async () => {
  const call = await aCall()
  const { body } = await call.founder.post<{ id: string }>('/api/refunds', {
    orderId: call.orderId,
    reason: 'I changed my mind.',
  })
  await boss.reject(body.id, 'That is no ground.')
  expect(await about(call.investor)).toEqual([])
  expect(await mailsTo(call.investor, 'call-decided')).toEqual([])
})

test('a push about a contest names no side and no outcome', () => {
  const kinds: NoticeKind[] = ['call-contested', 'call-decided']
  expect(kinds.map(pushTextOf)).toEqual(['Your report about a call is contested', 'A decision about a call'])
})
