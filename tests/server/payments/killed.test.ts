import { afterAll, expect, test } from 'vitest'
import { type ProductServer, startProduct } from '#tests/e2e/support/server.ts'
import { createClient } from '#tests/support/client.ts'
import { CARDS, hasUnlocked, intentOf, payWithCard, silenceWebhooks, startPayment } from '#tests/support/money.ts'
import { until } from '#tests/support/until.ts'

let server: ProductServer | undefined
afterAll(() => server?.dispose())

test('kill -9 between payment and grant loses nothing: after the restart the contact is there by itself', async () => {
  server = await startProduct({ LOG_LEVEL: 'silent' })
  const buyer = createClient(server.url)
  const database = await server.openDatabase()
  await silenceWebhooks(database.db)
  const [investor] = await database.sql<{ id: string }[]>`
    select id from directory_investors where is_verified and unlisted_at is null order by id limit 1`
  const vcId = investor?.id ?? ''
  const { clientSecret } = (await startPayment(buyer, vcId)).body
  expect((await payWithCard(server, clientSecret, CARDS.good)).body.status).toBe('succeeded')
  await server.kill()

  const statusOf = async () => {
    const [order] = await database.sql<{ status: string }[]>`select status from orders where pi_id = ${intentOf(clientSecret)}`
    return order?.status
  }
  expect(await statusOf()).toBe('pending')
  await server.start()
  await until(statusOf, (status) => status === 'paid')
  expect(await hasUnlocked(buyer, vcId)).toBe(true)
  await database.close()
}, 120_000)
