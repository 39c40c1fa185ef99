import { expect, test } from 'vitest'
import { account } from '#tests/support/actors/account.ts'
import { atProvider } from '#tests/support/actors/money.ts'
import { ask, bought, requestOf } from '#tests/support/actors/refunds.ts'
import { listMails } from '#tests/support/state/mails.ts'
import { until } from '#tests/support/until.ts'
import { disputeUnknownToServer, setUp } from './setup.ts'

const { app, db, boss } = await setUp({ DECISION_MAIL_DELAY_SECONDS: '60' })

const mailsAbout = async (orderId: string) =>
  (await listMails(db, {})).filter(({ subject, text }) => /refund was/.test(subject) && text.includes(orderId))

test('an approval whose refund follows at once is one mail, with the note of the admin and the credit note', async () => {
  const purchase = await bought(app, { buyer: await account(app) })
  const { body } = await ask(purchase.buyer, purchase.orderId)
  expect((await boss.approve(body.id, { note: 'Sorry for the dead number.' })).status).toBe(200)
  await purchase.becomes('refunded')
  const mails = await mailsAbout(purchase.orderId)
  expect(mails.map(({ subject }) => subject)).toEqual(['Your refund was sent'])
  expect(mails[0]?.text).toContain('Sorry for the dead number.')
  expect(mails[0]?.text).toContain('You no longer have access to this purchase.')
  expect(mails[0]?.attachment).toMatchObject({ name: expect.stringMatching(/^CN-\d{4}-\d{6}\.html$/) })
})

test('a refund that the provider does not send at once: the approval is mailed, and withdrawn by a rejection', async () => {
  const purchase = await bought(app, { buyer: await account(app) })
  const { body } = await ask(purchase.buyer, purchase.orderId)
  const dispute = await disputeUnknownToServer(db, purchase)
  expect((await boss.approve(body.id)).status).toBe(200)
  await until(
    () => requestOf(app, purchase.orderId),
    (request) => request?.status === 'failed',
  )
  const subjects = async () => (await mailsAbout(purchase.orderId)).map(({ subject }) => subject)
  expect(await subjects()).toContain('Your refund was approved')
  await atProvider(app, `disputes/${dispute.id}/close`, { status: 'won' })
  await purchase.becomes('paid')
  expect((await boss.reject(body.id, 'The number answers.')).status).toBe(200)
  expect(await subjects()).not.toContain('Your refund was approved')
})
