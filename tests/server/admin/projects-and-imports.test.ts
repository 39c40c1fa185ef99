import { eq, inArray } from 'drizzle-orm'
import { describe, expect, test } from 'vitest'
import { orders, projects } from '#drizzle/schema/index.ts'
import { newId } from '#server/database/new-id.ts'
import { importListing } from '#server/features/directory/import/import-listing.ts'
import type { User } from '#shared/accounts/contract.ts'
import type { AdminImports, DoubtfulPrice, ImportRun } from '#shared/admin/imports.ts'
import type { AdminIntro } from '#shared/admin/intros.ts'
import type { AdminProject } from '#shared/admin/projects.ts'
import type { OrderId, ProjectId, VcId } from '#shared/ids.ts'
import { cents } from '#shared/money.ts'
import { verifiedMember } from '#tests/support/actors/projects.ts'
import { findProject } from '#tests/support/actors/publishing.ts'
import { auditEntriesOf } from '#tests/support/state/audit.ts'
import { listIntroRequests } from '#tests/support/state/contacts.ts'
import { waitingJobs } from '#tests/support/state/jobs.ts'
import { patch, setUp } from './setup.ts'

const { app, member, visitor, db, apply, publish, ask, entriesOf, outboxMailsTo, outboxMailTo, undo, admin, other } =
  await setUp()

describe('a project', () => {
  const pay = (founder: { user: User }, targetId: ProjectId) =>
    db.insert(orders).values({
      id: newId<OrderId>('ord'),
      principalId: founder.user.principalId,
      kind: 'scout_publish',
      targetType: 'project',
      targetId,
      amount: cents(900),
      status: 'paid',
      snapshot: { title: 'Tally' },
    })
  const reviewOf = (id: ProjectId) => findProject(db, id)

  test('is verified, rejected with a reason, unpublished, and republished by an undo', async () => {
    const founder = await member()
    const id = await publish({ userId: founder.user.id })
    await pay(founder, id)
    expect(await patch(admin, `/projects/${id}`, { status: 'verified' })).toMatchObject({ body: { status: 'verified' } })
    await outboxMailTo(founder.user.email, /Your project was verified/)
    const refusal = { status: 'rejected', reason: 'The deck is another company’s.', isPublished: false }
    await patch(admin, `/projects/${id}`, refusal)
    expect(await reviewOf(id)).toMatchObject({ status: 'rejected', reviewReason: refusal.reason, isPublished: false })
    const { text } = await outboxMailTo(founder.user.email, /About your project/)
    expect(text).toContain('removed from the marketplace')
    expect((await admin.get<AdminProject[]>('/api/admin/projects')).body.map((one) => one.id)).toContain(id)
    await undo(admin, (await entriesOf(admin, id))[0])
    expect(await reviewOf(id)).toMatchObject({ status: 'verified', reviewReason: null, isPublished: true })
    await patch(admin, `/projects/${id}`, { status: 'under review' })
    expect((await entriesOf(admin, id)).map(({ action }) => action)).toEqual(['reopened', 'undone', 'rejected', 'verified'])
  })

  test.each([
    ['another name', { companyName: 'Other Company' }, 'under review'],
    ['another link', { websiteUrl: 'https://elsewhere.example/' }, 'under review'],
    ['another text', { description: 'Rewritten.' }, 'verified'],
  ])(
    'that got %s after its badge was removed: an undo verifies nothing that no admin has reviewed',
    async (_, change, status) => {
      const founder = await member()
      const id = await publish({
        userId: founder.user.id,
        companyName: 'Tally',
        oneLineDescription: 'A line',
        email: 'a@tally.example',
      })
      await pay(founder, id)
      await patch(admin, `/projects/${id}`, { status: 'verified' })
      await patch(admin, `/projects/${id}`, { status: 'rejected' })
      expect((await founder.post('/api/founder/project', { description: 'Books.', ...change })).status).toBe(200)
      await undo(admin, (await entriesOf(admin, id))[0])
      expect(await reviewOf(id)).toMatchObject({ ...change, status, isPublished: true })
      await patch(admin, `/projects/${id}`, { status: 'verified' })
      await patch(admin, `/projects/${id}`, { status: 'rejected' })
      await undo(admin, (await entriesOf(admin, id))[0])
      expect(await reviewOf(id)).toMatchObject({ status: 'verified' })
    },
  )

  test('that is rejected is not public, even if the decision publishes it', async () => {
    const id = await publish()
    expect((await visitor().get(`/api/projects/${id}`)).status).toBe(200)
    await patch(admin, `/projects/${id}`, { status: 'rejected', reason: 'A copy.', isPublished: true })
    expect((await visitor().get(`/api/projects/${id}`)).status).toBe(404)
    const { body } = await visitor().get<{ id: string }[]>('/api/scout-projects')
    expect(body.map((one) => one.id)).not.toContain(id)
    await patch(admin, `/projects/${id}`, { status: 'verified' })
    expect((await visitor().get(`/api/projects/${id}`)).status).toBe(200)
  })

  test('that was refunded cannot be republished by an admin', async () => {
    const founder = await member()
    const id = await publish({ userId: founder.user.id })
    await pay(founder, id)
    await patch(admin, `/projects/${id}`, { status: 'rejected', reason: 'A copy.', isPublished: false })
    const [refusal] = await entriesOf(admin, id)
    await db.update(orders).set({ status: 'refunded' }).where(eq(orders.targetId, id))
    expect(await undo(admin, refusal)).toMatchObject({ status: 409, body: { code: 'review.not-paid' } })
    const putBack = { status: 'verified', isPublished: true }
    expect(await patch(admin, `/projects/${id}`, putBack)).toMatchObject({ status: 409, body: { code: 'review.not-paid' } })
    // It can still be decided, and its publication does not change.
    expect(await patch(admin, `/projects/${id}`, { status: 'verified' })).toMatchObject({ status: 200 })
    expect(await reviewOf(id)).toMatchObject({ status: 'verified', isPublished: false })
    // A refunded project that was not rejected is not in the queue.
    expect((await admin.get<AdminProject[]>('/api/admin/projects')).body.some((one) => one.id === id)).toBe(false)
  })

  test('that is a draft cannot be seen or published by an admin: publishing requires a payment', async () => {
    const id = await publish({ isPublished: false, publishedAt: null, companyName: 'Secret draft' })
    expect(JSON.stringify((await admin.get('/api/admin/projects')).body)).not.toContain('Secret draft')
    expect(await patch(admin, `/projects/${id}`, { status: 'verified', isPublished: true })).toMatchObject({ status: 404 })
    expect(await reviewOf(id)).toMatchObject({ isPublished: false, status: 'under review' })
  })

  test('may receive votes during a review, but not edits', async () => {
    const id = await publish()
    const { body } = await admin.get<AdminProject[]>('/api/admin/projects')
    const version = body.find((one) => one.id === id)?.version
    await db.update(projects).set({ voteCount: 7 }).where(eq(projects.id, id))
    expect(await patch(admin, `/projects/${id}`, { status: 'verified', version })).toMatchObject({ status: 200 })
    expect(await patch(other, `/projects/${id}`, { status: 'rejected', version })).toMatchObject({ status: 409 })
  })
})

describe('a requested introduction', () => {
  test('is answered once, and a founder with an account is notified', async () => {
    const founder = await verifiedMember(app)
    const id = await ask(await apply(null, { isVerified: true, reviewStatus: 'approved' }), founder)
    const request = (await admin.get<AdminIntro[]>('/api/admin/intros')).body.find((one) => one.id === id)
    expect(request).toMatchObject({
      answer: 'new',
      founder: { hasAccount: true, hasUnprovedAccount: false },
      investor: { name: 'Ada Member' },
    })
    const answer = { answer: 'forwarded', note: 'Written on Monday.', version: request?.version }
    expect(await patch(admin, `/intros/${id}`, answer)).toMatchObject({ body: { answer: 'forwarded' } })
    expect((await outboxMailTo(founder.user.email, /forwarded your request/)).text).toContain('Written on Monday.')
    expect(await patch(other, `/intros/${id}`, { ...answer, answer: 'declined' })).toMatchObject({ status: 409 })
    await undo(admin, (await entriesOf(admin, id))[0])
    expect(await listIntroRequests(db, { id })).toMatchObject([{ answer: 'new' }])
  })

  test('by an account with an unproven address is shown as unproven, and no mail is sent to that address', async () => {
    const eve = await member({ email: 'known-founder@example.com' })
    const id = await ask(await apply(null), eve)
    const request = (await admin.get<AdminIntro[]>('/api/admin/intros')).body.find((one) => one.id === id)
    expect(request?.founder).toMatchObject({ email: eve.user.email, hasAccount: false, hasUnprovedAccount: true })
    expect(await patch(admin, `/intros/${id}`, { answer: 'forwarded' })).toMatchObject({ status: 200 })
    expect(await outboxMailsTo(eve.user.email, /forwarded your request/)).toEqual([])
  })

  test('by a guest is answered without a mail, because anyone can type an address', async () => {
    const id = await ask(await apply(null), null)
    expect(await patch(admin, `/intros/${id}`, { answer: 'declined' })).toMatchObject({ status: 200 })
    expect(await outboxMailsTo('typed@guest.example', /./)).toEqual([])
    expect(await auditEntriesOf(db, id)).toHaveLength(1)
  })
})

describe('an import', () => {
  const records = (count: number) =>
    Array.from({ length: count }, (_, at) => ({ id: `recRun${at}`, fields: { name: `Investor ${at}` } }))
  const bring = (count: number) => importListing({ db }, { source: 'airtable', records: records(count) })
  const runsOf = async () =>
    (await admin.get<AdminImports>('/api/admin/imports')).body.runs.filter(({ source }) => source === 'airtable')
  const refresh = () => waitingJobs(db, 'directory.refresh')

  test('that lost too many records is refused once, and is applied when an admin has confirmed exactly those losses', async () => {
    await importListing({ db }, { source: 'airtable', records: records(10), confirm: true })
    for (const _ of [1, 2, 3]) await expect(bring(5)).rejects.toMatchObject({ code: 'imports.shrunk' })
    const [refused, ...before] = (await runsOf()) as [ImportRun, ...ImportRun[]]
    expect(refused).toMatchObject({ status: 'refused', unlisted: 5, repeats: 2 })
    expect(refused.missing.map(({ name }) => name)).toEqual([5, 6, 7, 8, 9].map((at) => `Investor ${at}`))
    expect(before.map(({ status }) => status)).toEqual(['applied'])

    const { version, id } = refused
    expect(await patch(admin, `/imports/${id}`, { status: 'confirmed', version })).toMatchObject({ status: 200 })
    expect(await refresh()).toHaveLength(1)
    // More records are missing now; no admin has confirmed that.
    await expect(bring(4)).rejects.toMatchObject({ code: 'imports.shrunk' })
    expect(await patch(admin, `/imports/${id}`, { status: 'confirmed' })).toMatchObject({ status: 200 })
    const [entry] = await entriesOf(admin, id)
    expect(await undo(admin, entry)).toMatchObject({ status: 409, body: { code: 'review.superseded' } })
    const [now] = (await runsOf()) as [ImportRun]
    await patch(admin, `/imports/${now.id}`, { status: 'confirmed', version: now.version })
    expect(await bring(4)).toMatchObject({ unlisted: 6 })
    expect((await runsOf())[0]).toMatchObject({ id: now.id, status: 'applied', unlisted: 6 })
    expect(await patch(admin, `/imports/${now.id}`, { status: 'confirmed' })).toMatchObject({
      status: 409,
      body: { code: 'review.superseded' },
    })
  })

  test('an undone confirmation confirms nothing', async () => {
    await importListing({ db }, { source: 'airtable', records: records(10), confirm: true })
    await expect(bring(2)).rejects.toThrow()
    const [run] = (await runsOf()) as [ImportRun]
    await patch(admin, `/imports/${run.id}`, { status: 'confirmed' })
    await undo(admin, (await entriesOf(admin, run.id))[0])
    await expect(bring(2)).rejects.toMatchObject({ code: 'imports.shrunk' })
  })

  test('shows quarantined records as text, and doubtful prices for confirmation', async () => {
    const odd = { id: 'recOdd', fields: { email: '<script>alert(1)</script>' } }
    const doubtful = (about: object) => ({ id: 'recDoubt', fields: { name: 'Grace', price: 150, ...about } })
    const priceOf = async () =>
      (await db.query.directoryInvestors.findFirst({ where: (t) => eq(t.id, 'recDoubt' as VcId) }))?.price
    const again = (about: object = {}) =>
      importListing({ db }, { source: 'prices', records: [odd, doubtful(about)], confirm: true })
    await again()
    const seen = (await admin.get<AdminImports>('/api/admin/imports')).body
    const held = seen.quarantine.find(({ id }) => id === 'recOdd')
    expect(held).toMatchObject({ reason: 'neither a name nor a fund', raw: expect.stringContaining('<script>') })
    const price = seen.prices.find(({ id }) => id === 'recDoubt') as DoubtfulPrice
    expect(price).toMatchObject({ price: 150, raw: '150', doubt: 'read as cents', isConfirmed: false })

    // It meant dollars.
    const answer = { price: 15_000, version: price.version }
    expect(await patch(admin, '/prices/recDoubt', answer)).toMatchObject({ body: { price: 15_000, isConfirmed: true } })
    expect(await patch(other, '/prices/recDoubt', answer)).toMatchObject({ status: 409 })
    await again({ bio: 'A new line.' })
    expect(await priceOf()).toBe(15_000)
    await again({ price: 160 })
    expect(await priceOf()).toBe(160)
    await again()
    expect(await priceOf()).toBe(15_000)
    await undo(admin, (await entriesOf(admin, 'recDoubt'))[0])
    expect(await priceOf()).toBe(150)
    expect(await patch(admin, '/prices/recDoubt', { price: -1 })).toMatchObject({ status: 422 })
    expect(await patch(admin, '/prices/recNobody', { price: 1 })).toMatchObject({ status: 404 })
  })

  test('confirms prices that were read as cents together, and not one that has changed or could not be read', async () => {
    const priced = (id: string, price: unknown) => ({ id, fields: { name: id, price } })
    const records = [priced('recEvenA', 150), priced('recEvenB', 250), priced('recMoved', 350), priced('recOddText', 'ask me')]
    await importListing({ db }, { source: 'together', records, confirm: true })
    const open = async () => {
      const { prices } = (await admin.get<AdminImports>('/api/admin/imports')).body
      return prices.filter(({ id, isConfirmed }) => !isConfirmed && records.some((record) => record.id === id))
    }
    const seen = await open()
    expect(seen.map(({ id }) => id)).toEqual(['recEvenA', 'recEvenB', 'recMoved', 'recOddText'])
    await patch(other, '/prices/recMoved', { price: 35_000 })
    const body = { prices: seen.map(({ id, version }) => ({ id, version })) }
    const answer = await admin.post('/api/admin/prices/confirm', body)
    expect(answer).toMatchObject({ status: 200, body: { confirmed: 2, skipped: 2 } })
    expect((await open()).map(({ id }) => id)).toEqual(['recOddText'])
    const prices = await db.query.directoryInvestors.findMany({
      where: (t) =>
        inArray(
          t.id,
          records.map(({ id }) => id as VcId),
        ),
    })
    expect(Object.fromEntries(prices.map(({ id, price }) => [id, price]))).toMatchObject({
      recEvenA: 150,
      recEvenB: 250,
      recMoved: 35_000,
    })
    // Each is a decision of its own.
    await undo(admin, (await entriesOf(admin, 'recEvenA'))[0])
    expect((await open()).map(({ id }) => id)).toContain('recEvenA')
    expect(await admin.post('/api/admin/prices/confirm', { prices: [] })).toMatchObject({ status: 422 })
  })
})
