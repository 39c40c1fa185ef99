import { eq } from 'drizzle-orm'
import { describe, expect, test } from 'vitest'
import { directoryInvestors, users, vcs } from '#drizzle/schema/index.ts'
import { importListing } from '#server/features/directory/import/import-listing.ts'
import type { VcId } from '#shared/ids.ts'
import type { AdminProfileRequest } from '#shared/profile-requests/contract.ts'
import { mailTo, tokenIn } from '#tests/support/stand-ins/mailbox.ts'
import { findUser } from '#tests/support/state/accounts.ts'
import { findRecord, listListings } from '#tests/support/state/investors.ts'
import { apply, confirm, deleteAccount, edit, readsCalls, setUp } from './setup.ts'

const { app, db, boss, recordCount, aRecord, ask, linkFor, verify, lift, seen, entriesOf, isShown, takenOver } = await setUp()

describe('a claim that the team has revoked', () => {
  test('restores the record unchanged, immediately and without an import, even if the claimant renamed the profile', async () => {
    const { record, claimant, listing, call } = await takenOver()
    const before = await findRecord(db, record.id)
    expect([await isShown(record.id), await isShown(listing)]).toEqual([false, true])
    expect(await readsCalls(claimant)).toContain(call)

    await edit(claimant, listing, { partnerName: 'Somebody Else', fundName: 'Other Fund' })
    expect((await verify(listing, false)).body).toMatchObject({ reviewStatus: 'revoked', isClaimRevoked: true })
    expect([await isShown(record.id), await isShown(listing)]).toEqual([true, false])
    const after = await findRecord(db, record.id)
    const housekeeping = { updatedAt: null, changedXid: null, unlistedAt: null, replacedBy: null }
    expect({ ...after, ...housekeeping }).toEqual({ ...before, ...housekeeping })
    expect(await readsCalls(claimant)).not.toContain(call)
    expect((await claimant.post(`/api/bookings/${call}/cancel`, {})).status).toBe(404)
    expect(await findUser(db, { id: claimant.user.id })).toMatchObject({ isApprovedInvestor: false })

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
    expect(await listListings(db, { userId: returned.user.id })).toEqual([])
    const { body } = await apply(returned)
    expect(await seen(body.id)).toMatchObject({ revocations: [{ recordId: record.id, isSameOwner: true }] })

    // The link still works for the person of the record, and the team sees the earlier decision.
    const person = await app.member({ userType: 'vc' })
    expect((await confirm(person, link)).body).toEqual({ outcome: 'claimed' })
    const [theirs] = await listListings(db, { userId: person.user.id })
    expect(await seen(theirs?.id as VcId)).toMatchObject({
      isClaimRevoked: false,
      revocations: [{ recordId: record.id, isSameOwner: false }],
    })
  })

  test('cannot be claimed again with an address that the account has got since, nor with it by a later account', async () => {
    const { record, claimant, listing } = await takenOver()
    await verify(listing, false)
    const email = `moved-${recordCount()}@example.com`
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
    const [listing] = await listListings(db, { userId: claimant.user.id })
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
        id: `vc_older_${recordCount()}` as VcId,
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
    const email = `lifted-${recordCount()}@example.com`
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
