import { expect, test } from 'vitest'
import type { OrderId } from '#shared/ids.ts'
import { cents } from '#shared/money.ts'
import { buy } from '#tests/support/actors/earnings.ts'
import { held, startInvestor } from '#tests/support/actors/listings.ts'
import { runJob, silenceWebhooks } from '#tests/support/actors/money.ts'
import { ask } from '#tests/support/actors/refunds.ts'
import { startTestApp } from '#tests/support/app.ts'
import { newClientId, newMutationId } from '#tests/support/private-lane.ts'
import { listMails } from '#tests/support/state/mails.ts'

const app = await startTestApp()
const { db, sql } = app.database
// The job leaves out an order that a webhook is changing.
await silenceWebhooks(db)

const DAY_MS = 24 * 60 * 60 * 1000

/** A founder who unlocked a contact this long ago. */
async function boughtAgo(days: number) {
  const investor = await startInvestor(app, { price: cents(5000), partnerName: 'Ines Moreau' })
  const founder = await app.member({ firstName: 'Noa', lastName: 'Berg' })
  await buy(app, founder, investor.listing)
  const [order] = await sql<{ id: OrderId }[]>`
    update orders set paid_at = ${new Date(Date.now() - days * DAY_MS).toISOString()} where target_id = ${investor.listing} returning id`
  if (!order) throw new Error('There is no order.')
  return { investor, founder, orderId: order.id }
}

async function mailsTo({ founder }: Awaited<ReturnType<typeof boughtAgo>>) {
  await runJob(app, 'replies.offer-guarantee')
  return listMails(db, { template: 'no-reply', recipient: founder.user.email })
}

test('a founder without a reply is notified once that the guarantee is open, and until when', async () => {
  const purchase = await boughtAgo(5.5)
  const [mail] = await mailsTo(purchase)
  expect(mail?.subject).toBe('No reply from Ines Moreau yet')
  expect(mail?.text).toContain(`/receipt/${purchase.orderId}`)
  const lastDay = new Date(Date.now() + 1.5 * DAY_MS).toLocaleDateString('en-GB', {
    ...{ day: 'numeric', month: 'long', year: 'numeric', timeZone: 'UTC' },
  })
  expect(mail?.text).toContain(`until ${lastDay}`)
  expect(await mailsTo(purchase)).toHaveLength(1)
  const facts = { vcId: purchase.investor.listing, orderId: purchase.orderId }
  expect((await held(purchase.founder)).notices).toMatchObject([{ kind: 'no-reply', facts }])
})

test.each([
  ['before the days for a reply are over', 4.9],
  ['after the guarantee has ended', 8.1],
])('no mail is sent %s', async (_, days) => {
  expect(await mailsTo(await boughtAgo(days))).toEqual([])
})

test('no mail is sent after a reply, nor after a request for a refund', async () => {
  const replied = await boughtAgo(6)
  const [request] = (await held(replied.investor)).requestsReceived ?? []
  const args = { requestId: request?.id, choice: 'yes' }
  const mutation = { id: newMutationId(), name: 'request.reply', args, madeAt: new Date().toISOString() }
  await replied.investor.post('/api/sync/push', { clientId: newClientId(), mutations: [mutation] })
  expect(await mailsTo(replied)).toEqual([])

  const returned = await boughtAgo(6)
  expect((await ask(returned.founder, returned.orderId)).status).toBe(200)
  expect(await mailsTo(returned)).toEqual([])
})

test('two nodes that run the job at the same time send one mail', async () => {
  const purchase = await boughtAgo(6)
  await Promise.all([mailsTo(purchase), mailsTo(purchase)])
  expect(await mailsTo(purchase)).toHaveLength(1)
})
