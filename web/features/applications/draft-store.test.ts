import { describe, expect, test } from 'vitest'
import { readDraft } from '#shared/applications/draft.ts'
import type { PrincipalId } from '#shared/ids.ts'
import { sampleListing } from '#tests/support/samples/sample-listing.ts'
import { draftWriter } from '#web/db/latest-writer.ts'
import { PrivateDatabase } from '#web/db/private-database.ts'
import { applyRows } from '#web/sync/engine/pull/apply-rows.ts'
import { forgetDraft, type KeptDraft, loadDraft, saveApplicationDraft, writeDraft } from './draft-store.ts'

async function open(life = 'life', principal: string = 'guest') {
  const db = new PrivateDatabase(principal as PrincipalId, life)
  await db.meta.put({ key: 'life', value: life })
  return db
}
const kept = (bio: string, photo?: Blob): KeptDraft => ({ draft: readDraft({ bio }), photo })

test('a draft comes back as it was, and one that was emptied leaves nothing', async () => {
  const db = await open()
  await saveApplicationDraft(db, kept('Built things.'))
  expect(await loadDraft(db)).toEqual(kept('Built things.'))
  expect(await db.drafts.count()).toBe(1)
  await saveApplicationDraft(db, kept(''))
  expect(await db.drafts.count()).toBe(0)
  await saveApplicationDraft(db, kept('again'))
  await forgetDraft(db)
  expect((await loadDraft(db)).draft.bio).toBe('')
})

test('nothing is written for somebody who has left', async () => {
  const db = await open('second')
  const late = new PrivateDatabase('guest', 'first')
  await expect(saveApplicationDraft(late, kept('a stranger’s words'))).rejects.toThrow('changed hands')
  expect((await loadDraft(db)).draft.bio).toBe('')
})

test('of many keystrokes the last is kept, one write after the other', async () => {
  const written: string[] = []
  let isWriting = false
  const keep = draftWriter<KeptDraft>(async ({ draft }) => {
    expect(isWriting).toBe(false)
    isWriting = true
    await new Promise((resolve) => setTimeout(resolve, 1))
    isWriting = false
    written.push(draft.bio)
  })
  await Promise.all(['a', 'ab', 'abc', 'abcd'].map((bio) => keep(kept(bio))))
  expect(written).toEqual(['a', 'abcd'])
})

test('after a write that failed the next one is tried', async () => {
  let isFull = true
  const written: string[] = []
  const keep = draftWriter<KeptDraft>(async ({ draft }) => {
    if (isFull) throw new Error('full')
    written.push(draft.bio)
  })
  await expect(keep(kept('a'))).rejects.toThrow('full')
  isFull = false
  await keep(kept('ab'))
  expect(written).toEqual(['ab'])
})

test('letters typed while a guest becomes an account are that account’s, once, and nobody else’s', async () => {
  const sealed = await open('third')
  await sealed.meta.delete('life')
  const account = await open('life of ada', 'pri_ada')
  const written = expect(writeDraft(sealed, kept('typed just then'))).rejects.toThrow('changed hands')
  expect((await loadDraft(account)).draft.bio).toBe('typed just then')
  await written
  expect((await account.drafts.get('application'))?.values).toMatchObject({ bio: 'typed just then' })
  expect((await loadDraft(await open('life of bea', 'pri_bea'))).draft.bio).toBe('')
})

test('what an account could not write is passed on to nobody', async () => {
  const ada = await open('life of ada', 'pri_ada2')
  ada.close()
  await expect(writeDraft(ada, kept('ada’s words'))).rejects.toThrow()
  expect((await loadDraft(await open('life of cy', 'pri_cy'))).draft.bio).toBe('')
  expect((await loadDraft(await open('fourth'))).draft.bio).toBe('')
})

describe('a draft that was filled with a listing', () => {
  let people = 0
  const listing = sampleListing({ reviewStatus: 'rejected', isVerified: false })
  async function filled() {
    const db = await open('life', `pri_filled_${++people}`)
    await db.ownListings.put({ ...listing, version: 1 })
    await saveApplicationDraft(db, { ...kept('About somebody.'), from: listing.id })
    return db
  }

  test('is kept with it', async () => {
    const db = await filled()
    expect(await loadDraft(db)).toEqual({ ...kept('About somebody.'), from: listing.id })
  })

  test('leaves the device with it', async () => {
    const db = await filled()
    await applyRows(db, { put: {}, del: { orders: [listing.id], ownListings: ['vc_other'] } }, {})
    expect(await db.drafts.count()).toBe(1)
    await applyRows(db, { put: {}, del: { ownListings: [listing.id] } }, {})
    expect(await db.drafts.count()).toBe(0)
  })

  test.each([
    ['went while the form was open', (db: PrivateDatabase) => db.ownListings.delete(listing.id)],
    ['was emptied', (db: PrivateDatabase) => db.ownListings.put({ ...listing, isActive: false, version: 2 })],
  ])('is dropped when it is opened after the listing %s', async (_, change) => {
    const db = await filled()
    await change(db)
    expect((await loadDraft(db)).draft.bio).toBe('')
    expect(await db.drafts.count()).toBe(0)
  })
})
