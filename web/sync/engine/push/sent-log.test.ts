import Dexie from 'dexie'
import { beforeEach, expect, test } from 'vitest'
import { nothingYet } from '#shared/contacts/follow-up.ts'
import type { MutationId, VcId } from '#shared/ids.ts'
import { sampleListing } from '#tests/support/samples/sample-listing.ts'
import { mutationRegistry } from '#web/app/client-mutators.ts'
import type { OutboxEntry } from '#web/db/outbox-entry.ts'
import { PrivateDatabase, privateDatabaseName } from '#web/db/private-database.ts'
import { sampleUser } from '#web/features/accounts/sample.ts'
import { addToOutbox } from '#web/sync/engine/outbox.ts'
import { discardEntry, retryRefused } from '#web/sync/tab/rejected.ts'
import { applyResults, logSent } from './apply-push-results.ts'
import { pruneSentLog, SENT_KEPT_MS, SENT_LOG_SIZE } from './sent-log.ts'

const NOW = Date.parse('2026-03-08T12:00:00Z')
const idOf = (at: number) => `019a9b00-0000-7000-8000-${String(at).padStart(12, '0')}` as MutationId
const note = (at: number, text: string): OutboxEntry => ({
  id: idOf(at),
  name: 'contact.note',
  args: { contactId: 'recA', text },
  madeAt: '2026-03-08T11:00:00.000Z',
  state: 'waiting',
})
const textOf = ({ args }: { args: unknown }) => (args as { text: string }).text
const deps = { loadMutations: async () => mutationRegistry, now: () => NOW }

let db: PrivateDatabase
beforeEach(async () => {
  await Dexie.delete(privateDatabaseName('guest'))
  db = new PrivateDatabase('guest', 'life')
  await db.meta.put({ key: 'life', value: 'life' })
  return () => db.close()
})

const answer = (at: number, status: 'applied' | 'duplicate' | 'refused' | 'retry') => ({
  id: idOf(at),
  status,
  ...(status === 'refused' && { code: 'invalid', message: 'Please use fewer words.' }),
})

test('a refused entry keeps its content and its reason, and does not block the entries behind it', async () => {
  await db.outbox.bulkAdd([note(1, 'one'), note(2, 'two'), note(3, 'three'), note(4, 'four')])
  const results = [answer(1, 'applied'), answer(2, 'refused'), answer(3, 'duplicate'), answer(4, 'retry')]
  await applyResults(db, { principalId: undefined, results }, NOW)
  expect(await db.outbox.orderBy('seq').toArray()).toMatchObject([
    { id: idOf(2), state: 'refused', refusal: { message: 'Please use fewer words.' }, args: { text: 'two' } },
    { id: idOf(4), state: 'waiting', putOffAt: '2026-03-08T12:00:00.000Z' },
  ])
  expect((await db.sent.toArray()).map(textOf).sort()).toEqual(['one', 'three'])
})

test('a refused or deferred entry can be discarded, a pending entry cannot', async () => {
  await db.outbox.bulkAdd([note(1, 'refused'), note(2, 'put off'), note(3, 'on its way')])
  const results = [answer(1, 'refused'), answer(2, 'retry')]
  await applyResults(db, { principalId: undefined, results }, NOW)
  for (const at of [1, 2, 3]) await discardEntry(db, idOf(at))
  expect((await db.outbox.toArray()).map(textOf)).toEqual(['on its way'])
})

test('new arguments replace refused ones, as a new mutation at the end of the queue', async () => {
  await db.outbox.bulkAdd([
    { ...note(1, 'too long'), state: 'refused', refusal: { code: 'invalid', message: 'No.' } },
    note(2, 'next'),
  ])
  await retryRefused(deps, db, idOf(1), { contactId: 'recA', text: 'short' })
  const entries = await db.outbox.orderBy('seq').toArray()
  expect(entries.map(textOf)).toEqual(['next', 'short'])
  expect(entries.map(({ state, refusal }) => [state, refusal])).toEqual([
    ['waiting', undefined],
    ['waiting', undefined],
  ])
  expect(entries[1]?.id).not.toBe(idOf(1))
})

test('arguments that no contract allows leave the refused entry unchanged', async () => {
  const refused = { ...note(1, 'old'), state: 'refused' as const, refusal: { code: 'invalid', message: 'No.' } }
  await db.outbox.add(refused)
  await expect(retryRefused(deps, db, idOf(1), { contactId: 'recA', text: 'x'.repeat(100_000) })).rejects.toThrow()
  expect(await db.outbox.toArray()).toMatchObject([{ id: idOf(1), state: 'refused', args: { text: 'old' } }])
})

test('an entry of an older build without a base is shown as written until the server has answered', async () => {
  const shown = { version: 1 }
  await db.followUps.put({ ...nothingYet, id: 'recA' as VcId, metAt: 'Lisbon', updatedAt: '', ...shown })
  await db.ownListings.put({ ...sampleListing({ bio: 'Theirs. Mine.' }), ...shown })
  const user = sampleUser({ firstName: 'Ada' })
  await db.account.put({ id: user.principalId, kind: 'account', user, ...shown })
  await addToOutbox(deps, db, 'contact.follow-up', { contactId: 'recA' as VcId, metAt: 'Porto' })
  await addToOutbox(deps, db, 'listing.edit', { vcId: 'vc_sample' as VcId, change: { bio: 'Mine' } })
  await addToOutbox(deps, db, 'profile.rename', { firstName: 'Adaeze' })
  expect(await db.followUps.toArray()).toMatchObject([{ metAt: 'Porto' }])
  expect(await db.ownListings.toArray()).toMatchObject([{ bio: 'Mine' }])
  expect(await db.account.toArray()).toMatchObject([{ user: { firstName: 'Adaeze' } }])
})

test('the sent log keeps one week, at most the last hundred entries', async () => {
  await db.outbox.bulkAdd(Array.from({ length: SENT_LOG_SIZE + 20 }, (_, at) => note(at, `No ${at}`)))
  await logSent(db, [idOf(0)], NOW - SENT_KEPT_MS - 1)
  await logSent(db, [idOf(1)], NOW - SENT_KEPT_MS + 1)
  await pruneSentLog(db, NOW)
  expect((await db.sent.toArray()).map(textOf)).toEqual(['No 1'])
  await logSent(
    db,
    Array.from({ length: SENT_LOG_SIZE + 18 }, (_, at) => idOf(at + 2)),
    NOW,
  )
  expect(await db.outbox.count()).toBe(0)
  const kept = (await db.sent.toArray()).map(textOf)
  expect(kept).toHaveLength(SENT_LOG_SIZE)
  expect(kept).toContain(`No ${SENT_LOG_SIZE + 19}`)
})

test('the outbox of an older build survives an upgrade and a downgrade', async () => {
  const name = privateDatabaseName('guest')
  await db.delete()
  const older = () => {
    const old = new Dexie(name)
    old.version(9).stores({ outbox: '++seq, &id, state', meta: 'key', drafts: 'id', notes: 'id' })
    return old
  }
  const before = older()
  await before.table('outbox').bulkAdd([note(1, 'one'), { ...note(2, 'two'), state: 'refused' }, note(3, 'three')])
  await before.table('drafts').add({ id: 'application', values: { bio: 'Half' }, writtenAt: '' })
  before.close()

  db = new PrivateDatabase('guest', 'life')
  expect((await db.outbox.orderBy('seq').toArray()).map(textOf)).toEqual(['one', 'two', 'three'])
  expect(await db.drafts.count()).toBe(1)
  await db.sent.put({ ...note(4, 'sent'), sentAt: NOW })
  await db.outbox.add(note(5, 'five'))
  db.close()

  const again = older()
  expect((await again.table('outbox').orderBy('seq').toArray()).map(textOf)).toEqual(['one', 'two', 'three', 'five'])
  again.close()
})
