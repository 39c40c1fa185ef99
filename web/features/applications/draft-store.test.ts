import { describe, expect, test } from 'vitest'
import { readDraft } from '#shared/applications/draft.ts'
import type { PrincipalId } from '#shared/ids.ts'
import { sampleListing } from '#tests/support/samples/sample-listing.ts'
import { PrivateDatabase } from '#web/db/private-database.ts'
import { applyRows } from '#web/sync/engine/pull/apply-rows.ts'
import { forgetDraft, type KeptDraft, loadDraft, saveApplicationDraft, writeDraft } from './draft-store.ts'

async function open(generation = 'life', principal: string = 'guest') {
  const db = new PrivateDatabase(principal as PrincipalId, generation)
  await db.meta.put({ key: 'life', value: generation })
  return db
}
const draftWith = (bio: string, photo?: Blob): KeptDraft => ({ draft: readDraft({ bio }), photo })

test('a draft is restored unchanged, and a draft that was emptied leaves no row', async () => {
  const db = await open()
  await saveApplicationDraft(db, draftWith('Built things.'))
  expect(await loadDraft(db)).toEqual(draftWith('Built things.'))
  expect(await db.drafts.count()).toBe(1)
  await saveApplicationDraft(db, draftWith(''))
  expect(await db.drafts.count()).toBe(0)
  await saveApplicationDraft(db, draftWith('again'))
  await forgetDraft(db)
  expect((await loadDraft(db)).draft.bio).toBe('')
})

test('nothing is written for a user who has signed out', async () => {
  const db = await open('second')
  const late = new PrivateDatabase('guest', 'first')
  await expect(saveApplicationDraft(late, draftWith('a stranger’s words'))).rejects.toThrow('changed hands')
  expect((await loadDraft(db)).draft.bio).toBe('')
})

test('text typed while a guest becomes an account is stored for that account only, once', async () => {
  const sealedDb = await open('third')
  await sealedDb.meta.delete('life')
  const account = await open('life of ada', 'pri_ada')
  const written = expect(writeDraft(sealedDb, draftWith('typed just then'))).rejects.toThrow('changed hands')
  expect((await loadDraft(account)).draft.bio).toBe('typed just then')
  await written
  expect((await account.drafts.get('application'))?.values).toMatchObject({ bio: 'typed just then' })
  expect((await loadDraft(await open('life of bea', 'pri_bea'))).draft.bio).toBe('')
})

test('a draft that an account could not write is not passed on to another account', async () => {
  const ada = await open('life of ada', 'pri_ada2')
  ada.close()
  await expect(writeDraft(ada, draftWith('ada’s words'))).rejects.toThrow()
  expect((await loadDraft(await open('life of cy', 'pri_cy'))).draft.bio).toBe('')
  expect((await loadDraft(await open('fourth'))).draft.bio).toBe('')
})

describe('a draft that was prefilled from a listing', () => {
  let count = 0
  const listing = sampleListing({ reviewStatus: 'rejected', isVerified: false })
  async function filled() {
    const db = await open('life', `pri_filled_${++count}`)
    await db.ownListings.put({ ...listing, version: 1 })
    await saveApplicationDraft(db, { ...draftWith('About somebody.'), from: listing.id })
    return db
  }

  test('is stored with a reference to it', async () => {
    const db = await filled()
    expect(await loadDraft(db)).toEqual({ ...draftWith('About somebody.'), from: listing.id })
  })

  test('is deleted from the device with it', async () => {
    const db = await filled()
    await applyRows(db, { put: {}, del: { orders: [listing.id], ownListings: ['vc_other'] } }, {})
    expect(await db.drafts.count()).toBe(1)
    await applyRows(db, { put: {}, del: { ownListings: [listing.id] } }, {})
    expect(await db.drafts.count()).toBe(0)
  })

  test.each([
    ['was deleted while the form was open', (db: PrivateDatabase) => db.ownListings.delete(listing.id)],
    ['was emptied', (db: PrivateDatabase) => db.ownListings.put({ ...listing, isActive: false, version: 2 })],
  ])('is dropped when it is opened after the listing %s', async (_, change) => {
    const db = await filled()
    await change(db)
    expect((await loadDraft(db)).draft.bio).toBe('')
    expect(await db.drafts.count()).toBe(0)
  })
})
