import { and, eq, sql } from 'drizzle-orm'
import { beforeAll, describe, expect, test } from 'vitest'
import { orders, sandboxObjects, sandboxRequests } from '#drizzle/schema/index.ts'
import { account } from '#tests/support/actors/account.ts'
import {
  atProvider,
  CARDS,
  effectsOf,
  intentOf,
  orderOfIntent,
  payWithCard,
  rewriteIntent,
  runJob,
} from '#tests/support/actors/money.ts'
import {
  DRAFT,
  findProject,
  founder,
  intentOfSession,
  isScoutPaid,
  payOnPage,
  sessionOf,
  startScout,
  startVisibility,
} from '#tests/support/actors/publishing.ts'
import { startTestApp, type TestApp } from '#tests/support/app.ts'
import { until } from '#tests/support/until.ts'

let app: TestApp
beforeAll(async () => {
  app = await startTestApp()
})

const isPublished = async (id: Parameters<typeof findProject>[1]) => (await findProject(app.database.db, id)).isPublished

describe('publishing for $9 on the provider’s page', () => {
  test('saves the draft, takes the card, returns, and the project is public', async () => {
    const member = await account(app)
    const { status, body } = await startScout(member)
    expect(status).toBe(200)
    expect(body).toEqual({ url: expect.stringMatching(new RegExp(`^${app.url}/sandbox/stripe/checkout/cs_[a-z0-9]+$`)) })
    const page = await (await fetch(body.url)).text()
    expect(page).toContain('$9.00')
    expect(page).toContain('Scout listing of Tidepool')

    const paid = await payOnPage(body.url, CARDS.good)
    const sessionId = sessionOf(body.url)
    expect(paid).toMatchObject({ status: 303, location: `${app.url}/scout-success?session_id=${sessionId}` })
    expect(await isScoutPaid(member, sessionId)).toBe(true)
    const piId = await intentOfSession(app.database.db, sessionId)
    const order = await orderOfIntent(app.database.db, piId)
    const project = await findProject(app.database.db, order.targetId as never)
    expect(project).toMatchObject({ ...DRAFT, isPublished: true, publishedAt: expect.any(Date), userId: member.user.id })
    expect(await effectsOf(app.database.db, piId)).toEqual({
      status: 'paid',
      alert: null,
      grants: [],
      payments: [{ status: 'paid' }],
      mails: [{ template: 'receipt' }],
      balances: { cash: 900, platform_revenue: -900 },
    })
  })

  test.each([
    [CARDS.declined, 'Your card was declined.'],
    [CARDS.insufficient, 'Your card has insufficient funds.'],
    ['', 'Your card number is incorrect.'],
  ])('card %j is declined on the page, and another one can be used', async (number, message) => {
    const { projectId, ...member } = await founder(app)
    const { url } = (await startScout(member)).body
    expect(await payOnPage(url, number)).toMatchObject({ status: 402, page: expect.stringContaining(message) })
    expect(await isScoutPaid(member, sessionOf(url))).toBe(false)
    expect(await isPublished(projectId)).toBe(false)
    expect((await payOnPage(url, CARDS.good)).status).toBe(303)
    expect(await isScoutPaid(member, sessionOf(url))).toBe(true)
    expect(await isPublished(projectId)).toBe(true)
  })

  test('P9: a payment that waits for the bank publishes nothing', async () => {
    const { projectId, ...member } = await founder(app)
    const { url } = (await startScout(member)).body
    expect((await payOnPage(url, CARDS.authenticates)).page).toContain('Your bank asks for your approval')
    expect(await isScoutPaid(member, sessionOf(url))).toBe(false)
    expect((await payOnPage(url, '', 'refuse')).status).toBe(402)
    await payOnPage(url, CARDS.authenticates)
    expect(await isPublished(projectId)).toBe(false)
    expect((await payOnPage(url, '', 'approve')).status).toBe(303)
    await until(() => isPublished(projectId))
  })

  test('P25: the success call reveals nothing of a payment that is missing, unpaid, or of another founder', async () => {
    const [member, other, stranger] = [await founder(app), await founder(app), app.visitor()]
    const { url } = (await startScout(member)).body
    const sessionId = sessionOf(url)
    const ask = (who: typeof stranger, id: string) => isScoutPaid(who, id)
    for (const id of ['', 'cs_unknown', sessionId, 'x'.repeat(5000), '{"$ne":1}']) expect(await ask(member, id)).toBe(false)
    await payOnPage(url, CARDS.good)
    expect(await ask(member, await intentOfSession(app.database.db, sessionId))).toBe(false)
    expect(await ask(other, sessionId)).toBe(false)
    // A browser without a session gets only yes or no.
    expect((await stranger.get(`/api/scout-payment-success?session_id=${sessionId}`)).body).toEqual({ success: true })
    await atProvider(app, 'refunds', { payment_intent: await intentOfSession(app.database.db, sessionId) })
    expect(await ask(member, sessionId)).toBe(false)
  })

  test('an expired page accepts no card, and the next click opens another', async () => {
    const { projectId, ...member } = await founder(app)
    const { url } = (await startScout(member)).body
    await app.database.db
      .update(sandboxObjects)
      .set({ body: sql`${sandboxObjects.body} || '{"expires_at": 1}'` })
      .where(eq(sandboxObjects.id, sessionOf(url)))
    expect(await payOnPage(url, CARDS.good)).toMatchObject({ status: 200, page: expect.stringContaining('expired') })
    const again = (await startScout(member)).body.url
    expect(again).not.toBe(url)
    expect(await statusesOf(projectId)).toEqual(['expired', 'pending'])
  })

  test('pages redirect back to the origin of the founder', async () => {
    const member = await founder(app)
    const { url } = (await startScout(member)).body
    expect(await (await fetch(url)).text()).toContain(`href="${app.url}/project-setup"`)
    const byName = app.url.replace('127.0.0.1', 'localhost')
    const reply = await member.post<{ url: string }>('/api/create-scout-payment', DRAFT, {
      headers: { host: new URL(byName).host, origin: byName },
    })
    expect(reply.body.url).toContain(byName)
    expect(await (await fetch(url)).text()).toContain('expired')
  })
})

const statusesOf = async (projectId: string) =>
  (
    await app.database.db.select({ status: orders.status }).from(orders).where(eq(orders.targetId, projectId)).orderBy(orders.id)
  ).map(({ status }) => status)

describe('publishing for $49 in the embedded form', () => {
  test('publishes, and its confirmation belongs to its founder', async () => {
    const [member, other] = [await founder(app), await founder(app)]
    const { body } = await startVisibility(member)
    expect(body.amount).toBe(4900)
    const paymentIntentId = intentOf(body.clientSecret)
    const confirm = (who: typeof other) => who.post<{ code?: string }>('/api/confirm-project-payment', { paymentIntentId })
    expect((await confirm(member)).body.code).toBe('payments.not-completed')
    await payWithCard(app, body.clientSecret, CARDS.good)
    expect((await confirm(other)).status).toBe(404)
    expect((await confirm(member)).body).toEqual({ success: true, projectId: member.projectId })
    expect(await isPublished(member.projectId)).toBe(true)
    // The confirmation page of a contact does not find it.
    expect((await member.post('/api/confirm-payment', { paymentIntentId })).status).toBe(404)
    expect(await effectsOf(app.database.db, paymentIntentId)).toMatchObject({ balances: { cash: 4900, platform_revenue: -4900 } })
  })
})

describe('P19: nothing is sold', () => {
  test('to an investor, to a stranger, without a draft, or with an incomplete one', async () => {
    const [investor, stranger, blank] = [await account(app, { userType: 'vc' }), app.visitor(), await account(app)]
    const half = await founder(app, { description: ' ' })
    const nameless = await founder(app, { email: null })
    expect([await startScout(investor), await startVisibility(investor)].map(({ status }) => status)).toEqual([403, 403])
    expect([await startScout(stranger), await startVisibility(stranger)].map(({ status }) => status)).toEqual([401, 401])
    expect(await startVisibility(blank)).toMatchObject({ status: 409, body: { code: 'projects.none' } })
    const both = 'Please fill in company name and description before publishing.'
    expect(await startVisibility(half)).toMatchObject({ status: 409, body: { code: 'projects.incomplete', message: both } })
    expect(await startVisibility(nameless)).toMatchObject({ status: 409, body: { code: 'projects.incomplete' } })
    for (const lacking of [{ description: '' }, { companyName: ' ' }, { email: '' }]) {
      expect((await startScout(blank, { ...DRAFT, ...lacking })).status).toBeGreaterThanOrEqual(400)
    }
    const bought = await app.database.db.$count(
      orders,
      and(eq(orders.kind, 'scout_publish'), eq(orders.principalId, blank.user.principalId)),
    )
    expect(bought).toBe(0)
  })

  test('twice: once it is published, both kinds are refused and charge nothing', async () => {
    const [nine, fortyNine] = [await founder(app), await founder(app)]
    await payOnPage((await startScout(nine)).body.url, CARDS.good)
    await payWithCard(app, (await startVisibility(fortyNine)).body.clientSecret, CARDS.good)
    // Paid, and the event has not arrived: the next click finds the payment.
    for (const member of [nine, fortyNine]) {
      for (const reply of [await startVisibility(member), await startScout(member), await startVisibility(member)]) {
        expect(reply).toMatchObject({ status: 409, body: { code: 'projects.already-published', message: 'Already published' } })
      }
      expect(await statusesOf(member.projectId)).toEqual(['paid'])
    }
  })
})

describe('P3: of both kinds only one can be paid', () => {
  test('50 parallel clicks open one page', async () => {
    const member = await founder(app)
    const replies = await Promise.all(Array.from({ length: 50 }, () => startScout(member)))
    expect(new Set(replies.map(({ body }) => body.url)).size).toBe(1)
    expect(await statusesOf(member.projectId)).toEqual(['pending'])
  })

  test('the last one opened; the other accepts no card any more', async () => {
    const member = await founder(app)
    const { url } = (await startScout(member)).body
    const { clientSecret } = (await startVisibility(member)).body
    expect((await payOnPage(url, CARDS.good)).page).toContain('expired')
    const next = (await startScout(member)).body.url
    expect((await payWithCard(app, clientSecret, CARDS.good)).body.error?.code).toBe('payment_intent_unexpected_state')
    await payOnPage(next, CARDS.good)
    await until(() => isPublished(member.projectId))
  })

  test('closing an order again succeeds, also after the provider has forgotten the idempotency key of the first call', async () => {
    const member = await founder(app)
    const { url } = (await startScout(member)).body
    const db = app.database.db
    const [order] = await db
      .update(orders)
      .set({ status: 'cancelled' })
      .where(eq(orders.sessionId, sessionOf(url)))
      .returning({ orderId: orders.id })
    await runJob(app, 'orders.close', order)
    await db.delete(sandboxRequests)
    await expect(runJob(app, 'orders.close', order)).resolves.toBeUndefined()
  })

  test('a payment in processing at its bank is waited for', async () => {
    const member = await founder(app)
    const { clientSecret } = (await startVisibility(member)).body
    await rewriteIntent(app.database.db, intentOf(clientSecret), { status: 'processing' })
    for (const reply of [await startScout(member), await startVisibility(member), await startScout(member)]) {
      expect(reply).toMatchObject({ status: 409, body: { code: 'payments.processing' } })
    }
  })

  test('concurrent payments from two devices charge once', async () => {
    const member = await founder(app)
    const started = await Promise.all([startScout(member), startVisibility(member), startScout(member), startVisibility(member)])
    await Promise.all(
      started.map(({ body }) =>
        'url' in body ? payOnPage(body.url, CARDS.good) : payWithCard(app, body.clientSecret ?? '', CARDS.good),
      ),
    )
    await until(() => isPublished(member.projectId))
    const [charged] = await app.database.db.execute<{ count: number }>(sql`
      select count(*)::int from sandbox_objects charge join orders on orders.id = charge.body->'metadata'->>'orderId'
      where charge.type = 'charge' and orders.target_id = ${member.projectId}`)
    expect(charged?.count).toBe(1)
  })

  test('a second payment that arrives anyway is refunded automatically', async () => {
    const { db } = app.database
    const member = await founder(app)
    const { clientSecret } = (await startVisibility(member)).body
    await db.execute(sql`update projects set is_published = true where id = ${member.projectId}`)
    await payWithCard(app, clientSecret, CARDS.good)
    const paymentIntentId = intentOf(clientSecret)
    const refused = await member.post<{ message: string }>('/api/confirm-project-payment', { paymentIntentId })
    expect(refused).toMatchObject({ status: 409, body: { code: 'projects.already-published' } })
    expect(refused.body.message).toContain('refunded')
    await until(
      () => orderOfIntent(db, paymentIntentId),
      ({ status }) => status === 'refunded',
    )
    expect(await isPublished(member.projectId)).toBe(true)
  })
})

describe('a refund or dispute unpublishes the project', () => {
  const published = async (card: string = CARDS.good) => {
    const member = await founder(app)
    const { url } = (await startScout(member)).body
    await payOnPage(url, card)
    expect(await isScoutPaid(member, sessionOf(url))).toBe(true)
    return { ...member, piId: await intentOfSession(app.database.db, sessionOf(url)) }
  }
  const whenStatus = (piId: string, expected: string) =>
    until(
      () => orderOfIntent(app.database.db, piId),
      ({ status }) => status === expected,
    )

  test('P12: a full refund does, a partial one does not, and it can be published again', async () => {
    const { piId, projectId, ...member } = await published()
    await atProvider(app, 'refunds', { payment_intent: piId, amount: '100' })
    await until(
      () => effectsOf(app.database.db, piId),
      ({ balances }) => balances.cash === 800,
    )
    expect(await isPublished(projectId)).toBe(true)
    await atProvider(app, 'refunds', { payment_intent: piId })
    await whenStatus(piId, 'refunded')
    expect(await isPublished(projectId)).toBe(false)
    expect((await effectsOf(app.database.db, piId)).balances).toEqual({ cash: 0, platform_revenue: 0 })
    await payWithCard(app, (await startVisibility(member)).body.clientSecret, CARDS.good)
    await until(() => isPublished(projectId))
  })

  test.each([
    ['won', true, 'paid'],
    ['lost', false, 'revoked'],
  ])('P14: a dispute does, and %s decides', async (outcome, stays, status) => {
    const { piId, projectId } = await published(CARDS.disputed)
    await whenStatus(piId, 'disputed')
    expect(await isPublished(projectId)).toBe(false)
    const [dispute] = await app.database.db.execute<{ id: string }>(
      sql`select id from sandbox_objects where type = 'dispute' and body->>'payment_intent' = ${piId}`,
    )
    await atProvider(app, `disputes/${dispute?.id}/close`, { status: outcome })
    await whenStatus(piId, status)
    expect(await isPublished(projectId)).toBe(stays)
  })

  test('a project that an admin unpublished stays unpublished, even if its payment is read repeatedly', async () => {
    const { projectId, ...member } = await published()
    const [{ sessionId } = { sessionId: '' }] = await app.database.db.select().from(orders).where(eq(orders.targetId, projectId))
    await app.database.db.execute(sql`update projects set is_published = false where id = ${projectId}`)
    expect(await isScoutPaid(member, sessionId ?? '')).toBe(true)
    expect(await isPublished(projectId)).toBe(false)
  })

  test('and cannot be paid for again, in either way; a payment that was in progress is refunded', async () => {
    const { db } = app.database
    const { projectId, ...member } = await published()
    const refuse = () => db.execute(sql`update projects set is_published = false, status = 'rejected' where id = ${projectId}`)
    await refuse()
    for (const start of [startScout, startVisibility]) expect((await start(member)).body.code).toBe('projects.taken-off')
    // Also without a rejection: its payment is still valid.
    await db.execute(sql`update projects set status = 'under review' where id = ${projectId}`)
    expect((await startVisibility(member)).body.code).toBe('projects.taken-off')

    const late = await founder(app)
    const { clientSecret } = (await startVisibility(late)).body
    await db.execute(sql`update projects set status = 'rejected' where id = ${late.projectId}`)
    await payWithCard(app, clientSecret, CARDS.good)
    await whenStatus(intentOf(clientSecret), 'refunded')
    expect(await isPublished(late.projectId)).toBe(false)
    expect((await orderOfIntent(db, intentOf(clientSecret))).refusal).toBe('projects.taken-off')
  })
})
