import { eq } from 'drizzle-orm'
import { describe, expect, test } from 'vitest'
import { mailOutbox, processedMutations, projects, sessions, users, vcs } from '#drizzle/schema/index.ts'
import { newId } from '#server/database/new-id.ts'
import { queueMail } from '#server/email/outbox.ts'
import { type Customer, MAX_SECTION } from '#shared/admin/customer.ts'
import type { ProjectId, VcId } from '#shared/ids.ts'
import { account } from '#tests/support/actors/account.ts'
import { bookCall, movableSlot } from '#tests/support/actors/bookings.ts'
import { DAY_MS, movableClock } from '#tests/support/actors/earnings.ts'
import { startInvestor } from '#tests/support/actors/listings.ts'
import { CARDS } from '#tests/support/actors/money.ts'
import { ask, bought } from '#tests/support/actors/refunds.ts'
import { startTestApp } from '#tests/support/app.ts'
import { addReportedProject, PRINCIPAL_TEXTS } from '#tests/support/principal-texts.ts'
import { newClientId, newMutationId } from '#tests/support/private-lane.ts'
import { listPrincipals } from '#tests/support/state/accounts.ts'
import { auditEntriesOf } from '#tests/support/state/audit.ts'
import { deskOf, type Person } from './setup.ts'

const clock = movableClock()
const app = await startTestApp({ world: { now: clock.now } })
const { db } = app.database
const desk = await deskOf(app)
await addReportedProject(db)

const view = async (id: string): Promise<Customer> => {
  const { status, body } = await desk.view(id)
  expect(status).toBe(200)
  return body
}

describe('the page of a customer', () => {
  test('has the facts of the account, and of its devices their number', async () => {
    const ada = await account(app, { emailVerifiedAt: new Date(0), pendingEmail: 'new@example.org', hasTwoFactor: true })
    const { account: facts, ...page } = await view(ada.user.principalId)
    expect(facts).toMatchObject({
      ...{ id: ada.user.id, email: ada.user.email, pendingEmail: 'new@example.org', name: 'Ada Member', userType: 'founder' },
      ...{ emailVerifiedAt: new Date(0).toISOString(), hasPassword: false, hasTwoFactor: true, isAdmin: false, sessions: 1 },
      ...{ pushDevices: 0, ban: null },
    })
    expect(page).toMatchObject({ kind: 'account', mergedInto: null, balance: null, orders: { items: [], hasMore: false } })
    expect((await view(desk.user.principalId)).account).toMatchObject({ isAdmin: true })
  })

  test('has orders with their refund and dispute, and the grants of each', async () => {
    const ada = await account(app)
    const first = await bought(app, { buyer: ada, email: 'receipt@example.org' })
    expect((await ask(ada, first.orderId)).status).toBe(200)
    const second = await bought(app, { buyer: ada, card: CARDS.disputed })
    await second.becomes('disputed')
    const { orders, grants } = await view(ada.user.principalId)
    expect(orders.items).toMatchObject([
      { id: second.orderId, status: 'disputed', refund: null, disputes: [{ status: 'open' }], paymentId: second.piId },
      { id: first.orderId, status: 'paid', refund: { status: 'requested' }, disputes: [], receiptEmail: 'receipt@example.org' },
    ])
    expect(grants.items.map(({ orderId, status, investorId }) => [orderId, status, investorId])).toEqual([
      [second.orderId, 'disputed', second.vcId],
      [first.orderId, 'completed', first.vcId],
    ])
  })

  test('has the calls of both sides, the listing, and its balance', async () => {
    const investor = await startInvestor(app)
    const founder = await account(app)
    await bookCall(app, founder, investor.listing, await movableSlot(founder, investor.listing))
    const [sold, taken] = [await view(investor.user.principalId), await view(founder.user.principalId)]
    expect(sold.bookings.items).toMatchObject([{ side: 'investor', status: 'confirmed' }])
    expect(taken.bookings.items).toMatchObject([{ side: 'founder', status: 'confirmed', id: sold.bookings.items[0]?.id }])
    expect(sold.listings.items).toMatchObject([{ id: investor.listing, isVerified: true, reviewStatus: 'approved' }])
    expect([sold.balance?.inWindow, taken.balance]).toEqual([expect.any(Number), null])
    expect((sold.balance?.inWindow ?? 0) + (sold.balance?.held ?? 0)).toBeGreaterThan(0)
  })

  test('has published projects, and no draft', async () => {
    const [founder, writer] = [await account(app), await account(app)]
    const add = ({ user }: Person, name: string, publishedAt: Date | null) =>
      db.insert(projects).values({ id: newId<ProjectId>('prj'), userId: user.id, companyName: name, publishedAt })
    await add(founder, 'Shown Works', new Date(0))
    await add(writer, 'Secret Draft', null)
    expect((await view(founder.user.principalId)).projects.items.map(({ name }) => name)).toEqual(['Shown Works'])
    expect(JSON.stringify(await view(writer.user.principalId))).not.toContain('Secret Draft')
  })

  test('has the kind and the state of mails, and neither subject nor text', async () => {
    const { user } = await account(app)
    const message = { subject: 'canary-subject', greeting: null, paragraphs: ['canary-text'] }
    const send = (to: string, template: string) => queueMail(db, { to, template, message: message as never })
    const [waiting, sent] = [await send(user.email.toUpperCase(), 'welcome'), await send(user.email, 'reset-password')]
    await send('other@example.org', 'of-another')
    await db
      .update(mailOutbox)
      .set({ sentAt: new Date(0) })
      .where(eq(mailOutbox.id, sent))
    const { mails, ...page } = await view(user.principalId)
    expect(mails.items.map(({ id }) => id).sort()).toEqual([waiting, sent].sort())
    expect(mails.items.find(({ id }) => id === sent)).toMatchObject({ template: 'reset-password', state: 'sent' })
    expect(JSON.stringify([mails, page])).not.toContain('canary')
  })

  test('counts applied and refused mutations of its devices', async () => {
    const ada = await account(app)
    const sent = [
      { name: 'searches.save', args: {} },
      { name: 'vote.cast', args: { projectId: 'prj_none', isCast: true } },
    ]
    const mutations = sent.map((one) => ({ ...one, id: newMutationId(), madeAt: new Date().toISOString() }))
    await ada.post('/api/sync/push', { clientId: newClientId(), mutations })
    await db.insert(processedMutations).values(
      (['applied', 'applied', 'refused'] as const).map((status) => ({
        ...{ id: newMutationId() as never, principalId: ada.user.principalId, clientId: newClientId(), name: 'test', status },
      })),
    )
    const { mutations: counted } = await view(ada.user.principalId)
    expect(counted).toMatchObject({ applied: 2, isCut: false, lastAt: expect.any(String) })
    expect(counted.refused).toBeGreaterThanOrEqual(1)
  })

  test('is bounded: of the latest entries it says that there are more', async () => {
    const { user } = await account(app)
    const rows = Array.from({ length: MAX_SECTION + 1 }, (_, nth) => ({
      ...{
        id: newId<VcId>('vc'),
        userId: user.id,
        fundName: `Fund ${nth}`,
        partnerName: 'Ada',
        submittedAt: new Date(nth * 1000),
      },
    }))
    await db.insert(vcs).values(rows)
    const { listings } = await view(user.principalId)
    expect([listings.items.length, listings.hasMore, listings.items[0]?.fund]).toEqual([MAX_SECTION, true, `Fund ${MAX_SECTION}`])
  })

  test('shows what a guest has bought, and what is left of an erased account', async () => {
    const { orderId, order } = await bought(app, { buyer: app.visitor() })
    const guest = (await order()).principalId
    expect(await view(guest)).toMatchObject({ kind: 'guest', account: null, orders: { items: [{ id: orderId }] } })
    const erased = await bought(app)
    const { principalId } = await erased.order()
    const [row] = await listPrincipals(db, { id: principalId })
    await db.delete(users).where(eq(users.id, row?.userId as never))
    expect(await view(principalId)).toMatchObject({ kind: 'erased', account: null, orders: { items: [{ id: erased.orderId }] } })
  })
})

/** By table and column: why an admin reads a text of the customer. */
const SHOWN: Record<string, string> = { 'orders.snapshot': 'the name of what was bought' }

test.each(PRINCIPAL_TEXTS)('%s.%s is not part of the page of its author', async (table, column, write) => {
  const { user } = await account(app)
  const text = `canary${crypto.randomUUID().slice(0, 8)}`
  await write(db, user.principalId, text)
  const page = JSON.stringify(await view(user.principalId))
  expect(page.includes(text)).toBe(SHOWN[`${table}.${column}`] !== undefined)
})

describe('a view', () => {
  const viewsOf = async (targetId: string) =>
    (await auditEntriesOf(db, targetId)).map(({ actorId, action, targetType }) => [actorId, action, targetType])

  test('is recorded once an hour for each admin and customer, also of two at the same time', async () => {
    const [ada, other] = [await account(app), await deskOf(app)]
    await Promise.all([desk.view(ada.user.principalId), desk.view(ada.user.principalId)])
    const own = [desk.user.id, 'viewed', 'account']
    expect(await viewsOf(ada.user.id)).toEqual([own])
    await other.view(ada.user.principalId)
    expect(await viewsOf(ada.user.id)).toEqual([own, [other.user.id, 'viewed', 'account']])
    await db.update(sessions).set({ expire: new Date(clock.now().getTime() + DAY_MS) })
    clock.forwardDays(1 / 23)
    await desk.view(ada.user.principalId)
    expect(await viewsOf(ada.user.id)).toHaveLength(3)
  })

  test('of a guest is recorded for its principal, and one of an unknown id is not', async () => {
    const { order } = await bought(app, { buyer: app.visitor() })
    const { principalId } = await order()
    await desk.view(principalId)
    expect(await viewsOf(principalId)).toEqual([[desk.user.id, 'viewed', 'guest']])
    expect(await desk.view('prn_nobody')).toMatchObject({ status: 404 })
    expect(await viewsOf('prn_nobody')).toEqual([])
  })

  test('is for admins only, and leaves no record when it is refused', async () => {
    const [ada, member] = [await account(app), await account(app)]
    const path = `/api/admin/customers/${ada.user.principalId}`
    expect([(await app.visitor().post(path)).status, (await member.post(path)).status]).toEqual([401, 403])
    expect(await viewsOf(ada.user.id)).toEqual([])
  })
})
