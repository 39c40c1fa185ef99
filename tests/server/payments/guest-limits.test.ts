import { eq } from 'drizzle-orm'
import { expect, test } from 'vitest'
import { users } from '#drizzle/schema/index.ts'
import { listInvestor, startPayment } from '#tests/support/actors/money.ts'
import { startTestApp } from '#tests/support/app.ts'
import type { Client } from '#tests/support/client.ts'

const PER_GUEST = 20
const PER_ACCOUNT = 60

/** The number of payments that a buyer can open until the limit. */
async function countOpened(buyer: Client, vcId: string, most: number) {
  for (let count = 0; count < most; count += 1) if ((await startPayment(buyer, vcId)).status === 429) return count
  return most
}

test('a guest opens a limited number of payments an hour; the next guest is not affected', async () => {
  const app = await startTestApp({ env: { RATE_LIMIT_SCALE: '1' } })
  const vcId = await listInvestor(app.database.db)
  const guest = app.visitor()
  for (let count = 0; count < PER_GUEST; count += 1) expect((await startPayment(guest, vcId)).status).toBe(200)
  const refused = await startPayment(guest, vcId)
  expect(refused).toMatchObject({ status: 429, body: { code: 'too-many-requests' } })
  expect(Number(refused.headers.get('retry-after'))).toBeGreaterThan(0)
  expect((await startPayment(app.visitor(), vcId)).status).toBe(200)
})

test('an account opens a limited number of payments as well, and fewer while its address is not verified', async () => {
  const app = await startTestApp({ env: { RATE_LIMIT_SCALE: '1' } })
  const { db } = app.database
  const vcId = await listInvestor(db)
  const [fresh, verified] = [await app.member(), await app.member()]
  await db.update(users).set({ emailVerifiedAt: new Date() }).where(eq(users.id, verified.user.id))
  expect(await countOpened(fresh, vcId, PER_ACCOUNT + 5)).toBe(PER_GUEST)
  expect(await countOpened(verified, vcId, PER_ACCOUNT + 5)).toBe(PER_ACCOUNT)
  expect((await fresh.post<{ code?: string }>('/api/create-vc-payment', { vcId })).body.code).toBe('too-many-requests')
  expect((await verified.post<{ code?: string }>('/api/create-project-payment')).body.code).toBe('too-many-requests')
})
