import Papa from 'papaparse'
import { expect, test } from 'vitest'
import { contactIntros, contactNotes, orders, payments, projects, tickets, uploads } from '#drizzle/schema/index.ts'
import { newId } from '#server/database/new-id.ts'
import type { OrderId, ProjectId, VcId } from '#shared/ids.ts'
import { cents } from '#shared/money.ts'
import { CARDS, intentOf, listInvestor, orderOfIntent, payWithCard, startPayment } from '#tests/support/actors/money.ts'
import { GRETA, listFund, startPerson } from '#tests/support/actors/order-kinds.ts'
import { startTestApp } from '#tests/support/app.ts'
import { enterCall } from '#tests/support/calls.ts'
import { makeStale } from '#tests/support/stand-ins/stale-responses.ts'
import { findUser, listSessions } from '#tests/support/state/accounts.ts'
import { firstViewOf } from '#tests/support/state/orders.ts'
import { until } from '#tests/support/until.ts'

const app = await startTestApp()
const { member, visitor, database } = app
const { db } = database

type Export = { profile: { email: string } } & Record<string, unknown[]> & { csv: Record<string, string> }

test('contains what a user wrote, as JSON and as CSV that no spreadsheet executes', async () => {
  const [ada, eve] = [await member(), await member()]
  const formula = '=HYPERLINK("http://evil.example","x"),\n"+1"'
  for (const { user } of [ada, eve]) {
    await db
      .insert(contactNotes)
      .values({ principalId: user.principalId, contactId: 'rec1' as VcId, text: user === ada.user ? formula : 'of Eve' })
    await db
      .insert(contactIntros)
      .values({ principalId: user.principalId, contactId: 'rec1' as VcId, text: user === ada.user ? 'My words' : 'of Eve' })
    await db.insert(tickets).values({ id: newId('tkt'), kind: 'support', principalId: user.principalId, message: '-1+cmd|x' })
    await db
      .insert(projects)
      .values({ id: newId<ProjectId>('prj'), userId: user.id, companyName: user === ada.user ? '@Ada' : 'Eve Ltd' })
  }
  const { status, headers, body } = await ada.get<Export>('/api/auth/export')
  expect(status).toBe(200)
  expect(headers.get('content-disposition')).toContain('attachment')
  expect(body.profile.email).toBe(ada.user.email)
  expect(body.notes).toMatchObject([{ text: formula }])
  expect(body.introductions).toMatchObject([{ text: 'My words' }])
  expect(body.projects).toMatchObject([{ companyName: '@Ada' }])
  for (const name of ['orders', 'payments', 'unlocks', 'bookings', 'requests', 'savedInvestors', 'votes'])
    expect(body[name]).toEqual([])
  expect(JSON.stringify(body)).not.toMatch(/of Eve|Eve Ltd/)

  const cells = (name: string, column: string) =>
    Papa.parse<Record<string, string>>(body.csv[name] ?? '', { header: true }).data.map((row) => row[column])
  expect(cells('notes', 'text')).toEqual([`'${formula}`])
  expect(cells('tickets', 'message')).toEqual(["'-1+cmd|x"])
  expect(cells('projects', 'companyName')).toEqual(["'@Ada"])
})

test('lists the URL of each picture, from which it is downloaded', async () => {
  const ada = await member()
  const id = 'a1'.repeat(16)
  await db.insert(uploads).values({ id, userId: ada.user.id, bytes: 1, width: 1, height: 1 })
  expect((await ada.get<Export>('/api/auth/export')).body.pictures).toMatchObject([{ id, address: `/uploads/${id}-1024.webp` }])
})

test('contains no secret of the account', async () => {
  const ada = await member()
  const json = JSON.stringify((await ada.get('/api/auth/export')).body)
  const user = await findUser(db, { id: ada.user.id })
  const secrets = [user?.password, ...(await listSessions(db)).map(({ sid }) => sid)]
  for (const secret of secrets) expect(json).not.toContain(secret)
  expect(json).not.toContain('argon2')
})

test('contains an investor’s contact while the purchase is valid, and not once it is refunded', async () => {
  const ada = await member()
  const { id: userId, principalId } = ada.user
  const calls = ['confirmed', 'disputed', 'refunded', 'revoked', 'cancelled'] as const
  for (const [at, status] of calls.entries()) {
    const about = { status, vcEmail: `${status}@investor.example`, meetingLink: `https://cal.example/${status}` }
    await enterCall({ database }, ada, newId<VcId>('vc'), new Date(Date.UTC(2030, 0, 1 + at)), about)
  }
  for (const status of ['paid', 'disputed', 'refunded'] as const) {
    const id = newId<OrderId>('ord')
    const money = { principalId, amount: cents(100) }
    const bought = { kind: 'vc_unlock', targetType: 'airtable', targetId: 'rec1', snapshot: {} as never } as const
    await db.insert(orders).values({ ...money, ...bought, id, status })
    const payment = { ...money, id: newId<string>('pay'), orderId: id, founderId: userId, paymentType: 'vc_unlock' }
    await db.insert(payments).values({ ...payment, stripePaymentIntentId: id, introTemplate: `Hi Investor ${status}` })
  }
  const json = JSON.stringify((await ada.get('/api/auth/export')).body)
  for (const kept of ['confirmed@investor.example', 'cal.example/confirmed', 'Hi Investor paid']) expect(json).toContain(kept)
  expect(json).not.toMatch(/(disputed|refunded|revoked|cancelled)@investor|cal\.example\/[^c]|cal\.example\/ca|Investor [dr]/)
})

test('contains the unlocked contacts and decision makers, and records that they were delivered', async () => {
  const ada = await member()
  const vcId = await listInvestor(db, { email: 'grace@export.example' })
  const { id: personId } = await listFund(db)
  const [contact, person] = [await startPayment(ada, vcId), await startPerson(ada, personId)]
  const paid: OrderId[] = []
  for (const { clientSecret } of [contact.body, person.body]) {
    await payWithCard(app, clientSecret, CARDS.good)
    // Settled by the provider’s event alone: no device has shown the contact yet.
    const order = await until(
      () => orderOfIntent(db, intentOf(clientSecret)),
      ({ status }) => status === 'paid',
    )
    paid.push(order.id)
  }
  const { contacts, decisionMakers, csv } = (await ada.get<Export>('/api/auth/export')).body
  expect(contacts).toMatchObject([{ id: vcId, name: 'Grace Listed', email: 'grace@export.example' }])
  expect(decisionMakers).toMatchObject([{ id: personId, fullName: GRETA.fullName }])
  expect(csv?.contacts).toContain('grace@export.example')
  for (const orderId of paid) expect(await firstViewOf(db, orderId)).toBeDefined()
})

test('contains nothing that the other participant of a call wrote to the team', async () => {
  const ada = await member()
  const report = { contestedAt: new Date(), noShowReportedAt: new Date() }
  const calls = [
    { noShowBy: 'investor' as const, contestReason: 'Ask my assistant Bo.' },
    { noShowBy: 'founder' as const, contestReason: 'I was there at four.' },
  ]
  for (const [at, about] of calls.entries())
    await enterCall({ database }, ada, newId<VcId>('vc'), new Date(Date.UTC(2031, 0, 1 + at)), { ...report, ...about })
  const { bookings } = (await ada.get<Export>('/api/auth/export')).body
  expect(bookings).toHaveLength(2)
  expect(JSON.stringify(bookings)).toContain('I was there at four.')
  expect(JSON.stringify(bookings)).not.toContain('Ask my assistant Bo.')
})

test('requires a fresh step-up: a stolen session does not export everything', async () => {
  const ada = await member()
  await makeStale(db, ada.user)
  expect(await ada.get('/api/auth/export')).toMatchObject({ status: 403, body: { code: 'step-up' } })
  expect((await ada.post('/api/auth/step-up', { password: ada.password })).status).toBe(200)
  expect((await ada.get('/api/auth/export')).status).toBe(200)
})

test('is refused to visitors without a session', async () => {
  expect((await visitor().get('/api/auth/export')).status).toBe(401)
})

test('exports and downloads of one user are rate-limited', async () => {
  const narrow = await startTestApp({ database, env: { RATE_LIMIT_SCALE: '0.1' } })
  const person = narrow.visitor()
  for (const [name, value] of (await member()).cookies) person.cookies.set(name, value)
  const statusesOf = async (path: string, times: number) => {
    const statuses: number[] = []
    for (let at = 0; at < times; at += 1) statuses.push((await person.send(path)).status)
    return statuses
  }
  expect(await statusesOf('/api/auth/export', 3)).toEqual([200, 200, 429])
  expect(await statusesOf('/api/contacts.csv', 4)).toEqual([200, 200, 200, 200])
  expect(await statusesOf('/api/contacts.vcf', 3)).toEqual([200, 200, 429])
})
