import { expect, test } from 'vitest'
import { issueReceipt } from '#server/features/orders/receipts/queries.ts'
import type { OrderId } from '#shared/ids.ts'
import type { OrderEntry } from '#shared/orders/contract.ts'
import type { Receipt } from '#shared/orders/receipt.ts'
import type { PrivateDelta } from '#shared/sync/protocol.ts'
import { grantContact } from '#tests/support/actors/grants.ts'
import { CARDS, confirmUnlock, listInvestor, payWithCard, startPayment } from '#tests/support/actors/money.ts'
import { startTestApp } from '#tests/support/app.ts'
import { mailTo } from '#tests/support/stand-ins/mailbox.ts'
import { receiptNumbers } from '#tests/support/state/orders.ts'

const app = await startTestApp()
const { db } = app.database

test('a purchase has a receipt: in the mail, by its call and in the buyer’s private lane, and for no other principal', async () => {
  const ada = await app.member()
  const vcId = await listInvestor(db)
  const { body } = await startPayment(ada, vcId, { email: ada.user.email })
  await payWithCard(app, body.clientSecret, CARDS.good)
  for (let times = 0; times < 3; times += 1) expect((await confirmUnlock(ada, body.clientSecret, vcId)).status).toBe(200)

  const [order] = (await ada.post<PrivateDelta>('/api/sync/me', { have: {} })).body.put.orders as unknown as OrderEntry[]
  const number = order?.receiptNumber
  expect(number).toBeGreaterThan(0)
  const { body: receipt } = await ada.get<Receipt>(`/api/receipts/${order?.id}`)
  expect(receipt).toMatchObject({ number, kind: 'vc_unlock', amount: 9900, currency: 'usd', buyer: { email: ada.user.email } })
  const mail = await mailTo(app, ada.user.email, /^Your receipt/)
  expect(mail.text).toContain(`LK-${String(number).padStart(6, '0')}`)

  for (const other of [await app.member(), app.visitor()]) {
    expect((await other.get(`/api/receipts/${order?.id}`)).status).toBe(404)
  }
  expect((await ada.get('/api/receipts/ord_none')).status).toBe(404)
})

test('the receipt of a guest leads to the contact, the receipt and the page that restores it on another device', async () => {
  const vcId = await listInvestor(db)
  const buy = async (buyer: Awaited<ReturnType<typeof app.visitor>>, email: string) => {
    const { body } = await startPayment(buyer, vcId, { email })
    await payWithCard(app, body.clientSecret, CARDS.good)
    expect((await confirmUnlock(buyer, body.clientSecret, vcId)).status).toBe(200)
    return (await mailTo(app, email, /^Your receipt/)).text ?? ''
  }
  const ada = await app.member()
  for (const [text, isGuest] of [
    [await buy(app.visitor(), 'guest-receipt@example.com'), true],
    [await buy(ada, ada.user.email), false],
  ] as const) {
    expect(text).toContain(`/contacts/${vcId}`)
    expect(text).toMatch(/\/receipt\/ord_/)
    expect(text.includes('/claim')).toBe(isGuest)
  }
})

test('receipt numbers have no gap and are unique, with concurrent and rolled-back transactions', async () => {
  const { user } = await app.member()
  const ids: OrderId[] = []
  for (let at = 0; at < 12; at += 1) ids.push(await grantContact(db, user.principalId, await listInvestor(db)))
  const issue = (id: OrderId, at: number) =>
    db
      .transaction(async (tx) => {
        await issueReceipt(tx, id, new Date())
        if (at % 3 === 0) throw new Error('rolled back')
      })
      .catch(() => undefined)
  await Promise.all([...ids, ...ids].map((id, at) => issue(id, at % ids.length)))
  const numbers = await receiptNumbers(db)
  expect(numbers).toEqual(numbers.map((_, at) => at + 1))
  expect(numbers.length).toBeGreaterThanOrEqual(8)
})
