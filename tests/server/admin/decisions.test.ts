import { eq } from 'drizzle-orm'
import { describe, expect, test } from 'vitest'
import { auditLog, vcs } from '#drizzle/schema/index.ts'
import { newId } from '#server/database/new-id.ts'
import { importListing } from '#server/features/directory/import/import-listing.ts'
import type { AuditPage } from '#shared/admin/audit.ts'
import { dismissAdmin } from '#tests/support/actors/admins.ts'
import type { Client, Reply } from '#tests/support/client.ts'
import { countAuditEntries } from '#tests/support/state/audit.ts'
import { patch, setUp } from './setup.ts'

const {
  app,
  database,
  member,
  visitor,
  db,
  chief,
  apply,
  publish,
  ask,
  vcOf,
  entriesOf,
  outboxMailTo,
  flagOf,
  undo,
  admin,
  other,
  others,
} = await setUp()

describe('only an admin', () => {
  const calls: [string, (client: Client, ids: Record<string, string>) => Promise<Reply<unknown>>][] = [
    ['sees the applications', (client) => client.get('/api/admin/vcs')],
    ['sees the projects', (client) => client.get('/api/admin/projects')],
    ['sees the introductions', (client) => client.get('/api/admin/intros')],
    ['sees the imports', (client) => client.get('/api/admin/imports')],
    ['sees the errors of the app', (client) => client.get('/api/admin/client-errors')],
    ['sees the deliveries', (client) => client.get('/api/admin/deliveries')],
    ['retries a delivery', (client) => client.post('/api/admin/deliveries/retry', { what: 'mails', kind: 'sale' })],
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
    const before = await countAuditEntries(db)

    expect(await call(visitor(), ids)).toMatchObject({ status: 401, body: { message: 'Unauthorized', code: 'session-lost' } })
    for (const person of others) {
      expect(await call(person, ids)).toMatchObject({ status: 403, body: { code: 'forbidden' } })
    }
    expect(await countAuditEntries(db)).toBe(before)
    expect(await call(admin, ids)).toMatchObject({ status: 200 })
  })

  test('and a former admin loses access immediately: each request reads the database', async () => {
    const former = await chief()
    expect((await former.get('/api/admin/vcs')).status).toBe(200)
    dismissAdmin(app, former)
    expect(await former.get('/api/admin/vcs')).toMatchObject({ status: 403 })
  })

  test('and replies for admins only are never cached', async () => {
    for (const list of ['vcs', 'projects', 'intros', 'imports', 'deliveries', 'audit']) {
      expect((await admin.get(`/api/admin/${list}`)).headers.get('cache-control')).toBe('no-store')
    }
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
