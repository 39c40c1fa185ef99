import type { VcId } from '#shared/ids.ts'
import { CARDS, confirmUnlock, intentOf, orderOfIntent, payWithCard, startPayment } from '#tests/support/actors/money.ts'
import { startTestApp } from '#tests/support/app.ts'
import type { Client } from '#tests/support/client.ts'

export const MARK = 'zqxcanary'
export const leave = (client: Client) => client.send('/api/auth/delete-account', { method: 'DELETE' })

/** A started app, a purchase and a deletion. */
export async function setUp() {
  const app = await startTestApp()
  const { member, visitor, database } = app
  const { db } = database

  async function buy(buyer: Client, vcId: VcId, more: Record<string, unknown> = {}, card: string = CARDS.good) {
    const { clientSecret } = (await startPayment(buyer, vcId, more)).body
    await payWithCard(app, clientSecret, card)
    await confirmUnlock(buyer, clientSecret, vcId)
    return orderOfIntent(db, intentOf(clientSecret))
  }
  return { app, member, visitor, database, db, buy }
}
