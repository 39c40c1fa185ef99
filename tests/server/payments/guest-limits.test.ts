import { expect, test } from 'vitest'
import { startTestApp } from '#tests/support/app.ts'
import { listInvestor, startPayment } from '#tests/support/money.ts'

const PER_GUEST = 20

test('a guest opens so many payments an hour and no more; the next guest is not held back by that', async () => {
  const app = await startTestApp({ env: { RATE_LIMIT_SCALE: '1' } })
  const vcId = await listInvestor(app.database.db)
  const guest = app.visitor()
  for (let count = 0; count < PER_GUEST; count += 1) expect((await startPayment(guest, vcId)).status).toBe(200)
  const refused = await startPayment(guest, vcId)
  expect(refused).toMatchObject({ status: 429, body: { code: 'too-many-requests' } })
  expect(Number(refused.headers.get('retry-after'))).toBeGreaterThan(0)
  expect((await startPayment(app.visitor(), vcId)).status).toBe(200)
})
