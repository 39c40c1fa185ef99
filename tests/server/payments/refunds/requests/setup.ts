import { held } from '#tests/support/actors/listings.ts'
import { admin, type bought } from '#tests/support/actors/refunds.ts'
import { startTestApp } from '#tests/support/app.ts'

/** The order as the buyer’s devices receive it. */
export const orderOnDevice = async ({ buyer, orderId }: Awaited<ReturnType<typeof bought>>) =>
  (await held(buyer)).orders?.find(({ id }) => id === orderId)

/** A started app with an admin. */
export async function setUp() {
  const app = await startTestApp({ env: { LOG_LEVEL: 'silent' } })
  const { db } = app.database
  const boss = await admin(app)
  return { app, db, boss }
}
