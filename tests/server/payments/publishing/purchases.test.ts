import { eq, sql } from 'drizzle-orm'
import { describe, expect, test } from 'vitest'
import { sandboxObjects } from '#drizzle/schema/index.ts'
import { account } from '#tests/support/actors/account.ts'
import { atProvider, CARDS, effectsOf, intentOf, orderOfIntent, payWithCard } from '#tests/support/actors/money.ts'
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
import { listOrders } from '#tests/support/state/orders.ts'
import { until } from '#tests/support/until.ts'
import { setUp } from './setup.ts'

const { app, isPublished, statusesOf } = await setUp()

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
    const bought = await listOrders(app.database.db, { kind: 'scout_publish', principalId: blank.user.principalId })
    expect(bought).toEqual([])
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
