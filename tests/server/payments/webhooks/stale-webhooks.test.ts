import { expect, test } from 'vitest'
import { openKeyring } from '#server/crypto/keyring.ts'
import { SANDBOX_SECRET_KEY } from '#server/env.ts'
import { createLooks } from '#server/features/orders/settlement/looks.ts'
import { settleOrder } from '#server/features/orders/settlement/settle-order.ts'
import { unlockFulfilment } from '#server/features/unlocks/fulfilment.ts'
import { createStripePayments } from '#server/payments/stripe.ts'
import { MINIMUM_CHARGE } from '#shared/money.ts'
import {
  atProvider,
  CARDS,
  confirmUnlock,
  intentOf,
  listInvestor,
  orderOfIntent,
  payWithCard,
  silenceWebhooks,
  startPayment,
} from '#tests/support/actors/money.ts'
import { startTestApp } from '#tests/support/app.ts'
import { FIXED_KEYS } from '#tests/support/vault.ts'

test('P8: an answer that is older than a newer event is discarded', async () => {
  const app = await startTestApp()
  const { db } = app.database
  await silenceWebhooks(db)
  const vcId = await listInvestor(db)
  const buyer = app.visitor()
  const { clientSecret } = (await startPayment(buyer, vcId)).body
  const piId = intentOf(clientSecret)
  await payWithCard(app, clientSecret, CARDS.good)

  // One settlement reads "paid" and is delayed before it can write.
  const payments = createStripePayments({ secretKey: SANDBOX_SECRET_KEY, webhookSecret: undefined, sandboxUrl: () => app.url })
  const [hasRead, mayContinue] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()]
  const slow = {
    ...payments,
    readIntent: async (id: string) => {
      const intent = await payments.readIntent(id)
      hasRead.resolve()
      await mayContinue.promise
      return intent
    },
  }
  const { id } = await orderOfIntent(db, piId)
  const { log, now } = app.world
  const fulfilments = { vc_unlock: unlockFulfilment }
  const stale = settleOrder(
    {
      db,
      log,
      now,
      payments: slow,
      keyring: await openKeyring(db),
      isLiveMode: false,
      minimumCharge: MINIMUM_CHARGE,
      base: () => 'http://127.0.0.1',
      fulfilments,
      subscribers: [],
      looks: createLooks(db, FIXED_KEYS),
    },
    id,
  )
  await hasRead.promise

  // In between the money is refunded, and another settlement reads that.
  await atProvider(app, 'refunds', { payment_intent: piId })
  await confirmUnlock(buyer, clientSecret, vcId)
  expect((await orderOfIntent(db, piId)).status).toBe('refunded')

  mayContinue.resolve()
  expect((await stale)?.status).toBe('refunded')
  expect((await orderOfIntent(db, piId)).status).toBe('refunded')
})
