import { eq } from 'drizzle-orm'
import { beforeAll, describe, expect, test } from 'vitest'
import { orders, sandboxRequests } from '#drizzle/schema/index.ts'
import type { OrderId, ProjectId } from '#shared/ids.ts'
import { cents } from '#shared/money.ts'
import { CARDS, deliver, reconcile, runJob, silenceWebhooks } from '#tests/support/actors/money.ts'
import { findProject, founder, payOnPage, sessionOf, startScout } from '#tests/support/actors/publishing.ts'
import { startTestApp, type TestApp } from '#tests/support/app.ts'
import { listOrders, orderById } from '#tests/support/state/orders.ts'
import { providerObject } from '#tests/support/state/provider.ts'

/** The provider sends no events by itself here: each test delivers them. */
let app: TestApp
beforeAll(async () => {
  app = await startTestApp({ env: { LOG_LEVEL: 'silent' } })
  await silenceWebhooks(app.database.db)
})

const isPublished = async (id: ProjectId) => (await findProject(app.database.db, id)).isPublished

const begin = async () => {
  const member = await founder(app)
  const { url } = (await startScout(member)).body
  return { ...member, url, sessionId: sessionOf(url) }
}

let made = 0
/** An event about a page, as the provider creates it after a delay of the bank. */
async function sendEvent(sessionId: string, type: string) {
  const object = await providerObject(app.database.db, sessionId)
  made += 1
  const id = `evt_hosted${made}`
  const event = { id, object: 'event', type, livemode: false, created: 1, data: { object } }
  expect((await deliver(app, event)).status).toBe(200)
  await runJob(app, 'payments.event', { eventId: id })
}

describe('P11: events of a page', () => {
  test.each(['checkout.session.completed', 'checkout.session.async_payment_succeeded'])('%s publishes', async (type) => {
    const { url, sessionId, projectId } = await begin()
    await payOnPage(url, CARDS.good)
    expect(await isPublished(projectId)).toBe(false)
    await sendEvent(sessionId, type)
    expect(await isPublished(projectId)).toBe(true)
  })

  test.each([
    'checkout.session.completed',
    'checkout.session.async_payment_succeeded',
    'checkout.session.async_payment_failed',
    'checkout.session.expired',
  ])('P9: %s without money publishes nothing', async (type) => {
    const { url, sessionId, projectId } = await begin()
    await payOnPage(url, CARDS.declined)
    await sendEvent(sessionId, type)
    expect(await isPublished(projectId)).toBe(false)
    // And removes nothing: the page is still open for another card.
    expect((await payOnPage(url, CARDS.good)).status).toBe(303)
  })
})

describe('P2: a crash', () => {
  test('before the page id was saved is repaired by its webhook', async () => {
    const { url, sessionId, projectId } = await begin()
    await app.database.db.update(orders).set({ sessionId: null }).where(eq(orders.sessionId, sessionId))
    // The provider stores keys for a day only.
    await app.database.db.delete(sandboxRequests)
    await payOnPage(url, CARDS.good)
    await sendEvent(sessionId, 'checkout.session.completed')
    expect(await isPublished(projectId)).toBe(true)
  })

  test('before the page was created is repaired by the next click, with one page', async () => {
    const member = await founder(app)
    const id = `ord_crashed${made}` as OrderId
    await app.database.db.insert(orders).values({
      id,
      principalId: member.user.principalId,
      kind: 'scout_publish',
      targetType: 'project',
      targetId: member.projectId,
      amount: cents(900),
      snapshot: {
        title: 'Scout listing of Tidepool',
        pages: { successUrl: `${app.url}/scout-success?session_id={CHECKOUT_SESSION_ID}`, cancelUrl: `${app.url}/project-setup` },
      },
    })
    await reconcile(app)
    const { url } = (await startScout(member)).body
    expect((await orderById(app.database.db, id)).sessionId).toBe(sessionOf(url))
  })
})

test('L1: a page that was paid without an event is found, and one unpaid for a day is closed', async () => {
  const [paid, unpaid] = [await begin(), await begin()]
  await payOnPage(paid.url, CARDS.good)
  await app.database
    .sql`update orders set created_at = created_at - interval '25 hours' where session_id in (${paid.sessionId}, ${unpaid.sessionId})`
  await reconcile(app)
  expect(await isPublished(paid.projectId)).toBe(true)
  expect((await payOnPage(unpaid.url, CARDS.good)).page).toContain('expired')
  expect(await listOrders(app.database.db, { sessionId: unpaid.sessionId })).toMatchObject([{ status: 'expired' }])
})
