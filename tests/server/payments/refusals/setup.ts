import { CARDS, confirmUnlock, listInvestor, payWithCard, startPayment } from '#tests/support/actors/money.ts'
import { startTestApp } from '#tests/support/app.ts'
import type { Client } from '#tests/support/client.ts'

/** A started app with an investor, and a purchase. */
export async function setUp() {
  const app = await startTestApp()
  const vcId = await listInvestor(app.database.db)

  const buy = async (buyer: Client, targetId: string, card: string = CARDS.good) => {
    const { clientSecret } = (await startPayment(buyer, targetId)).body
    await payWithCard(app, clientSecret, card)
    return { clientSecret, confirmed: await confirmUnlock(buyer, clientSecret, targetId) }
  }
  return { app, vcId, buy }
}
