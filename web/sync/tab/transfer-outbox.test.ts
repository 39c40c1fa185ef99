import Dexie from 'dexie'
import { beforeEach, expect, test } from 'vitest'
import type { MutationId, PrincipalId, VcId } from '#shared/ids.ts'
import { mutationRegistry } from '#web/app/client-mutators.ts'
import type { SentEntry } from '#web/db/outbox-entry.ts'
import { type LocalDraft, PrivateDatabase, privateDatabaseName } from '#web/db/private-database.ts'
import { addDraft, transferOutbox } from './transfer-outbox.ts'

const loadMutations = async () => mutationRegistry
const names = ['guest', 'ada' as PrincipalId] as const
let [guest, account]: PrivateDatabase[] = []

async function open(name: (typeof names)[number]) {
  const db = new PrivateDatabase(name, `life-of-${name}`)
  await db.meta.put({ key: 'life', value: db.life })
  return db
}

beforeEach(async () => {
  ;[guest, account] = await Promise.all(names.map(open))
  return async () => {
    guest?.close()
    account?.close()
    await Promise.all(names.map((name) => Dexie.delete(privateDatabaseName(name))))
  }
})

const both = () => {
  if (!guest || !account) throw new Error('not open')
  return { guest, account }
}

const draft = (values: unknown, more: Partial<LocalDraft> = {}): LocalDraft => ({
  id: 'feedback',
  values,
  writtenAt: '2026-11-02T09:00:00.000Z',
  ...more,
})

const sentNote: SentEntry = {
  id: '00000000-0000-7000-8000-000000000001' as MutationId,
  name: 'contact.note',
  args: { contactId: 'recA' as VcId, text: 'Sent by the guest' },
  madeAt: '2026-11-02T09:00:00.000Z',
  sentAt: 1,
}

test('the guest’s sent log becomes part of the account’s sent log', async () => {
  const { guest, account } = both()
  await guest.sent.put(sentNote)
  await transferOutbox(loadMutations, guest, account)
  expect(await account.sent.toArray()).toEqual([sentNote])
})

test.each([
  [undefined, 'the guest’s'],
  ['the account’s', 'the account’s'],
])('a guest’s project for the order by fit is taken where the account has none; the account has %j', async (own, kept) => {
  const { guest, account } = both()
  await guest.meta.put({ key: 'fitProject', value: 'the guest’s' })
  if (own) await account.meta.put({ key: 'fitProject', value: own })
  await transferOutbox(loadMutations, guest, account)
  expect(await account.getMeta('fitProject')).toBe(kept)
})

test('the project of another generation of guests is not taken', async () => {
  const { guest, account } = both()
  await guest.meta.bulkPut([
    { key: 'life', value: 'another' },
    { key: 'fitProject', value: 'of another user' },
  ])
  await transferOutbox(loadMutations, guest, account)
  expect(await account.getMeta('fitProject')).toBeUndefined()
})

test('nothing is taken from a guest’s database that another generation has begun', async () => {
  const { guest, account } = both()
  await guest.sent.put(sentNote)
  await guest.meta.put({ key: 'life', value: 'another' })
  await transferOutbox(loadMutations, guest, account)
  expect(await account.sent.count()).toBe(0)
})

test('a draft that was sent after the guest’s database was read does not return at the next start', async () => {
  const { guest, account } = both()
  await guest.drafts.put(draft({ message: 'Half a sentence' }))
  await transferOutbox(loadMutations, guest, account)
  expect(await account.drafts.count()).toBe(1)
  await account.drafts.clear()
  await transferOutbox(loadMutations, guest, account)
  expect(await account.drafts.count()).toBe(0)
})

test('a guest’s draft of a form that the account has begun is added to the shared content', async () => {
  const { guest, account } = both()
  await guest.drafts.bulkPut([
    draft({ name: 'Ada', message: 'Written as a guest' }),
    draft('Shared as a guest', { id: 'shared' }),
  ])
  await account.drafts.put(draft({ name: 'Ada', message: 'Written since' }))
  await transferOutbox(loadMutations, guest, account)
  expect((await account.drafts.toArray()).map(({ id, values }) => [id, values])).toEqual([
    ['feedback', { name: 'Ada', message: 'Written since' }],
    ['shared', 'Written as a guest\n\nShared as a guest'],
  ])
})

test('contact cards that a guest has shared are beside those of the account', async () => {
  const { guest, account } = both()
  await guest.drafts.put(draft('BEGIN:VCARD guest', { id: 'shared:cards' }))
  await account.drafts.put(draft('BEGIN:VCARD account', { id: 'shared:cards' }))
  await transferOutbox(loadMutations, guest, account)
  expect((await account.drafts.toArray()).map(({ id, values }) => [id, values])).toEqual([
    ['shared:cards', 'BEGIN:VCARD account\nBEGIN:VCARD guest'],
  ])
})

test('the text of a draft that was prefilled from a document is not copied, so that it does not outlive the document', async () => {
  const { account } = both()
  await account.drafts.put(draft({ bio: 'a' }, { id: 'application' }))
  await addDraft(account, draft({ bio: 'b' }, { id: 'application', from: { collection: 'ownListings', id: 'vc_1' } }))
  expect((await account.drafts.toArray()).map(({ id, values }) => [id, values])).toEqual([['application', { bio: 'a' }]])
})
