import Papa from 'papaparse'
import { beforeAll, describe, expect, test } from 'vitest'
import { auditLog } from '#drizzle/schema/index.ts'
import { newId } from '#server/database/new-id.ts'
import type { AuditChoices, AuditExport, AuditPage } from '#shared/admin/audit.ts'
import { account } from '#tests/support/actors/account.ts'
import { giveRoles } from '#tests/support/actors/admins.ts'
import { addProject } from '#tests/support/actors/projects.ts'
import { startTestApp } from '#tests/support/app.ts'
import { makeStale } from '#tests/support/stand-ins/stale-responses.ts'
import { addManyAuditEntries, auditEntriesOf, auditPlan, forgetAuditTexts } from '#tests/support/state/audit.ts'

const app = await startTestApp()
const { db, sql } = app.database

const write = async (about: Partial<typeof auditLog.$inferInsert> = {}) => {
  const id = newId<string>('aud')
  const entry = {
    action: 'approved',
    targetType: 'vc',
    targetId: id,
    before: { status: 'pending' },
    after: { status: 'approved' },
  }
  await db.insert(auditLog).values({ id, createdAt: new Date('2026-03-01T10:00:00Z'), ...entry, ...about })
  return id
}

describe('an entry is never changed', () => {
  test.each([
    ['an update', (id: string) => sql`update audit_log set action = 'rejected' where id = ${id}`],
    ['another admin', (id: string) => sql`update audit_log set actor_id = 'usr_other' where id = ${id}`],
    ['another time', (id: string) => sql`update audit_log set created_at = now() where id = ${id}`],
    ['emptied texts outside an erasure', (id: string) => sql`update audit_log set before = null, after = null where id = ${id}`],
    ['a deletion', (id: string) => sql`delete from audit_log where id = ${id}`],
    ['a truncation', () => sql`truncate audit_log`],
    ['a truncation of another table with it', () => sql`truncate users, audit_log cascade`],
  ])('%s is refused', async (_, attempt) => {
    const id = await write()
    const before = await auditEntriesOf(db, id)
    await expect(attempt(id)).rejects.toThrow('audit_log is append-only')
    expect(await auditEntriesOf(db, id)).toEqual(before)
  })

  test.each([
    ['another text', (id: string, tx: typeof sql) => tx`update audit_log set after = '{"status":"rejected"}' where id = ${id}`],
    ['one emptied side', (id: string, tx: typeof sql) => tx`update audit_log set after = null where id = ${id}`],
    [
      'another action beside',
      (id: string, tx: typeof sql) => tx`update audit_log set before = null, after = null, action = 'x' where id = ${id}`,
    ],
    [
      'another admin beside',
      (id: string, tx: typeof sql) => tx`update audit_log set before = null, after = null, actor_id = 'x' where id = ${id}`,
    ],
    ['a deletion', (id: string, tx: typeof sql) => tx`delete from audit_log where id = ${id}`],
  ])('nor with the setting of an erasure: %s', async (_, attempt) => {
    const id = await write()
    const before = await auditEntriesOf(db, id)
    const changed = sql.begin(async (tx) => {
      await tx`set local latchkey.forgets_audit_texts = 'on'`
      await attempt(id, tx as unknown as typeof sql)
    })
    await expect(changed).rejects.toThrow('audit_log is append-only')
    expect(await auditEntriesOf(db, id)).toEqual(before)
  })

  test('an erasure empties the texts about its targets, keeps waived amounts, and leaves no open door', async () => {
    const [target, other] = [newId<string>('usr'), await write()]
    await write({ targetId: target, targetType: 'account' })
    await write({ targetId: target, targetType: 'earnings', before: { amount: 5 }, after: { amount: 0 } })
    const untouched = await auditEntriesOf(db, other)
    const again = sql.begin(async (tx) => {
      await forgetAuditTexts(tx, [target])
      await tx`update audit_log set before = null, after = null where id = ${other}`
    })
    await expect(again).rejects.toThrow('audit_log is append-only')
    await forgetAuditTexts(sql, [target])
    expect(await auditEntriesOf(db, target)).toMatchObject([
      { before: null, after: null },
      { before: { amount: 5 }, after: { amount: 0 } },
    ])
    expect(await auditEntriesOf(db, other)).toEqual(untouched)
  })

  test('the deletion of an account empties the texts about the account and its projects, and about nothing else', async () => {
    const ada = await account(app)
    const project = await addProject(db, { userId: ada.user.id })
    const { id, principalId } = ada.user
    for (const targetId of [id, principalId, project]) await write({ targetId })
    const other = await write()
    const deleted = await ada.post('/api/auth/delete-account', undefined, { method: 'DELETE' })
    expect(deleted.status).toBe(200)
    for (const targetId of [id, principalId, project]) {
      expect(await auditEntriesOf(db, targetId)).toMatchObject([{ action: 'approved', before: null, after: null }])
    }
    expect(await auditEntriesOf(db, other)).toMatchObject([{ after: { status: 'approved' } }])
  })

  test('only the transaction that wrote an entry gives it another time, and changes nothing else', async () => {
    const id = newId<string>('aud')
    await sql.begin(async (tx) => {
      await tx`insert into audit_log (id, action, target_type, target_id) values (${id}, 'approved', 'vc', ${id})`
      await tx`update audit_log set created_at = '2026-01-01' where id = ${id}`
    })
    expect(await auditEntriesOf(db, id)).toMatchObject([{ createdAt: new Date('2026-01-01T00:00:00Z') }])
    const other = sql.begin(async (tx) => {
      await tx`insert into audit_log (id, action, target_type, target_id) values (${newId('aud')}, 'approved', 'vc', ${id})`
      await tx`update audit_log set created_at = '2026-01-01', action = 'rejected' where target_id = ${id}`
    })
    await expect(other).rejects.toThrow('audit_log is append-only')
  })
})

describe('the log on the screen', () => {
  type Person = Awaited<ReturnType<typeof account>>
  let [owner, other] = [] as unknown as [Person, Person]
  const ids: Record<'first' | 'second' | 'third', string> = { first: '', second: '', third: '' }
  beforeAll(async () => {
    owner = await account(app, { isAdmin: true, firstName: 'Olga', lastName: 'Owner' })
    other = await account(app, { isAdmin: true })
    ids.first = await write({ actorId: other.user.id, action: 'sample one', createdAt: new Date('2026-05-01T10:00:00Z') })
    ids.second = await write({
      actorId: other.user.id,
      action: 'sample two',
      targetType: 'refund',
      createdAt: new Date('2026-05-02T10:00:00Z'),
    })
    ids.third = await write({ actorId: owner.user.id, action: 'sample two', createdAt: new Date('2026-05-03T10:00:00Z') })
  })
  const read = async (filter: Record<string, string>, by = owner) => {
    const { body } = await by.get<AuditPage>(`/api/admin/audit?${new URLSearchParams(filter)}`)
    return body.entries.map(({ id }) => id).filter((id) => Object.values(ids).includes(id))
  }

  test('is filtered by admin, kind, target, action and dates', async () => {
    expect(await read({})).toEqual([ids.third, ids.second, ids.first])
    expect(await read({ actor: other.user.id })).toEqual([ids.second, ids.first])
    expect(await read({ targetType: 'refund' })).toEqual([ids.second])
    expect(await read({ targetId: ids.third })).toEqual([ids.third])
    expect(await read({ action: 'sample two' })).toEqual([ids.third, ids.second])
    expect(await read({ action: 'sample two', actor: other.user.id })).toEqual([ids.second])
    expect(await read({ from: '2026-05-02T10:00:00.000Z' })).toEqual([ids.third, ids.second])
    expect(await read({ from: '2026-05-01T00:00:00.000Z', to: '2026-05-02T10:00:00.000Z' })).toEqual([ids.first])
    expect((await owner.get('/api/admin/audit?from=yesterday')).status).toBe(422)
  })

  test('is read page by page, also with a filter', async () => {
    const targetId = 'vc_of_many'
    for (let entry = 0; entry < 51; entry += 1) await write({ targetId })
    const first = (await owner.get<AuditPage>(`/api/admin/audit?targetId=${targetId}`)).body
    expect([first.entries.length, first.next]).toEqual([50, first.entries.at(-1)?.id])
    const second = (await owner.get<AuditPage>(`/api/admin/audit?targetId=${targetId}&before=${first.next}`)).body
    expect([second.entries.length, second.next]).toEqual([1, null])
  })

  test('offers what it contains as choices', async () => {
    const { body } = await owner.get<AuditChoices>('/api/admin/audit/choices')
    expect(body.actions).toEqual(expect.arrayContaining(['sample one', 'sample two']))
    expect(body.targetTypes).toEqual(expect.arrayContaining(['refund', 'vc']))
    expect(body.actors).toContainEqual({ id: owner.user.id, name: 'Olga Owner' })
  })

  test('shows each role the kinds that it decides about, and lets no other role undo them', async () => {
    const [support, finance] = [await account(app), await account(app)]
    await giveRoles(app, support, ['support'])
    await giveRoles(app, finance, ['finance'])
    const may = { from: '2026-05-01T00:00:00.000Z', to: '2026-05-04T00:00:00.000Z' }
    expect(await read(may, support)).toEqual([ids.third, ids.first])
    expect(await read(may, finance)).toEqual([ids.second])
    expect(await read({ targetType: 'refund' }, support)).toEqual([])
    expect((await support.get<AuditChoices>('/api/admin/audit/choices')).body.targetTypes).not.toContain('refund')
    const undo = (by: Person, id: string) => by.post<{ code: string }>(`/api/admin/audit/${id}/undo`)
    expect((await undo(finance, ids.first)).body.code).toBe('not-found')
    expect((await undo(support, ids.first)).body.code).not.toBe('not-found')
    const file = await finance.post<AuditExport>('/api/admin/audit/export', {})
    expect(file.body.csv).toContain(ids.second)
    expect(file.body.csv).not.toContain(ids.first)
  })

  test('is exported with its filter, safe for spreadsheets, and the export is an entry', async () => {
    const formula = '=HYPERLINK("https://evil.example")'
    const evil = await write({ action: formula, targetId: '+1', createdAt: new Date('2026-06-01T10:00:00Z') })
    const filter = { from: '2026-06-01T00:00:00.000Z', to: '2026-06-02T00:00:00.000Z' }
    const { status, body } = await owner.post<AuditExport>('/api/admin/audit/export', filter)
    expect([status, body.entries, body.isCut]).toEqual([200, 1, false])
    const [row] = Papa.parse<Record<string, string>>(body.csv, { header: true }).data
    expect(row).toMatchObject({ entry: evil, action: `'${formula}`, 'target id': "'+1", after: '{"status":"approved"}' })
    const [entry] = (await owner.get<AuditPage>('/api/admin/audit?targetType=audit-log')).body.entries
    expect(entry).toMatchObject({ action: 'exported', actor: { id: owner.user.id }, after: { ...filter, entries: 1 } })
  })

  test('is exported with a recent proof only', async () => {
    const chief = await account(app, { isAdmin: true })
    await makeStale(db, chief.user as never)
    expect((await chief.post('/api/admin/audit/export', {})).body).toMatchObject({ code: 'step-up' })
  })
})

test('filters use indexes', async () => {
  await addManyAuditEntries(sql)
  const conditions = ["actor_id = 'usr_7'", "action = 'act 7'", "target_type = 'kind 7'", "target_id = 'tgt_7'"]
  for (const condition of [...conditions, "created_at >= '2020-01-01' and created_at < '2020-01-03'"]) {
    const plan = await auditPlan(sql, condition)
    expect(plan).toMatch(/Index Scan/)
    expect(plan).not.toMatch(/Seq Scan/)
  }
})
