import { describe, expect, test } from 'vitest'
import { vcs } from '#drizzle/schema/index.ts'
import { importListing } from '#server/features/directory/import/import-listing.ts'
import type { VcId } from '#shared/ids.ts'
import { held } from '#tests/support/actors/listings.ts'
import { hasUnlocked } from '#tests/support/actors/money.ts'
import type { Client } from '#tests/support/client.ts'
import { mailsTo, mailTo } from '#tests/support/stand-ins/mailbox.ts'
import { findListing, findRecord, listListings } from '#tests/support/state/investors.ts'
import { apply, confirm, deleteAccount, edit, readsCalls, setUp } from './setup.ts'

const { app, db, boss, recordCount, aRecord, ask, linkFor, claims, verify, lift, seen, entriesOf, isShown, takenOver } =
  await setUp()
type Listed = Awaited<ReturnType<typeof aRecord>>

const undo = async (id: VcId) => boss.post<{ code?: string }>(`/api/admin/audit/${(await entriesOf(id))[0]?.id}/undo`)

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
      await listListings(db),
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
    const older = { id: `vc_of_before_${recordCount()}` as VcId, userId: claimant.user.id, replacesId: record.id }
    const fields = { fundName: 'Older', partnerName: record.name, reviewStatus: 'pending' as const, approvedAt: new Date(0) }
    await db.insert(vcs).values({ ...older, ...fields, hasUnreviewedEdits: true })
    await verify(listing, false)
    expect((await confirm(app.visitor(), await linkFor(record, 'remove'))).body).toEqual({ outcome: 'removed' })
    expect(await traces(record, claimant)).toBe(false)
    expect(await findListing(db, listing)).toBeDefined()
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
      expect(await findRecord(db, record.id)).toBeUndefined()
      expect(await seen(listing)).toMatchObject({ partnerName: 'Ruth Renamed', isActive: true })
      expect(await mailsTo(app, claimant.user.email, /Your application was closed/)).toEqual([])
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
