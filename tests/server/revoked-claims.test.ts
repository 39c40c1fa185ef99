import { and, eq } from 'drizzle-orm'
import { describe, expect, test } from 'vitest'
import { directoryInvestors, users, vcs } from '#drizzle/schema/index.ts'
import { importListing } from '#server/features/directory/import/import-listing.ts'
import type { AdminVc } from '#shared/admin/applications.ts'
import type { AuditPage } from '#shared/admin/audit.ts'
import type { VcId } from '#shared/ids.ts'
import type { AdminProfileRequest, ProfileAsked, RequestOutcome } from '#shared/profile-requests/contract.ts'
import { grantAdmin } from '#tests/support/actors/admins.ts'
import { sampleApplication } from '#tests/support/actors/application.ts'
import { held } from '#tests/support/actors/listings.ts'
import { hasUnlocked, listInvestor } from '#tests/support/actors/money.ts'
import { startTestApp } from '#tests/support/app.ts'
import { enterCall } from '#tests/support/calls.ts'
import type { Client } from '#tests/support/client.ts'
import { mailsTo, mailTo, tokenIn } from '#tests/support/stand-ins/mailbox.ts'
import { until } from '#tests/support/until.ts'

const app = await startTestApp()
const { db } = app.database
const boss = await app.member({ firstName: 'Sam', lastName: 'Okafor' })
await grantAdmin(app, boss)

const LINK = 'https://cal.example.com/grace'
let records = 0

async function aRecord(about: Parameters<typeof listInvestor>[1] = {}) {
  records += 1
  const [name, email] = [`Grace Original ${records}`, `original-${records}@harbour.example`]
  return { id: await listInvestor(db, { name, email, meetingLink: LINK, ...about }), name, email }
}
type Listed = Awaited<ReturnType<typeof aRecord>>
type Person = Awaited<ReturnType<typeof app.member>>

const ask = (id: VcId, kind: 'claim' | 'remove', body: unknown = {}) =>
  app.visitor().post<ProfileAsked & { code?: string }>(`/api/listings/${id}/${kind}`, body)
const confirm = (client: Client, token: string) =>
  client.post<RequestOutcome & { code?: string }>('/api/profile-requests/confirm', { token })

/** The link of a new mail to the mailbox in a record. */
async function linkFor({ id, email }: Listed, kind: 'claim' | 'remove') {
  const subject = kind === 'claim' ? /Take over/ : /Remove your profile/
  const before = (await mailsTo(app, email, subject)).length
  expect((await ask(id, kind)).body).toMatchObject({ next: 'mail' })
  const mails = await until(
    () => mailsTo(app, email, subject),
    (all) => all.length > before,
  )
  return tokenIn(mails.at(-1) as (typeof mails)[number])
}

/** A user claims a record with its mailbox; the listing is pending. */
async function claims(person: Person, record: Listed): Promise<VcId> {
  expect((await confirm(person, await linkFor(record, 'claim'))).body).toEqual({ outcome: 'claimed' })
  const [row] = await db
    .select({ id: vcs.id })
    .from(vcs)
    .where(and(eq(vcs.userId, person.user.id), eq(vcs.replacesId, record.id)))
  return row?.id as VcId
}

const verify = (id: VcId, isVerified: boolean) =>
  boss.post<AdminVc>(`/api/admin/vcs/${id}/verify`, { isVerified }, { method: 'PATCH' })
const lift = (id: VcId, by: Client = boss) => by.post<AdminVc & { code?: string }>(`/api/admin/vcs/${id}/lift-revocation`, {})
const edit = (owner: Client, id: VcId, change: object) => owner.post(`/api/vcs/${id}`, change, { method: 'PATCH' })
const apply = (owner: Client, about: Record<string, unknown> = {}) =>
  owner.post<{ id: VcId; code?: string }>('/api/vcs', sampleApplication(about))
const seen = async (id: VcId) => (await boss.get<AdminVc[]>('/api/admin/vcs')).body.find((vc) => vc.id === id) as AdminVc
const entriesOf = async (id: VcId) =>
  (await boss.get<AuditPage>('/api/admin/audit')).body.entries.filter(({ targetId }) => targetId === id)
const undo = async (id: VcId) => boss.post<{ code?: string }>(`/api/admin/audit/${(await entriesOf(id))[0]?.id}/undo`)

/** Whether an investor is visible in the directory. */
const isShown = async (id: VcId) =>
  [
    ...(await app.visitor().get<{ id: string }[]>('/api/vcs')).body,
    ...Object.values((await app.visitor().get<Record<string, { id: string }[]>>('/api/airtable/vcs')).body).flat(),
  ].some((one) => one.id === id)

/** A claim that the team has approved, with a founder who has a call with the record. */
async function takenOver(about: Parameters<typeof listInvestor>[1] = {}) {
  const record = await aRecord(about)
  const [founder, claimant] = [await app.member(), await app.member({ userType: 'vc' })]
  const call = await enterCall(app, founder, record.id, new Date(Date.now() + (30 + records) * 86_400_000))
  const listing = await claims(claimant, record)
  await verify(listing, true)
  return { record, founder, claimant, listing, call }
}

const readsCalls = async (client: Client) => JSON.stringify([await held(client), (await client.get('/api/bookings')).body])
const deleteAccount = (client: Client) => client.send('/api/auth/delete-account?giveUpEarnings=yes', { method: 'DELETE' })

describe('a claim that the team has revoked', () => {
  test('restores the record unchanged, immediately and without an import, even if the claimant renamed the profile', async () => {
    const { record, claimant, listing, call } = await takenOver()
    const [before] = await db.select().from(directoryInvestors).where(eq(directoryInvestors.id, record.id))
    expect([await isShown(record.id), await isShown(listing)]).toEqual([false, true])
    expect(await readsCalls(claimant)).toContain(call)

    await edit(claimant, listing, { partnerName: 'Somebody Else', fundName: 'Other Fund' })
    expect((await verify(listing, false)).body).toMatchObject({ reviewStatus: 'revoked', isClaimRevoked: true })
    expect([await isShown(record.id), await isShown(listing)]).toEqual([true, false])
    const [after] = await db.select().from(directoryInvestors).where(eq(directoryInvestors.id, record.id))
    const housekeeping = { updatedAt: null, changedXid: null, unlistedAt: null, replacedBy: null }
    expect({ ...after, ...housekeeping }).toEqual({ ...before, ...housekeeping })
    expect(await readsCalls(claimant)).not.toContain(call)
    expect((await claimant.post(`/api/bookings/${call}/cancel`, {})).status).toBe(404)
    const [user] = await db.select().from(users).where(eq(users.id, claimant.user.id))
    expect(user?.isApprovedInvestor).toBe(false)

    expect((await deleteAccount(claimant)).status).toBe(200)
    expect(await isShown(record.id)).toBe(true)
  })

  test('is not renewed by an application of the same account, under any name, nor by its approval', async () => {
    const { record, claimant, listing, call } = await takenOver()
    await verify(listing, false)
    const again = await apply(claimant, { partnerName: record.name })
    expect(again.status).toBe(200)
    expect(await readsCalls(claimant)).not.toContain(call)
    expect(await seen(again.body.id)).toMatchObject({
      reviewStatus: 'pending',
      isClaimRevoked: true,
      claim: { recordId: record.id, name: record.name },
      revocations: [{ recordId: record.id, recordName: record.name, isSameOwner: true, liftedAt: null }],
    })

    await verify(again.body.id, true)
    expect([await isShown(record.id), await isShown(again.body.id)]).toEqual([true, true])
    expect(await readsCalls(claimant)).not.toContain(call)
    await importListing({ db }, { source: 'file', records: [{ id: record.id, fields: { name: record.name } }], confirm: true })
    expect(await isShown(record.id)).toBe(true)

    expect((await deleteAccount(claimant)).status).toBe(200)
    expect(await isShown(record.id)).toBe(true)
  })

  test('can be claimed again neither by the account nor by another one with its address', async () => {
    const { record, claimant, listing } = await takenOver()
    await verify(listing, false)
    const link = await linkFor(record, 'claim')
    expect(await confirm(claimant, link)).toMatchObject({ status: 409, body: { code: 'profiles.claim-revoked' } })

    await deleteAccount(claimant)
    const tagged = claimant.user.email.replace('@', '+again@')
    const returned = await app.member({ userType: 'vc', email: tagged })
    expect(await confirm(returned, link)).toMatchObject({ status: 409, body: { code: 'profiles.claim-revoked' } })
    expect(await db.$count(vcs, eq(vcs.userId, returned.user.id))).toBe(0)
    const { body } = await apply(returned)
    expect(await seen(body.id)).toMatchObject({ revocations: [{ recordId: record.id, isSameOwner: true }] })

    // The link still works for the person of the record, and the team sees the earlier decision.
    const person = await app.member({ userType: 'vc' })
    expect((await confirm(person, link)).body).toEqual({ outcome: 'claimed' })
    const [theirs] = await db.select({ id: vcs.id }).from(vcs).where(eq(vcs.userId, person.user.id))
    expect(await seen(theirs?.id as VcId)).toMatchObject({
      isClaimRevoked: false,
      revocations: [{ recordId: record.id, isSameOwner: false }],
    })
  })

  test('cannot be claimed again with an address that the account has got since, nor with it by a later account', async () => {
    const { record, claimant, listing } = await takenOver()
    await verify(listing, false)
    const email = `moved-${records}@example.com`
    await db.update(users).set({ email }).where(eq(users.id, claimant.user.id))
    const link = await linkFor(record, 'claim')
    expect(await confirm(claimant, link)).toMatchObject({ status: 409, body: { code: 'profiles.claim-revoked' } })
    expect((await deleteAccount(claimant)).status).toBe(200)
    const returned = await app.member({ userType: 'vc', email })
    expect(await confirm(returned, link)).toMatchObject({ status: 409, body: { code: 'profiles.claim-revoked' } })
  })

  test('is shown when the team decides about a request without a mailbox', async () => {
    const record = await aRecord({ email: null })
    const queue = async () =>
      (await boss.get<AdminProfileRequest[]>('/api/admin/profile-requests')).body.filter(({ vcId }) => vcId === record.id)
    const claimant = await app.member({ userType: 'vc' })
    await ask(record.id, 'claim', { email: claimant.user.email })
    const [pending] = await queue()
    expect(pending?.revocation).toBeNull()
    await boss.post(`/api/admin/profile-requests/${pending?.id}`, { decision: 'approve' }, { method: 'PATCH' })
    const token = tokenIn(await mailTo(app, claimant.user.email, /Take over/))
    expect((await confirm(claimant, token)).body).toEqual({ outcome: 'claimed' })
    const [listing] = await db.select({ id: vcs.id }).from(vcs).where(eq(vcs.userId, claimant.user.id))
    await verify(listing?.id as VcId, true)
    await verify(listing?.id as VcId, false)
    for (const email of [claimant.user.email, 'stranger@home.example']) await ask(record.id, 'claim', { email })
    const open = (await queue()).filter(({ status }) => status === 'open')
    expect(open.map(({ email, revocation }) => [email, revocation?.isSameAddress])).toEqual(
      expect.arrayContaining([
        [claimant.user.email, true],
        ['stranger@home.example', false],
      ]),
    )
  })

  test('covers every listing with which the account had claimed the record', async () => {
    const { record, claimant, listing } = await takenOver()
    const [older] = await db
      .insert(vcs)
      .values({
        id: `vc_older_${records}` as VcId,
        userId: claimant.user.id,
        fundName: 'Older',
        partnerName: record.name,
        replacesId: record.id,
        reviewStatus: 'rejected',
        createdAt: new Date(0),
      })
      .returning()
    await verify(listing, false)
    const { body } = await apply(claimant, { partnerName: record.name })
    expect(body.id).toBe(older?.id)
    await verify(body.id, true)
    expect(await isShown(record.id)).toBe(true)
  })

  test('is lifted by an admin only, is audited, and can be revoked again', async () => {
    const { record, claimant, listing, call } = await takenOver()
    await verify(listing, false)
    await apply(claimant, { partnerName: record.name })
    expect((await lift(listing, claimant)).status).toBe(403)
    expect((await lift(listing)).body).toMatchObject({ isClaimRevoked: false, reviewStatus: 'pending' })
    const [entry] = await entriesOf(listing)
    expect(entry).toMatchObject({ action: 'lifted', actor: { id: boss.user.id }, canUndo: true })
    expect(await seen(listing)).toMatchObject({ revocations: [{ liftedAt: expect.any(String) }] })
    await verify(listing, true)
    expect([await isShown(record.id), await isShown(listing)]).toEqual([false, true])
    expect(await readsCalls(claimant)).toContain(call)
    await verify(listing, false)
    expect(await isShown(record.id)).toBe(true)
    expect((await seen(listing)).revocations).toHaveLength(2)
  })

  test('is not revoked again by a deletion if it was lifted before, even with an address that the account has got since', async () => {
    const { record, claimant, listing } = await takenOver()
    await verify(listing, false)
    await lift(listing)
    const email = `lifted-${records}@example.com`
    await db.update(users).set({ email }).where(eq(users.id, claimant.user.id))
    expect((await deleteAccount(claimant)).status).toBe(200)
    expect(await isShown(record.id)).toBe(true)
    const returned = await app.member({ userType: 'vc', email })
    expect((await confirm(returned, await linkFor(record, 'claim'))).body).toEqual({ outcome: 'claimed' })
  })

  test('restores neither calls nor record before the approval, even if it was lifted and applied for in between', async () => {
    const { record, claimant, listing, call } = await takenOver()
    await verify(listing, false)
    await apply(claimant, { partnerName: record.name })
    await lift(listing)
    expect(await readsCalls(claimant)).not.toContain(call)
    expect((await claimant.post(`/api/bookings/${call}/cancel`, {})).status).toBe(404)
    expect((await deleteAccount(claimant)).status).toBe(200)
    expect(await isShown(record.id)).toBe(true)
  })
})

describe('a revoked claim of an erased account', () => {
  test('blocks its mailbox from the record until an admin lifts it, and then no longer', async () => {
    const { record, claimant, listing } = await takenOver()
    const { email } = claimant.user
    await db.update(directoryInvestors).set({ email }).where(eq(directoryInvestors.id, record.id))
    await verify(listing, false)
    expect((await deleteAccount(claimant)).status).toBe(200)
    const returned = await app.member({ userType: 'vc', email })
    const link = await linkFor({ ...record, email }, 'claim')
    expect(await confirm(returned, link)).toMatchObject({ status: 409, body: { code: 'profiles.claim-revoked' } })

    expect(await seen(listing)).toMatchObject({ isClaimRevoked: true, owner: null, claim: { name: record.name } })
    expect((await verify(listing, true)).status).toBe(404)
    expect((await lift(listing, claimant)).status).toBe(401)
    expect((await lift(listing)).status).toBe(200)
    expect(await seen(listing)).toBeUndefined()
    expect((await entriesOf(record.id))[0]).toMatchObject({ action: 'lifted', actor: { id: boss.user.id }, canUndo: false })
    expect((await lift(listing)).status).toBe(404)
    expect((await confirm(returned, link)).body).toEqual({ outcome: 'claimed' })
  })
})

describe('a revocation that is undone', () => {
  test('publishes the approved profile again, which replaces the record', async () => {
    const { record, claimant, listing, call } = await takenOver()
    await verify(listing, false)
    expect((await undo(listing)).status).toBe(200)
    expect([await isShown(record.id), await isShown(listing)]).toEqual([false, true])
    expect(await readsCalls(claimant)).toContain(call)
    expect(await seen(listing)).toMatchObject({ isClaimRevoked: false, revocations: [{ liftedAt: expect.any(String) }] })
  })

  test.each([
    ['a name', { partnerName: 'Rewritten Person' }],
    ['a text', { bio: 'Rewritten.' }],
    ['an address', { email: 'rewritten@elsewhere.example' }],
  ])('publishes nothing that was not approved: %s that was rewritten since requires a review', async (_, change) => {
    const { claimant, listing } = await takenOver()
    await verify(listing, false)
    expect((await edit(claimant, listing, change)).status).toBe(200)
    expect((await undo(listing)).status).toBe(200)
    expect(await isShown(listing)).toBe(false)
    expect(await seen(listing)).toMatchObject({ ...change, isVerified: false, reviewStatus: 'pending' })
    expect((await entriesOf(listing))[0]).toMatchObject({ action: 'undone', after: { reviewStatus: 'pending' } })
    await verify(listing, true)
    expect(await isShown(listing)).toBe(true)
  })

  test('nor does an approval that was undone, and then restored by a second undo', async () => {
    const claimant = await app.member({ userType: 'vc' })
    const listing = (await apply(claimant)).body.id
    await verify(listing, true)
    await undo(listing)
    await edit(claimant, listing, { partnerName: 'Rewritten Person' })
    expect(await undo(listing)).toMatchObject({ status: 409, body: { code: 'review.moved-on' } })
    expect(await isShown(listing)).toBe(false)
  })
})

describe('the approval of a claim that is undone', () => {
  test('revokes the claim: the record is restored immediately, and stays when the account of the impostor is erased', async () => {
    const { record, claimant, listing, call } = await takenOver()
    expect((await undo(listing)).status).toBe(200)
    expect(await seen(listing)).toMatchObject({
      reviewStatus: 'revoked',
      isClaimRevoked: true,
      revocations: [{ recordId: record.id, liftedAt: null }],
    })
    expect([await isShown(record.id), await isShown(listing)]).toEqual([true, false])
    expect(await readsCalls(claimant)).not.toContain(call)
    const link = await linkFor(record, 'claim')
    expect((await deleteAccount(claimant)).status).toBe(200)
    expect(await isShown(record.id)).toBe(true)
    const returned = await app.member({ userType: 'vc', email: claimant.user.email })
    expect(await confirm(returned, link)).toMatchObject({ status: 409, body: { code: 'profiles.claim-revoked' } })
  })

  test('can itself be undone, which lifts the revocation', async () => {
    const { record, listing } = await takenOver()
    await undo(listing)
    expect((await undo(listing)).status).toBe(200)
    expect(await seen(listing)).toMatchObject({ isVerified: true, isClaimRevoked: false })
    expect([await isShown(record.id), await isShown(listing)]).toEqual([false, true])
    await undo(listing)
    expect(await isShown(record.id)).toBe(true)
  })

  test('revokes the claim again if it was approved before, revoked and lifted: the application does not keep the record', async () => {
    const { record, claimant, listing, call } = await takenOver()
    await verify(listing, false)
    await apply(claimant, { partnerName: record.name })
    await lift(listing)
    await verify(listing, true)
    expect(await readsCalls(claimant)).toContain(call)
    expect((await undo(listing)).status).toBe(200)
    expect(await seen(listing)).toMatchObject({ reviewStatus: 'revoked', isClaimRevoked: true })
    expect([await isShown(record.id), await isShown(listing)]).toEqual([true, false])
    expect(await readsCalls(claimant)).not.toContain(call)
    expect((await deleteAccount(claimant)).status).toBe(200)
    expect(await isShown(record.id)).toBe(true)
  })

  const givenBack: [string, (claimed: Awaited<ReturnType<typeof takenOver>>) => Promise<unknown>][] = [
    [
      'lifted, and approved',
      async ({ claimant, listing, record }) => {
        await apply(claimant, { partnerName: record.name })
        await lift(listing)
        await verify(listing, true)
      },
    ],
    ['taken back', ({ listing }) => undo(listing)],
  ]
  test.each(givenBack)('revokes nothing if it was that of an edit since the revocation was %s', async (_, giveBack) => {
    const claimed = await takenOver()
    const { claimant, listing } = claimed
    await verify(listing, false)
    await giveBack(claimed)
    await edit(claimant, listing, { partnerName: 'Grace Renamed' })
    await verify(listing, true)
    expect((await undo(listing)).status).toBe(200)
    expect(await seen(listing)).toMatchObject({ reviewStatus: 'pending', isClaimRevoked: false })
  })

  test('revokes nothing if it was that of an edit: an earlier approval replaced the record with the profile', async () => {
    const record = await aRecord()
    const removal = await linkFor(record, 'remove')
    const claimant = await app.member({ userType: 'vc' })
    const listing = await claims(claimant, record)
    await verify(listing, true)
    await edit(claimant, listing, { partnerName: 'Grace Renamed' })
    await verify(listing, true)
    expect((await undo(listing)).status).toBe(200)
    expect(await seen(listing)).toMatchObject({ reviewStatus: 'pending', isClaimRevoked: false })
    // Nor does it release the record: no import lists it beside the profile, and no earlier link removes it.
    await importListing({ db }, { source: 'file', records: [{ id: record.id, fields: { name: record.name } }], confirm: true })
    expect(await isShown(record.id)).toBe(false)
    expect(await confirm(app.visitor(), removal)).toMatchObject({ status: 409, body: { code: 'profiles.has-owner' } })
    expect(await seen(listing)).toMatchObject({ partnerName: 'Grace Renamed', isActive: true })
  })
})

describe('the person of a removed record', () => {
  const traces = async (record: Listed, claimant: Client) =>
    JSON.stringify([
      await db.select().from(vcs),
      await held(claimant),
      (await claimant.get('/api/profile/vcs')).body,
      (await claimant.get('/api/auth/export')).body,
      (await boss.get('/api/admin/vcs')).body,
      (await boss.get('/api/admin/audit')).body,
      (await boss.get('/api/admin/profile-requests')).body,
    ]).includes(record.name)

  test('is removed from a pending claim, and its applicant is notified', async () => {
    const record = await aRecord()
    const claimant = await app.member({ userType: 'vc' })
    const listing = await claims(claimant, record)
    expect(await traces(record, claimant)).toBe(true)
    expect((await confirm(app.visitor(), await linkFor(record, 'remove'))).body).toEqual({ outcome: 'removed' })
    expect(await traces(record, claimant)).toBe(false)
    expect((await verify(listing, true)).status).toBe(404)
    const { text } = await mailTo(app, claimant.user.email, /Your application/)
    expect(text).not.toContain(record.name)
    expect((await apply(claimant)).status).toBe(200)
  })

  test('is removed from the listing of a revoked claimant, whose sales stay in the ledger', async () => {
    const { record, claimant, listing } = await takenOver()
    await edit(claimant, listing, { bio: `I am ${record.name}.` })
    // Another profile with that claim, which was approved earlier.
    const older = { id: `vc_of_before_${records}` as VcId, userId: claimant.user.id, replacesId: record.id }
    const fields = { fundName: 'Older', partnerName: record.name, reviewStatus: 'pending' as const, approvedAt: new Date(0) }
    await db.insert(vcs).values({ ...older, ...fields, hasUnreviewedEdits: true })
    await verify(listing, false)
    expect((await confirm(app.visitor(), await linkFor(record, 'remove'))).body).toEqual({ outcome: 'removed' })
    expect(await traces(record, claimant)).toBe(false)
    expect(await db.$count(vcs, eq(vcs.id, listing))).toBe(1)
    expect(await hasUnlocked(app.visitor(), listing)).toBe(false)
    expect((await seen(listing)).revocations).toHaveLength(1)
  })

  /** A claim that was revoked, and an own profile of the same account that was approved since. */
  const approvedSince = async () => {
    const claimed = await takenOver()
    await verify(claimed.listing, false)
    await apply(claimed.claimant, { partnerName: 'Ruth Herself', fundName: 'Own Fund' })
    await verify(claimed.listing, true)
    return claimed
  }

  const removals: [string, (record: Listed, owner: Client) => Promise<unknown>][] = [
    ['by its mailbox', async (record) => confirm(app.visitor(), await linkFor(record, 'remove'))],
    ['with the account that owns it', (_, owner) => deleteAccount(owner)],
  ]
  test.each(removals)(
    'leaves a profile that was approved since its claim was revoked unchanged: removed %s',
    async (by, remove) => {
      const { record, claimant, listing } = await approvedSince()
      const owner = await app.member({ userType: 'vc' })
      if (by.startsWith('with')) await verify(await claims(owner, record), true)
      await edit(claimant, listing, { partnerName: 'Ruth Renamed' })
      expect(await seen(listing)).toMatchObject({ reviewStatus: 'pending', isClaimRevoked: true })
      await remove(record, owner)
      expect(await db.$count(directoryInvestors, eq(directoryInvestors.id, record.id))).toBe(0)
      expect(await seen(listing)).toMatchObject({ partnerName: 'Ruth Renamed', isActive: true })
      expect(await mailsTo(app, claimant.user.email, /Your application has ended/)).toEqual([])
      await verify(listing, true)
      expect(await isShown(listing)).toBe(true)
    },
  )

  test.each([
    ['revoked again', (listing: VcId) => verify(listing, false)],
    ['taken back', undo],
  ])('is removed from such a profile if that approval was %s', async (_, decide) => {
    const { record, listing } = await approvedSince()
    expect((await decide(listing)).status).toBe(200)
    await confirm(app.visitor(), await linkFor(record, 'remove'))
    expect(await seen(listing)).toMatchObject({ partnerName: 'Former investor', isActive: false })
  })

  test('gets an error that the record belongs to an account while a claim of it is approved, with an old link as well', async () => {
    const record = await aRecord()
    const link = await linkFor(record, 'remove')
    const claimant = await app.member({ userType: 'vc' })
    const listing = await claims(claimant, record)
    await verify(listing, true)
    expect(await ask(record.id, 'remove')).toMatchObject({ status: 409, body: { code: 'profiles.has-owner' } })
    expect(await confirm(app.visitor(), link)).toMatchObject({ status: 409, body: { code: 'profiles.has-owner' } })
    expect(await isShown(listing)).toBe(true)
    // A pending edit does not release the record.
    await edit(claimant, listing, { partnerName: 'Grace Renamed' })
    expect((await seen(listing)).isVerified).toBe(false)
    expect(await confirm(app.visitor(), link)).toMatchObject({ status: 409, body: { code: 'profiles.has-owner' } })
    await verify(listing, false)
    expect((await confirm(app.visitor(), link)).body).toEqual({ outcome: 'removed' })
  })
})
