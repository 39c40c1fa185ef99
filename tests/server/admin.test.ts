import { eq } from 'drizzle-orm'
import { beforeAll, describe, expect, test } from 'vitest'
import { auditLog, mailOutbox, orders, projects, users, vcRequests, vcs } from '#drizzle/schema/index.ts'
import { newId } from '#server/database/new-id.ts'
import { importListing } from '#server/features/directory/import/import-listing.ts'
import type { User } from '#shared/accounts/contract.ts'
import type { AdminVc } from '#shared/admin/applications.ts'
import type { AuditPage } from '#shared/admin/audit.ts'
import type { AdminImports, DoubtfulPrice, ImportRun } from '#shared/admin/imports.ts'
import type { AdminIntro } from '#shared/admin/intros.ts'
import type { AdminProject } from '#shared/admin/projects.ts'
import type { OrderId, ProjectId, UserId, VcId } from '#shared/ids.ts'
import { cents } from '#shared/money.ts'
import type { DirectorySnapshot } from '#shared/sync/protocol.ts'
import { dismissAdmin, grantAdmin } from '#tests/support/actors/admins.ts'
import { verifiedMember } from '#tests/support/actors/projects.ts'
import { startTestApp } from '#tests/support/app.ts'
import type { Client, Reply } from '#tests/support/client.ts'
import { mailTo } from '#tests/support/stand-ins/mailbox.ts'

const app = await startTestApp()
const { database, member, visitor } = app
const { db } = database

type Refusal = { code: string; message: string; current?: Record<string, unknown> }

const patch = <Body = Record<string, unknown>>(client: Client, path: string, body: unknown) =>
  client.post<Body & Partial<Refusal>>(`/api/admin${path}`, body, { method: 'PATCH' })

async function chief() {
  const client = await member({ firstName: 'Sam', lastName: 'Okafor' })
  await grantAdmin(app, client)
  return client
}

async function apply(owner: { user: User } | null, about: Partial<typeof vcs.$inferInsert> = {}): Promise<VcId> {
  const id = newId<VcId>('vc')
  const row = { id, userId: owner?.user.id ?? null, fundName: 'Keystone', partnerName: 'Ada Member', ...about }
  await db.insert(vcs).values(row)
  return id
}

async function publish(about: Partial<typeof projects.$inferInsert> = {}): Promise<ProjectId> {
  const id = newId<ProjectId>('prj')
  await db.insert(projects).values({ id, companyName: 'Tally', isPublished: true, publishedAt: new Date(), ...about })
  return id
}

async function ask(vcId: VcId, owner: { user: User } | null): Promise<string> {
  const id = newId<string>('req')
  const { user } = owner ?? {}
  await db.insert(vcRequests).values({
    id,
    vcId,
    vcType: 'platform',
    principalId: user?.principalId ?? newId('pri'),
    userId: user?.id ?? null,
    founderEmail: user?.email ?? 'typed@guest.example',
    requestType: 'intro',
    message: 'We build <b>rails</b>.',
    amount: cents(0),
    day: '2026-03-01',
  })
  return id
}

const vcOf = async (admin: Client, id: VcId) =>
  (await admin.get<AdminVc[]>('/api/admin/vcs')).body.find((vc) => vc.id === id) as AdminVc
const entriesOf = async (admin: Client, targetId: string) =>
  (await admin.get<AuditPage>('/api/admin/audit')).body.entries.filter((entry) => entry.targetId === targetId)
/** Mails in the outbox, sent or not; they are written in the transactions that cause them. */
const outboxMailsTo = async (address: string, subject: RegExp) =>
  (await db.select().from(mailOutbox).where(eq(mailOutbox.recipient, address))).filter((mail) => subject.test(mail.subject))
const outboxMailTo = async (address: string, subject: RegExp) => {
  const [mail, ...more] = await outboxMailsTo(address, subject)
  expect([mail?.recipient, more]).toEqual([address, []])
  return mail as NonNullable<typeof mail>
}
const flagOf = async (id: UserId) => (await db.select().from(users).where(eq(users.id, id)))[0]?.isApprovedInvestor
const undo = (admin: Client, entry: { id: string } | undefined) => admin.post<Refusal>(`/api/admin/audit/${entry?.id}/undo`)

let admin: Client & { user: User }
let other: Client & { user: User }
let others: Client[]
beforeAll(async () => {
  ;[admin, other] = [await chief(), await chief()]
  others = await Promise.all((['founder', 'vc', 'angel'] as const).map((userType) => member({ userType })))
})

describe('only an admin', () => {
  const calls: [string, (client: Client, ids: Record<string, string>) => Promise<Reply<unknown>>][] = [
    ['sees the applications', (client) => client.get('/api/admin/vcs')],
    ['sees the projects', (client) => client.get('/api/admin/projects')],
    ['sees the introductions', (client) => client.get('/api/admin/intros')],
    ['sees the imports', (client) => client.get('/api/admin/imports')],
    ['sees the audit log', (client) => client.get('/api/admin/audit')],
    ['verifies an investor', (client, { vc }) => patch(client, `/vcs/${vc}/verify`, { isVerified: true })],
    ['verifies a project', (client, { project }) => patch(client, `/projects/${project}`, { status: 'verified' })],
    ['answers an introduction', (client, { intro }) => patch(client, `/intros/${intro}`, { answer: 'forwarded' })],
    ['confirms an import', (client, { run }) => patch(client, `/imports/${run}`, { status: 'confirmed' })],
    ['confirms a price', (client, { price }) => patch(client, `/prices/${price}`, { price: 100 })],
    ['undoes a decision', (client, { entry }) => client.post(`/api/admin/audit/${entry}/undo`)],
  ]
  test.each(calls)('%s', async (_, call) => {
    const vc = await apply(null)
    const doubtful = [{ id: 'recGuarded', fields: { name: 'Ada', price: 150 } }]
    await importListing({ db }, { source: 'guard', records: doubtful, confirm: true })
    const run = newId<string>('imp')
    const counts = { received: 0, added: 0, changed: 0, unlisted: 0, quarantined: 0 }
    await database.sql`insert into import_runs ${database.sql({ id: run, source: run, status: 'refused', ...counts })}`
    const entry = newId<string>('aud')
    const review = { isVerified: false, reviewStatus: 'pending', reviewReason: null }
    const decision = { action: 'rejected', targetType: 'vc', targetId: vc, before: review, after: review }
    await db.insert(auditLog).values({ id: entry, ...decision })
    const ids = { vc, project: await publish(), intro: await ask(vc, null), run, price: 'recGuarded', entry }
    const before = await db.$count(auditLog)

    expect(await call(visitor(), ids)).toMatchObject({ status: 401, body: { message: 'Unauthorized', code: 'session-lost' } })
    for (const person of others) {
      expect(await call(person, ids)).toMatchObject({ status: 403, body: { code: 'forbidden' } })
    }
    expect(await db.$count(auditLog)).toBe(before)
    expect(await call(admin, ids)).toMatchObject({ status: 200 })
  })

  test('and a former admin loses access immediately: each request reads the database', async () => {
    const former = await chief()
    expect((await former.get('/api/admin/vcs')).status).toBe(200)
    dismissAdmin(app, former)
    expect(await former.get('/api/admin/vcs')).toMatchObject({ status: 403 })
  })

  test('and replies for admins only are never cached', async () => {
    for (const list of ['vcs', 'projects', 'intros', 'imports', 'audit']) {
      expect((await admin.get(`/api/admin/${list}`)).headers.get('cache-control')).toBe('no-store')
    }
  })
})

describe('an application', () => {
  test('is complete for the admin, oldest first, without its secrets', async () => {
    const owner = await member({ userType: 'vc' })
    const hour = (ago: number) => new Date(Date.now() - ago * 3_600_000)
    const late = await apply(owner, { submittedAt: hour(50), email: 'desk@keystone.example', bio: '<b>Bold</b>' })
    const early = await apply(null, { submittedAt: hour(90) })
    await database.sql`insert into vc_secrets (vc_id, calendly_token) values (${late}, 'a-secret-token'::bytea)`
    const { body } = await admin.get<AdminVc[]>('/api/admin/vcs')
    expect(body.findIndex(({ id }) => id === early)).toBeLessThan(body.findIndex(({ id }) => id === late))
    const seen = await vcOf(admin, late)
    expect(seen).toMatchObject({ email: 'desk@keystone.example', bio: '<b>Bold</b>', owner: { email: owner.user.email } })
    expect(JSON.stringify(body)).not.toContain('secret-token')
    expect(JSON.stringify(body)).not.toContain('argon2')
  })

  test('that is approved is listed on every device, makes its owner an approved investor, is mailed and audited', async () => {
    const owner = await member({ userType: 'vc', firstName: 'Mara' })
    const id = await apply(owner, { fundName: 'Redwood <i>Partners</i>' })
    const { epoch, cursor } = (await visitor().get<DirectorySnapshot>('/api/sync/directory/snapshot')).body
    const delta = async () => (await visitor().get<object>(`/api/sync/directory?epoch=${epoch}&since=${cursor}`)).body

    const { status, body } = await patch<AdminVc>(admin, `/vcs/${id}/verify`, { isVerified: true })
    expect([status, body]).toMatchObject([200, { isVerified: true, reviewStatus: 'approved' }])
    expect(body.owner?.isApprovedInvestor).toBe(true)
    expect((await owner.get<User>('/api/auth/user')).body.isApprovedInvestor).toBe(true)
    expect(await delta()).toMatchObject({ put: { investors: expect.arrayContaining([expect.objectContaining({ id })]) } })

    const mail = await mailTo(app, owner.user.email, /Your application was approved/)
    expect(mail.text).toContain('Hello Mara,')
    expect(mail.html).toContain('Redwood &lt;i&gt;Partners&lt;/i&gt;')
    expect(await entriesOf(admin, id)).toMatchObject([
      {
        actor: { id: admin.user.id, name: 'Sam Okafor' },
        action: 'approved',
        targetType: 'vc',
        targetName: 'Ada Member',
        before: { isVerified: false, reviewStatus: 'pending' },
        after: { isVerified: true, reviewStatus: 'approved' },
        canUndo: true,
      },
    ])

    const reason = 'Founders heard nothing for a month.'
    expect(await patch(admin, `/vcs/${id}/verify`, { isVerified: false, reason })).toMatchObject({
      body: { isVerified: false, reviewStatus: 'revoked', reviewReason: reason },
    })
    expect(await flagOf(owner.user.id)).toBe(false)
    expect(await delta()).toMatchObject({ del: { investors: expect.arrayContaining([id]) } })
    expect((await outboxMailTo(owner.user.email, /revoked/)).text).toContain(reason)
  })

  test('that is rejected is no longer pending, and its applicant receives the reason', async () => {
    const owner = await member({ userType: 'angel' })
    const id = await apply(owner)
    const reason = 'The fund is not registered.\n\nPlease send its number.'
    await patch(admin, `/vcs/${id}/verify`, { isVerified: false, reason })
    expect(await vcOf(admin, id)).toMatchObject({ reviewStatus: 'rejected', reviewReason: reason, isVerified: false })
    const { text } = await outboxMailTo(owner.user.email, /About your application/)
    expect(text).toContain('The fund is not registered.\n\nPlease send its number.')
    expect(text).toContain('/vc-signup')
    expect(await flagOf(owner.user.id)).toBe(false)
  })

  test('is decided by the body in the specification, and only once', async () => {
    const owner = await member()
    const id = await apply(owner)
    const [first, again] = [
      await patch(admin, `/vcs/${id}/verify`, { isVerified: false }),
      await patch(admin, `/vcs/${id}/verify`, { isVerified: false, reason: 'Once more' }),
    ]
    expect(again.body).toEqual(first.body)
    expect(await entriesOf(admin, id)).toHaveLength(1)
  })

  test('an investor with a second verified listing stays approved when the first is revoked', async () => {
    const owner = await member()
    const [first, second] = [await apply(owner), await apply(owner)]
    for (const id of [first, second]) await patch(admin, `/vcs/${id}/verify`, { isVerified: true })
    await patch(admin, `/vcs/${first}/verify`, { isVerified: false })
    expect(await flagOf(owner.user.id)).toBe(true)
    await patch(admin, `/vcs/${second}/verify`, { isVerified: false })
    expect(await flagOf(owner.user.id)).toBe(false)
  })

  test.each([
    ['no decision', {}],
    ['a string as a decision', { isVerified: 'yes' }],
    ['a reason that is too long', { isVerified: false, reason: 'x'.repeat(1001) }],
  ])('is not decided by %s', async (_, body) => {
    const id = await apply(null)
    expect(await patch(admin, `/vcs/${id}/verify`, body)).toMatchObject({ status: 422, body: { code: 'invalid' } })
    expect(await entriesOf(admin, id)).toEqual([])
  })

  test('of an erased account keeps the fact of the decision, and not the text about the user', async () => {
    const owner = await member()
    const id = await apply(owner)
    await patch(admin, `/vcs/${id}/verify`, { isVerified: false, reason: 'Their passport has expired.' })
    expect((await owner.send('/api/auth/delete-account', { method: 'DELETE' })).status).toBe(200)
    const [entry] = await entriesOf(admin, id)
    expect(entry).toMatchObject({ action: 'rejected', actor: { id: admin.user.id }, before: null, after: null })
    expect(await undo(admin, entry)).toMatchObject({ status: 409, body: { code: 'review.not-undoable' } })
  })

  test('of an erased account can be neither seen nor decided', async () => {
    const id = await apply(null, { isActive: false, reviewStatus: 'revoked', partnerName: 'Former investor' })
    expect(await vcOf(admin, id)).toBeUndefined()
    expect(await patch(admin, `/vcs/${id}/verify`, { isVerified: true })).toMatchObject({ status: 404 })
    expect(await patch(admin, '/vcs/vc_unknown/verify', { isVerified: true })).toMatchObject({ status: 404 })
  })
})

describe('two admins', () => {
  test('who decide concurrently on the same version: one decides, the other receives the current state', async () => {
    const owner = await member()
    const id = await apply(owner)
    const { version } = await vcOf(admin, id)
    const replies = await Promise.all([
      patch(admin, `/vcs/${id}/verify`, { isVerified: true, version }),
      patch(other, `/vcs/${id}/verify`, { isVerified: false, reason: 'No.', version }),
    ])
    expect(replies.map(({ status }) => status).sort()).toEqual([200, 409])
    const [won, lost] = replies.sort((a, b) => a.status - b.status)
    expect(lost?.body).toMatchObject({ code: 'review.moved-on', current: won?.body })
    expect(await entriesOf(admin, id)).toHaveLength(1)
  })

  test('cannot decide on a profile that its owner has changed since', async () => {
    const id = await apply(null)
    const { version } = await vcOf(admin, id)
    await db.update(vcs).set({ bio: 'Something else entirely.' }).where(eq(vcs.id, id))
    const reply = await patch(admin, `/vcs/${id}/verify`, { isVerified: true, version })
    expect(reply).toMatchObject({ status: 409, body: { current: { bio: 'Something else entirely.', isVerified: false } } })
    const again = { isVerified: true, version: reply.body.current?.version }
    expect(await patch(admin, `/vcs/${id}/verify`, again)).toMatchObject({ status: 200 })
  })
})

describe('an undone decision', () => {
  test('restores the previous state, is mailed, and can itself be undone', async () => {
    const owner = await member()
    const id = await apply(owner)
    await patch(admin, `/vcs/${id}/verify`, { isVerified: false, reason: 'Too early.' })
    expect(await undo(other, (await entriesOf(admin, id))[0])).toMatchObject({ status: 200 })
    expect(await vcOf(admin, id)).toMatchObject({ reviewStatus: 'pending', reviewReason: null })
    await outboxMailTo(owner.user.email, /under review again/)
    const [undone, decision] = await entriesOf(admin, id)
    expect(undone).toMatchObject({ action: 'undone', undoes: decision?.id, actor: { id: other.user.id }, canUndo: true })
    expect(decision).toMatchObject({ canUndo: false })

    expect(await undo(admin, undone)).toMatchObject({ status: 200 })
    expect(await vcOf(admin, id)).toMatchObject({ reviewStatus: 'rejected', reviewReason: 'Too early.' })
  })

  test('changes the approval of the owner as well', async () => {
    const owner = await member()
    const id = await apply(owner)
    await patch(admin, `/vcs/${id}/verify`, { isVerified: true })
    await undo(admin, (await entriesOf(admin, id))[0])
    expect(await flagOf(owner.user.id)).toBe(false)
    await undo(admin, (await entriesOf(admin, id))[0])
    expect(await flagOf(owner.user.id)).toBe(true)
  })

  test('cannot be undone after another decision, and the reply has the current state', async () => {
    const id = await apply(null)
    await patch(admin, `/vcs/${id}/verify`, { isVerified: false })
    const [rejection] = await entriesOf(admin, id)
    await patch(other, `/vcs/${id}/verify`, { isVerified: true })
    expect(await undo(admin, rejection)).toMatchObject({
      status: 409,
      body: { code: 'review.moved-on', current: { reviewStatus: 'approved' } },
    })
    expect(await undo(admin, { id: 'aud_none' })).toMatchObject({ status: 404 })
  })

  test('can still be undone when the owner has changed the price since, which is no decision of an admin', async () => {
    const owner = await member()
    const id = await apply(owner)
    await patch(admin, `/vcs/${id}/verify`, { isVerified: true })
    const repriced = { actorId: owner.user.id, action: 'repriced', before: { price: null }, after: { price: 500 } }
    await db.insert(auditLog).values({ id: newId<string>('aud'), targetType: 'vc', targetId: id, ...repriced })
    const entries = await entriesOf(admin, id)
    expect(entries.map(({ action, canUndo }) => [action, canUndo])).toEqual([
      ['repriced', false],
      ['approved', true],
    ])
    expect(await undo(admin, entries[0])).toMatchObject({ status: 409, body: { code: 'review.not-undoable' } })
    expect(await undo(admin, entries[1])).toMatchObject({ status: 200 })
  })

  test('is undone once by two concurrent requests', async () => {
    const id = await apply(null)
    await patch(admin, `/vcs/${id}/verify`, { isVerified: true })
    const [entry] = await entriesOf(admin, id)
    const replies = await Promise.all([undo(admin, entry), undo(other, entry)])
    expect(replies.map(({ status }) => status).sort()).toEqual([200, 409])
    expect(await entriesOf(admin, id)).toHaveLength(2)
  })

  test('the log is read page by page', async () => {
    const id = await apply(null)
    const review = { isVerified: false, reviewStatus: 'pending', reviewReason: null }
    const line = { action: 'noted', targetType: 'ticket', targetId: id, before: review, after: review }
    const lines = Array.from({ length: 60 }, () => ({ id: newId<string>('aud'), ...line }))
    await db.insert(auditLog).values(lines)
    const first = (await admin.get<AuditPage>('/api/admin/audit')).body
    const second = (await admin.get<AuditPage>(`/api/admin/audit?before=${first.next}`)).body
    const ids = [...first.entries, ...second.entries].map((entry) => entry.id)
    expect(first.entries).toHaveLength(50)
    expect(ids.slice(0, 60)).toEqual(lines.map((one) => one.id).reverse())
    // Of a queue that this build does not know.
    expect(await undo(admin, lines[0])).toMatchObject({ status: 409, body: { code: 'review.not-undoable' } })
  })
})

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
  const reviewOf = async (id: ProjectId) => (await db.select().from(projects).where(eq(projects.id, id)))[0]

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
    expect(text).toContain('taken off the marketplace')
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
    expect((await outboxMailTo(founder.user.email, /passed on/)).text).toContain('Written on Monday.')
    expect(await patch(other, `/intros/${id}`, { ...answer, answer: 'declined' })).toMatchObject({ status: 409 })
    await undo(admin, (await entriesOf(admin, id))[0])
    expect((await db.select().from(vcRequests).where(eq(vcRequests.id, id)))[0]).toMatchObject({ answer: 'new' })
  })

  test('by an account with an unproven address is shown as unproven, and no mail is sent to that address', async () => {
    const eve = await member({ email: 'known-founder@example.com' })
    const id = await ask(await apply(null), eve)
    const request = (await admin.get<AdminIntro[]>('/api/admin/intros')).body.find((one) => one.id === id)
    expect(request?.founder).toMatchObject({ email: eve.user.email, hasAccount: false, hasUnprovedAccount: true })
    expect(await patch(admin, `/intros/${id}`, { answer: 'forwarded' })).toMatchObject({ status: 200 })
    expect(await outboxMailsTo(eve.user.email, /passed on/)).toEqual([])
  })

  test('by a guest is answered without a mail, because anyone can type an address', async () => {
    const id = await ask(await apply(null), null)
    expect(await patch(admin, `/intros/${id}`, { answer: 'declined' })).toMatchObject({ status: 200 })
    expect(await outboxMailsTo('typed@guest.example', /./)).toEqual([])
    expect(await db.$count(auditLog, eq(auditLog.targetId, id))).toBe(1)
  })
})

describe('an import', () => {
  const records = (count: number) =>
    Array.from({ length: count }, (_, at) => ({ id: `recRun${at}`, fields: { name: `Investor ${at}` } }))
  const bring = (count: number) => importListing({ db }, { source: 'airtable', records: records(count) })
  const runsOf = async () =>
    (await admin.get<AdminImports>('/api/admin/imports')).body.runs.filter(({ source }) => source === 'airtable')
  const refresh = () => database.sql`select 1 from jobs where kind = 'directory.refresh' and done_at is null`

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
})

test('an overdue application is mailed to each admin, once a day', async () => {
  const { email } = admin.user
  dismissAdmin(app, other)
  await apply(null, { submittedAt: new Date(Date.now() - 49 * 3_600_000) })
  const remind = () => app.app.jobs['review.remind']?.({})
  await remind()
  await remind()
  const { text } = await outboxMailTo(email, /for review$/)
  expect(text).toMatch(/The promised 48 hours are over for \d+ of them/)
  expect(text).toContain('/admin')
  expect(await outboxMailsTo(email, /for review$/)).toHaveLength(1)
  expect(await outboxMailsTo(other.user.email, /for review$/)).toEqual([])
})

test('a reminder is mailed once, even if several nodes and workers check at the same time', async () => {
  await apply(null, { submittedAt: new Date(Date.now() - 49 * 3_600_000) })
  await db.delete(mailOutbox).where(eq(mailOutbox.template, 'review-waiting'))
  const second = await app.anotherNode()
  const checks = [app, second].flatMap((node) => Array.from({ length: 3 }, () => node.app.jobs['review.remind']?.({})))
  await Promise.all(checks)
  expect(await outboxMailsTo(admin.user.email, /for review$/)).toHaveLength(1)
})
