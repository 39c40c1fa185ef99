import { sql } from 'drizzle-orm'
import { beforeEach, describe, expect, test } from 'vitest'
import { jobs, mailOutbox } from '#drizzle/schema/index.ts'
import { newId } from '#server/database/new-id.ts'
import type { AdminDeliveries } from '#shared/admin/deliveries.ts'
import { countAuditEntries } from '#tests/support/state/audit.ts'
import { listJobs } from '#tests/support/state/jobs.ts'
import { listMails } from '#tests/support/state/mails.ts'
import { setUp } from './setup.ts'

const { db, admin, entriesOf } = await setUp()

beforeEach(async () => {
  await db.delete(mailOutbox)
  await db.delete(jobs)
})

type Mail = Partial<typeof mailOutbox.$inferInsert>
/** A mail that failed an hour ago. */
async function failedMail(about: Mail = {}) {
  const id = newId<string>('mail')
  const failedAt = new Date(Date.now() - 3_600_000)
  const texts = { subject: 'News', text: 'The secret text' }
  const row = {
    id,
    template: 'sale',
    recipient: 'ada@example.com',
    ...texts,
    failedAt,
    failure: 'rejected' as const,
    attempts: 80,
  }
  await db.insert(mailOutbox).values({ ...row, lastError: '550 5.7.1 <ada@example.com>: refused', ...about })
  return id
}
/** Of a kind that no node handles. */
async function failingJob(about: Partial<typeof jobs.$inferInsert> = {}) {
  const id = newId<string>('job')
  const runAt = new Date(Date.now() + 600_000)
  const row = { id, kind: 'test.fails', key: id, attempts: 3, runAt, lastError: 'Error: ada@example.com is away' }
  await db.insert(jobs).values({ ...row, ...about })
  return id
}
const read = async () => (await admin.get<AdminDeliveries>('/api/admin/deliveries')).body
const retry = async (request: object) =>
  (await admin.post<{ retried: number }>('/api/admin/deliveries/retry', request)).body.retried
const mailOf = async (id: string) => (await listMails(db, { id }))[0]
const jobOf = async (id: string) => (await listJobs(db, { id }))[0]
const waits = { failedAt: null, failure: null, lastError: null, attempts: expect.any(Number) }

describe('the list', () => {
  test('shows the kind, the reason and the time of a failed mail, and neither its address nor its text', async () => {
    const id = await failedMail()
    const list = await read()
    expect(list.mails).toMatchObject([
      { id, template: 'sale', recipient: 'a…@example.com', failure: 'rejected', sentAgain: 'possible', attempts: 80 },
    ])
    expect(list.mails[0]?.reason).toBe('550 5.7.1 [address]: refused')
    expect(JSON.stringify(list)).not.toMatch(/ada@|secret text/)
  })

  test('leaves out mails that were sent or wait, and those of an erased person', async () => {
    await failedMail({ failedAt: null, failure: null, sentAt: new Date() })
    await failedMail({ failedAt: null, failure: null, sendAt: new Date(Date.now() + 600_000) })
    await failedMail({ recipient: '' })
    expect(await read()).toMatchObject({ mails: [], mailCount: 0, mailKinds: [] })
  })

  test('shows jobs whose last run failed, without addresses', async () => {
    const [once, scheduled] = [await failingJob(), await failingJob({ key: 'schedule', kind: 'test.recurs' })]
    await failingJob({ doneAt: new Date() })
    await failingJob({ lastError: '' })
    await failingJob({ lastError: null })
    const { jobs: listed, jobCount } = await read()
    expect(jobCount).toBe(2)
    expect(listed).toMatchObject([
      { id: once, kind: 'test.fails', attempts: 3, isScheduled: false, error: 'Error: [address] is away', isRunning: false },
      { id: scheduled, isScheduled: true },
    ])
  })

  test('is bounded, and counts what it leaves out', async () => {
    await db.execute(sql`insert into mail_outbox (id, template, recipient, subject, text, failed_at, failure)
      select 'mail_flood_' || n, 'sale', 'ada@example.com', '', '', now(), 'rejected' from generate_series(1, 130) n`)
    const { mails, mailCount, mailKinds } = await read()
    expect([mails.length, mailCount, mailKinds]).toEqual([100, 130, [{ kind: 'sale', count: 130 }]])
  })
})

describe('a retry', () => {
  test('of one mail sends it again, and is logged without an address', async () => {
    const [id, other] = [await failedMail(), await failedMail()]
    expect(await retry({ what: 'mail', id })).toBe(1)
    expect(await mailOf(id)).toMatchObject(waits)
    expect(await mailOf(other)).toMatchObject({ failure: 'rejected' })
    const [entry] = await entriesOf(admin, id)
    expect(entry).toMatchObject({
      action: 'retried',
      targetType: 'mail',
      after: { retried: 1 },
      actor: { id: admin.user.id },
      canUndo: false,
    })
    expect(JSON.stringify(entry)).not.toContain('ada@')
  })

  test('of all mails of a kind leaves other kinds alone', async () => {
    const ids = [await failedMail(), await failedMail()]
    const other = await failedMail({ template: 'digest' })
    expect(await retry({ what: 'mails', kind: 'sale' })).toBe(2)
    for (const id of ids) expect(await mailOf(id)).toMatchObject(waits)
    expect(await mailOf(other)).toMatchObject({ failure: 'rejected' })
    expect(await entriesOf(admin, 'sale')).toMatchObject([{ action: 'retried', after: { retried: 2 } }])
  })

  test.each<[string, Mail, string]>([
    ['whose secret is gone', { secretUntil: new Date(Date.now() + 600_000), text: '', failure: 'expired' }, 'secret-gone'],
    ['that came back after its delivery', { sentAt: new Date(), failure: 'bounced' }, 'delivered'],
  ])('of a mail %s changes nothing', async (_, about, sentAgain) => {
    const id = await failedMail(about)
    expect((await read()).mails).toMatchObject([{ sentAgain }])
    expect((await read()).mailKinds).toEqual([])
    const entries = await countAuditEntries(db)
    expect([await retry({ what: 'mail', id }), await retry({ what: 'mails', kind: 'sale' })]).toEqual([0, 0])
    expect(await mailOf(id)).toMatchObject({ failure: about.failure })
    expect(await countAuditEntries(db)).toBe(entries)
  })

  test('of a job makes it due now, and leaves one that is running alone', async () => {
    const [id, running] = [await failingJob(), await failingJob({ lockedUntil: new Date(Date.now() + 600_000) })]
    expect(await retry({ what: 'job', id })).toBe(1)
    expect(await retry({ what: 'jobs', kind: 'test.fails' })).toBe(1)
    expect((await jobOf(id))?.runAt.getTime()).toBeLessThanOrEqual(Date.now() + 1000)
    expect((await jobOf(running))?.runAt.getTime()).toBeGreaterThan(Date.now() + 60_000)
    expect(await entriesOf(admin, id)).toMatchObject([{ action: 'retried', targetType: 'job' }])
  })

  test.each([
    {},
    { what: 'mail' },
    { what: 'mails', id: 'mail_1' },
    { what: 'all' },
    { what: 'mail', id: '\u0000' },
    { what: 'jobs', kind: '\ud800' },
  ])('of %j is refused', async (request) => {
    expect((await admin.post('/api/admin/deliveries/retry', request)).status).toBe(422)
  })
})
