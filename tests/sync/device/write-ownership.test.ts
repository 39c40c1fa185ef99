import { beforeEach, expect, test } from 'vitest'
import type { PrincipalId, VcId } from '#shared/ids.ts'
import { loadMutations, TestDevice } from '#tests/sync/support/test-device.ts'
import { type LocalPrincipal, PrivateDatabase } from '#web/db/private-database.ts'
import { LocalWriter, type WritesDeps } from '#web/sync/tab/local-writes.ts'

/** A screen belongs to one principal, and the device may have another principal when the write is stored. */
const ada = 'ada' as PrincipalId

let device: TestDevice
beforeEach(() => {
  device = new TestDevice(() => Promise.reject(new TypeError('Failed to fetch')))
})

const openFor = async (principal: LocalPrincipal, life: string, written = life) => {
  const db = new PrivateDatabase(principal, written, device.dexie)
  await db.meta.put({ key: 'life', value: life })
  return db
}

/** The outcome of a tab's write. */
const outcomeOf = (about: Pick<WritesDeps, 'shown' | 'open'> & Partial<WritesDeps>) =>
  new LocalWriter({
    loadMutations,
    now: Date.now,
    after: () => () => undefined,
    makeRoom: async () => false,
    hasChanged: async () => false,
    onStorageFault: () => undefined,
    onWritten: () => undefined,
    ...about,
  })
    .enqueue('investor.save', { vcId: 'recX' as VcId, isSaved: true })
    .then(
      () => 'kept',
      (error: Error) => error.message,
    )

test.each([
  ['an account', ada, 'guest', 0],
  ['a guest', 'guest', ada, 1],
] as const)('a write for %s, while another tab switches the account during the write', async (_, from, to, kept) => {
  const [stale, next] = [await openFor(from, 'a later life', 'the life it was opened for'), await openFor(to, 'life')]
  let current = stale
  const hasChanged = async () => {
    current = next
    return true
  }
  const outcome = await outcomeOf({ shown: () => current.principal, open: async () => current, hasChanged })
  expect(outcome).toBe(kept ? 'kept' : 'This device changed hands.')
  expect([await stale.outbox.count(), await next.outbox.count()]).toEqual([0, kept])
  stale.close()
  next.close()
})

test.each([
  ["an account's", ada, 'ben' as PrincipalId, 0],
  ["an account's", ada, 'guest', 0],
  ["a guest's", 'guest', ada, 1],
  ['a not yet assigned', undefined, ada, 1],
] as const)(
  "a write from %s screen (%s), when the next principal's database is already open (%s)",
  async (_, shown, to, kept) => {
    const next = await openFor(to, 'life')
    expect(await outcomeOf({ shown: () => shown, open: async () => next })).toBe(kept ? 'kept' : 'This device changed hands.')
    expect(await next.outbox.count()).toBe(kept)
    next.close()
  },
)
