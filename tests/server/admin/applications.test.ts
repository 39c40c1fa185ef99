import { eq } from 'drizzle-orm'
import { describe, expect, test } from 'vitest'
import { mailOutbox } from '#drizzle/schema/index.ts'
import { importListing } from '#server/features/directory/import/import-listing.ts'
import type { User } from '#shared/accounts/contract.ts'
import type { AdminApplication } from '#shared/admin/applications.ts'
import type { VcId } from '#shared/ids.ts'
import type { DirectorySnapshot } from '#shared/sync/protocol.ts'
import { dismissAdmin } from '#tests/support/actors/admins.ts'
import { openTransaction } from '#tests/support/database/transactions.ts'
import { untilWaiting } from '#tests/support/in-order.ts'
import { mailTo } from '#tests/support/stand-ins/mailbox.ts'
import { findRecord } from '#tests/support/state/investors.ts'
import { patch, setUp } from './setup.ts'

const { app, database, member, visitor, db, apply, vcOf, entriesOf, outboxMailsTo, outboxMailTo, flagOf, undo, admin, other } =
  await setUp()

describe('an application', () => {
  test('is complete for the admin, oldest first, without its secrets', async () => {
    const owner = await member({ userType: 'vc' })
    const hour = (ago: number) => new Date(Date.now() - ago * 3_600_000)
    const late = await apply(owner, { submittedAt: hour(50), email: 'desk@keystone.example', bio: '<b>Bold</b>' })
    const early = await apply(null, { submittedAt: hour(90) })
    await database.sql`insert into vc_credentials (vc_id, calendly_token) values (${late}, 'a-secret-token'::bytea)`
    const { body } = await admin.get<AdminApplication[]>('/api/admin/vcs')
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

    const { status, body } = await patch<AdminApplication>(admin, `/vcs/${id}/verify`, { isVerified: true })
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

test('an approval of a claim waits for an import that runs: the record is not listed beside its profile', async () => {
  const importBios = (bio: string) =>
    importListing(
      { db },
      { source: 'file', confirm: true, records: ['recBefore', 'recClaimed'].map((id) => ({ id, fields: { name: id, bio } })) },
    )
  await importBios('Before')
  const claim = await apply(await member({ userType: 'vc' }), { replacesId: 'recClaimed' as VcId })

  // The import has read which records are replaced, and writes this record before the claimed one.
  const aside = database.connectAgain()
  const blocker = await openTransaction(aside)
  await blocker.lock('directory_investors', 'recBefore')
  const importing = importBios('After')
  await untilWaiting(aside, 1)
  const approving = patch(admin, `/vcs/${claim}/verify`, { isVerified: true })
  await Promise.race([untilWaiting(aside, 2), approving])
  await blocker.end('commit')

  expect(await importing).toMatchObject({ changed: 2 })
  expect((await approving).status).toBe(200)
  expect(await findRecord(db, 'recClaimed')).toMatchObject({ replacedBy: claim, unlistedAt: expect.any(Date) })
})

test('an overdue application is mailed to each admin, once a day', async () => {
  const { email } = admin.user
  dismissAdmin(app, other)
  await apply(null, { submittedAt: new Date(Date.now() - 49 * 3_600_000) })
  // The app runs the job at its start too, on a busy machine as late as this.
  await db.delete(mailOutbox).where(eq(mailOutbox.template, 'review-waiting'))
  const remind = () => app.app.jobs['review.remind']?.({})
  await remind()
  await remind()
  const { text } = await outboxMailTo(email, /for review$/)
  expect(text).toMatch(/\d+ (is|are) past the 48-hour limit/)
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
