import Dexie from 'dexie'
import { afterEach, expect, test, vi } from 'vitest'
import type { PrincipalId, VcId } from '#shared/ids.ts'
import { eventually } from '#tests/support/runner/eventually.ts'
import { PrivateDatabase, privateDatabaseName } from '#web/db/private-database.ts'
import { setPrivateDb } from '#web/db/tab/databases.ts'
import { keepPhotosInSync } from './photo-runner.ts'
import { newPhotoId, queuePhoto } from './queue.ts'

afterEach(() => {
  setPrivateDb(undefined)
  vi.restoreAllMocks()
  vi.unstubAllGlobals()
})

test('a server that cannot be reached is asked again after a pause, and not in a loop; a new photo is sent at once', async () => {
  const principal = 'pri_runner' as PrincipalId
  await Dexie.delete(privateDatabaseName(principal))
  const db = new PrivateDatabase(principal, 'life')
  await db.meta.put({ key: 'life', value: 'life' })
  const ask = vi.fn(async () => {
    throw new TypeError('Failed to fetch')
  })
  vi.stubGlobal('fetch', ask)
  const request = async (_name: string, _how: object, work: (lock: object) => Promise<unknown>) => work({})
  vi.stubGlobal('navigator', { onLine: true, locks: { request } })
  const add = () =>
    queuePhoto(db, {
      ...{ id: newPhotoId(Date.now()), contactId: 'recA' as VcId, takenAt: new Date().toISOString() },
      ...{ file: new Blob(['x']), width: 1, height: 1 },
    })

  await add()
  const pauses = vi.spyOn(globalThis, 'setTimeout')
  setPrivateDb(db)
  keepPhotosInSync()
  // The first pause is 0.5 to 1.5 seconds.
  await eventually(() => expect(pauses.mock.calls.some(([, ms = 0]) => ms >= 500 && ms <= 1500)).toBe(true))
  expect(ask).toHaveBeenCalledTimes(1)
  await add()
  await eventually(() => expect(ask).toHaveBeenCalledTimes(2))
  db.close()
})
