import { sql } from 'drizzle-orm'
import { describe, expect, test } from 'vitest'
import { meetingBookings, tickets, vcs } from '#drizzle/schema/index.ts'
import { newId } from '#server/database/new-id.ts'
import { SEARCHES } from '#server/features/admin/desk/search-queries.ts'
import { searchTermsOf } from '#server/features/admin/desk/search-terms.ts'
import { createLog } from '#server/log.ts'
import { seedCompany } from '#server/seed/company.ts'
import { type DeskResults, MAX_FOUND } from '#shared/admin/search.ts'
import type { BookingId, VcId } from '#shared/ids.ts'
import { account } from '#tests/support/actors/account.ts'
import { spanAt } from '#tests/support/actors/bookings.ts'
import { CARDS, listInvestor } from '#tests/support/actors/money.ts'
import { bought } from '#tests/support/actors/refunds.ts'
import { startTestApp } from '#tests/support/app.ts'
import { listDocuments } from '#tests/support/state/documents.ts'
import { receiptNumbers } from '#tests/support/state/orders.ts'
import { chargeOf, disputeAtProvider, refundsAtProvider } from '#tests/support/state/provider.ts'
import { until } from '#tests/support/until.ts'
import { deskOf } from './setup.ts'

const lines: string[] = []
const log = createLog('trace', { write: (line: string) => void lines.push(line) })
const app = await startTestApp({ world: { log } })
const { db, sql: query } = app.database
const desk = await deskOf(app)

const idsOf = ({ items }: { items: { id: string }[] }) => items.map(({ id }) => id)
const kindsOf = (results: DeskResults) =>
  Object.fromEntries(Object.entries(results).flatMap(([kind, { items }]) => (items.length > 0 ? [[kind, idsOf({ items })]] : [])))

describe('an admin finds', () => {
  test('an account by the words of its name in any order, the beginning of its address, and both ids', async () => {
    const grace = await account(app, { firstName: 'Grace Brewster', lastName: 'Hopper-Murray', email: 'grace@navy.example' })
    const { id, principalId } = grace.user
    for (const text of ['grace', 'hopper', 'Murray GRACE', 'Hopper-Mur', 'grace@na', 'GRACE@NAVY.EXAMPLE', id, principalId]) {
      expect([text, idsOf((await desk.search(text)).people)]).toEqual([text, [principalId]])
    }
    expect((await desk.search('grace@navy')).people.items).toEqual([
      {
        id: principalId,
        name: 'Grace Brewster Hopper-Murray',
        email: 'grace@navy.example',
        kind: 'account',
        userType: 'founder',
        isBanned: false,
      },
    ])
    expect((await desk.search('race')).people.items).toEqual([])
  })

  test('an order, its buyer and its call by every id of the payment provider, and by its receipt', async () => {
    const { orderId, piId, buyer } = await bought(app, { buyer: app.visitor(), email: 'paid@guest.example' })
    const charge = await chargeOf(db, piId)
    await query`update orders set session_id = 'cs_test_desk' where id = ${orderId}`
    const number = (await receiptNumbers(db)).at(-1)
    expect(buyer.cookies.size).toBeGreaterThan(0)
    const texts = [orderId, piId, charge, 'cs_test_desk', 'Paid@Guest.example', `LK-${number}`, String(number)]
    for (const text of texts) expect([text, idsOf((await desk.search(text ?? '')).orders)]).toEqual([text, [orderId]])
    const [found] = (await desk.search(orderId)).orders.items
    expect(found).toMatchObject({ status: 'paid', buyer: 'paid@guest.example', kind: 'vc_unlock' })
    expect((await desk.view(found?.principalId ?? '')).body).toMatchObject({
      kind: 'guest',
      orders: { items: [{ id: orderId }] },
    })
    expect(kindsOf(await desk.search('ch_unknown'))).toEqual({})
  })

  test('an order by the number of its invoice and of its credit note', async () => {
    await seedCompany(db)
    const ada = await account(app)
    const { orderId, becomes } = await bought(app, { buyer: ada })
    await desk.post('/api/admin/refunds', { orderId })
    await becomes('refunded')
    await until(async () => (await listDocuments(db, { orderId })).length > 1)
    for (const { number } of await listDocuments(db, { orderId })) {
      const short = number.replace(/-0+(?=\d+$)/, '-').toLowerCase()
      for (const text of [number, short]) expect([text, idsOf((await desk.search(text)).orders)]).toEqual([text, [orderId]])
    }
    expect(kindsOf(await desk.search('INV-2020-000001'))).toEqual({})
  })

  test('an order by its refund and its dispute', async () => {
    const refunded = await bought(app)
    await desk.post('/api/admin/refunds', { orderId: refunded.orderId })
    await refunded.becomes('refunded')
    const [refund] = await refundsAtProvider(db, refunded.piId)
    expect(refund?.id).toMatch(/^re_/)
    expect(idsOf((await desk.search(refund?.id ?? '')).orders)).toEqual([refunded.orderId])
    const disputed = await bought(app, { card: CARDS.disputed })
    await disputed.becomes('disputed')
    const dispute = await disputeAtProvider(db, disputed.piId)
    expect(idsOf((await desk.search(dispute)).orders)).toEqual([disputed.orderId])
  })

  test('a call by its id, and by the founder who typed a name and an address', async () => {
    const { user } = await account(app)
    const id = newId<BookingId>('bkg')
    await db.insert(meetingBookings).values({
      ...spanAt(new Date('2027-03-01T10:00:00Z')),
      ...{ id, principalId: user.principalId, vcId: await listInvestor(db), vcType: 'airtable' },
      ...{ founderName: 'Katherine Johnson', founderEmail: 'katherine@space.example' },
    })
    for (const text of [id, 'johnson', 'katherine@space']) expect(idsOf((await desk.search(text)).bookings)).toEqual([id])
  })

  test('an investor of both sources by name, fund, address and id', async () => {
    const listed = await listInvestor(db, { name: 'Mary Jackson', fund: 'Langley Seed', email: 'mary@langley.example' })
    const own = newId<VcId>('vc')
    const owner = await account(app)
    await db.insert(vcs).values({ id: own, userId: owner.user.id, fundName: 'Langley Growth', partnerName: 'Dorothy Vaughan' })
    expect(kindsOf(await desk.search('langley'))).toEqual({ investors: [own, listed] })
    for (const text of ['jackson mary', 'mary@lang', listed]) expect(idsOf((await desk.search(text)).investors)).toEqual([listed])
    const [found] = (await desk.search('vaughan')).investors.items
    expect(found).toMatchObject({ id: own, vcType: 'platform', principalId: owner.user.principalId })
  })

  test('a ticket by its number in each way of writing it, its id, and the name and address entered with it', async () => {
    const id = crypto.randomUUID()
    const entered = { name: 'Annie Easley', email: 'annie@lewis.example', subject: 'Cannot pay' }
    const [row] = await db
      .insert(tickets)
      .values({ id, kind: 'support', message: 'Help', ...entered })
      .returning({ number: tickets.number })
    const number = row?.number ?? 0
    for (const text of [`T-${String(number).padStart(6, '0')}`, `t-${number}`, id, 'easley', 'annie@lewis']) {
      expect([text, idsOf((await desk.search(text)).tickets)]).toEqual([text, [id]])
    }
  })

  test('ten results of each kind at most, and a note that there are more', async () => {
    const people = Array.from({ length: MAX_FOUND + 1 }, (_, nth) =>
      account(app, { firstName: 'Many', lastName: `Times ${nth}` }),
    )
    await Promise.all(people)
    const { people: found } = await desk.search('many times')
    expect([found.items.length, found.hasMore]).toEqual([MAX_FOUND, true])
    expect((await desk.search('many times 10')).people).toMatchObject({ items: [{ name: 'Many Times 10' }], hasMore: false })
  })
})

test('a query that is too short, too long, or not a text is refused, and one with signs of the query language finds nothing', async () => {
  for (const text of ['', 'a', '\u{10FFFF}\u{10FFFF}', ' b ', 'x'.repeat(201), null, 7]) {
    expect((await desk.post('/api/admin/search', { query: text })).status).toBe(422)
  }
  for (const text of ['%%', '& | !', "'; drop", '\\\\', ':*:*', '100%_x', '7']) {
    expect((await desk.post('/api/admin/search', { query: text })).status).toBe(200)
  }
})

test('only an admin searches, and no log contains the query', async () => {
  const body = { query: 'secret-address@example.org' }
  const member = await account(app)
  expect([
    (await app.visitor().post('/api/admin/search', body)).status,
    (await member.post('/api/admin/search', body)).status,
  ]).toEqual([401, 403])
  expect((await desk.post('/api/admin/search', body)).status).toBe(200)
  await desk.post('/api/admin/search', { query: `secret-address@example.org${'x'.repeat(200)}` })
  expect(lines.join('\n')).toContain('/api/admin/search')
  expect(lines.join('\n')).not.toContain('secret-address')
})

describe.each(Object.entries(SEARCHES))('the search for %s', (_, statement) => {
  test.each(['ada lovelace', 'ada@example.org', 'ord_1', 'T-000042', '42', 'ch_1'])('reads an index for “%s”', async (text) => {
    const plan = await db.transaction(async (tx) => {
      // Small tables are read as a whole. With this setting only where no index can answer.
      await tx.execute(sql`set local enable_seqscan = off`)
      return tx.execute<{ 'QUERY PLAN': string }>(
        sql`explain ${statement({ terms: searchTermsOf(text), piId: 'pi_1', limit: 11 })}`,
      )
    })
    expect(plan.length).toBeGreaterThan(3)
    expect(plan.map((line) => line['QUERY PLAN']).filter((line) => line.includes('Seq Scan'))).toEqual([])
  })
})
